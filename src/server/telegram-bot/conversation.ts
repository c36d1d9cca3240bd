/** The bot's commands and buttons. Handling the same update twice has no further effect. */

import { Composer, type Context, InlineKeyboard } from 'grammy'
import type { UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { NOTIFICATION_KINDS, type NotificationKind, type Switches } from '../../contract/notifications/kinds.ts'
import { parseStartParameter } from '../../contract/referrals/start-parameter.ts'
import { type NotificationSettings, OFFERED_KINDS } from '../notifications/settings.ts'
import { switchText, type Texts } from '../notifications/texts.ts'
import type { Referrals } from './referrals.ts'
import type { Replies } from './replies.ts'

type ConversationDeps = {
  readonly texts: Texts
  readonly referrals: Pick<Referrals, 'record'>
  readonly settings: Pick<NotificationSettings, 'get' | 'set'>
  readonly replies: Pick<Replies, 'send'>
  readonly userOf: (telegramId: number) => Promise<UserId | undefined>
  /** The pair of this base currency with USDT. */
  readonly pairOf: (base: string) => Pair | undefined
  /** Undefined: the bot shows no buttons that open the mini-app. */
  readonly appUrl: string | undefined
}

type Answer = { readonly text: string; readonly buttons: InlineKeyboard | undefined }

/** The data of a button: a notification kind and the value that it sets. */
const SWITCH = new RegExp(`^(${NOTIFICATION_KINDS.join('|')}):(on|off)$`)

const ASKED = /^ask:(on|off)$/

/** Private chats only: there the chat id is the Telegram id of the user. */
export function conversation(deps: ConversationDeps): Composer<Context> {
  const { texts, replies } = deps
  const reply = (context: Context & { readonly chatId: number }, { text, buttons }: Answer): void =>
    replies.send(context.chatId, () => context.reply(text, buttons ? { reply_markup: buttons } : {}))

  const bot = new Composer<Context>()
  const chat = bot.chatType('private')
  chat.command('start', async (context) => reply(context, await start(deps, context.chatId, context.match)))
  chat.command('help', (context) => reply(context, { text: texts.help, buttons: openButton(deps) }))
  chat.command('notifications', async (context) => reply(context, await notifications(deps, context.chatId)))
  chat.callbackQuery(SWITCH, async (context) => {
    const [, kind, value] = context.match
    const switches = await setSwitch(deps, context.chatId, kind as NotificationKind, value === 'on')
    replies.send(context.chatId, async () => {
      const text = switches === undefined ? texts.notLinked : switchText(kind as NotificationKind, switches)
      await context.answerCallbackQuery(text)
      if (switches !== undefined) await context.editMessageReplyMarkup({ reply_markup: switchButtons(switches) })
    })
  })
  chat.callbackQuery(ASKED, async (context) => {
    const isOn = context.match[1] === 'on'
    const text = await answerAsked(deps, context.chatId, isOn)
    replies.send(context.chatId, async () => {
      await context.answerCallbackQuery(text)
      await context.editMessageReplyMarkup()
    })
  })
  chat.on('callback_query', (context) => replies.send(context.chatId, () => context.answerCallbackQuery()))
  chat.on('message', (context) => reply(context, { text: texts.notUnderstood, buttons: undefined }))
  return bot
}

/** `/start`, with the payload of a link if there is one. */
async function start(deps: ConversationDeps, telegramId: number, payload: string): Promise<Answer> {
  const parameter = parseStartParameter(payload)
  if (parameter.type === 'pair') return pairAnswer(deps, parameter.base)
  const isInvited = parameter.type === 'referral' && (await deps.referrals.record(telegramId, parameter.code))
  return { text: deps.texts.welcome(isInvited), buttons: openButton(deps) }
}

function pairAnswer(deps: ConversationDeps, base: string): Answer {
  const { texts, appUrl } = deps
  const symbol = deps.pairOf(base)?.symbol
  if (symbol === undefined) return { text: texts.notListed(base), buttons: openButton(deps) }
  const url = appUrl && `${appUrl}?tgWebAppStartParam=p_${base}`
  return { text: texts.pair(symbol), buttons: url ? appButton(texts.openPair(symbol), url) : undefined }
}

async function notifications(deps: ConversationDeps, telegramId: number): Promise<Answer> {
  const user = await deps.userOf(telegramId)
  const switches = user === undefined ? undefined : (await deps.settings.get(user)).bot
  return switches === undefined
    ? { text: deps.texts.notLinked, buttons: openButton(deps) }
    : { text: deps.texts.notifications, buttons: switchButtons(switches) }
}

/** Returns all switches; undefined if the Telegram account belongs to no user. */
async function setSwitch(deps: ConversationDeps, telegramId: number, kind: NotificationKind, isOn: boolean) {
  const { userOf, settings } = deps
  const user = await userOf(telegramId)
  if (user === undefined) return undefined
  return (await settings.set(user, { [kind]: isOn })).bot
}

/** Returns the reply. */
async function answerAsked({ texts, userOf, settings }: ConversationDeps, telegramId: number, isOn: boolean) {
  if (!isOn) return texts.askedOff
  const user = await userOf(telegramId)
  if (user === undefined) return texts.notLinked
  await settings.set(user, Object.fromEntries(OFFERED_KINDS.map((kind) => [kind, true])))
  return texts.askedOn
}

/** Below the notification with which the bot asks. */
export const askButtons = ({ askYes, askNo }: Pick<Texts, 'askYes' | 'askNo'>) => ({
  reply_markup: new InlineKeyboard().text(askYes, 'ask:on').text(askNo, 'ask:off'),
})

const appButton = (text: string, url: string): InlineKeyboard => new InlineKeyboard().webApp(text, url)

const openButton = ({ texts, appUrl }: ConversationDeps): InlineKeyboard | undefined =>
  appUrl === undefined ? undefined : appButton(texts.open, appUrl)

/** The data of each button contains the new value, so that a double tap has the effect of one. */
const switchButtons = (switches: Switches): InlineKeyboard =>
  InlineKeyboard.from(
    NOTIFICATION_KINDS.map((kind) => [
      InlineKeyboard.text(switchText(kind, switches), `${kind}:${switches[kind] ? 'off' : 'on'}`),
    ]),
  )
