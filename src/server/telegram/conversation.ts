/** What the bot understands, and what it does about it. All of it may be heard twice without harm. */

import { Composer, type Context, InlineKeyboard } from 'grammy'
import type { Pair } from '../../contract/catalogue.ts'
import type { UserId } from '../../contract/ids.ts'
import { readStartParameter } from '../../contract/start-parameter.ts'
import { NONE, NOTICES, type Notice, type NoticeSettings, type Switches } from './notice-settings.ts'
import type { Referrals } from './referrals.ts'
import type { Replies } from './replies.ts'
import { switchText, type Words } from './words.ts'

export type ConversationParts = {
  readonly words: Words
  readonly referrals: Pick<Referrals, 'remember'>
  readonly settings: NoticeSettings
  readonly replies: Pick<Replies, 'send'>
  readonly userOf: (telegramId: number) => Promise<UserId | undefined>
  /** The pair of this base with USDT. */
  readonly pairOf: (base: string) => Pair | undefined
  /** Undefined: it is not known where the mini-app is. */
  readonly appUrl: string | undefined
}

type Answer = { readonly words: string; readonly buttons: InlineKeyboard | undefined }

const SWITCH = new RegExp(`^(${NOTICES.join('|')}):(on|off)$`)

/** Only with a person alone: in a private chat its id is the person's. */
export function conversation(parts: ConversationParts): Composer<Context> {
  const { words, replies } = parts
  const open = openButton(parts)
  const say = (context: Context & { readonly chatId: number }, { words, buttons }: Answer): void =>
    replies.send(context.chatId, () => context.reply(words, buttons ? { reply_markup: buttons } : {}))

  const bot = new Composer<Context>()
  const alone = bot.chatType('private')
  alone.command('start', async (context) => say(context, await start(parts, context.chatId, context.match)))
  alone.command('help', (context) => say(context, { words: words.help, buttons: open }))
  alone.command('notifications', async (context) => say(context, await switches(parts, context.chatId)))
  alone.callbackQuery(SWITCH, async (context) => {
    const [, notice, value] = context.match
    const after = await turn(parts, context.chatId, notice as Notice, value === 'on')
    replies.send(context.chatId, async () => {
      await context.answerCallbackQuery(after === undefined ? words.notLinked : switchText(notice as Notice, after))
      if (after !== undefined) await context.editMessageReplyMarkup({ reply_markup: switchButtons(after) })
    })
  })
  alone.on('callback_query', (context) => replies.send(context.chatId, () => context.answerCallbackQuery()))
  alone.on('message', (context) => say(context, { words: words.notUnderstood, buttons: undefined }))
  return bot
}

/** `/start` alone, or with what a link put behind it. */
async function start(parts: ConversationParts, person: number, payload: string): Promise<Answer> {
  const parameter = readStartParameter(payload)
  if (parameter.type === 'pair') return pairAnswer(parts, parameter.base)
  const isInvited = parameter.type === 'referral' && (await parts.referrals.remember(person, parameter.code))
  return { words: parts.words.welcome(isInvited), buttons: openButton(parts) }
}

function pairAnswer(parts: ConversationParts, base: string): Answer {
  const { words, appUrl } = parts
  const symbol = parts.pairOf(base)?.symbol
  if (symbol === undefined) return { words: words.notListed(base), buttons: openButton(parts) }
  const address = appUrl && `${appUrl}?tgWebAppStartParam=p_${base}`
  return { words: words.pair(symbol), buttons: address ? appButton(words.openPair(symbol), address) : undefined }
}

async function switches(parts: ConversationParts, person: number): Promise<Answer> {
  const user = await parts.userOf(person)
  const now = user === undefined ? undefined : await parts.settings.of(user)
  return now === undefined
    ? { words: parts.words.notLinked, buttons: openButton(parts) }
    : { words: parts.words.notifications, buttons: switchButtons(now) }
}

/** All switches, as they are then; undefined for somebody who is not linked. */
async function turn({ userOf, settings }: ConversationParts, person: number, notice: Notice, isOn: boolean) {
  const user = await userOf(person)
  if (user === undefined) return undefined
  return settings.set(user, { ...((await settings.of(user)) ?? NONE), [notice]: isOn })
}

const appButton = (text: string, address: string): InlineKeyboard => new InlineKeyboard().webApp(text, address)

const openButton = ({ words, appUrl }: ConversationParts): InlineKeyboard | undefined =>
  appUrl === undefined ? undefined : appButton(words.open, appUrl)

/** Each says what it is and leads to the opposite; what it leads to is in it, so that pressing twice is pressing once. */
const switchButtons = (switches: Switches): InlineKeyboard =>
  InlineKeyboard.from(
    NOTICES.map((notice) => [
      InlineKeyboard.text(switchText(notice, switches), `${notice}:${switches[notice] ? 'off' : 'on'}`),
    ]),
  )
