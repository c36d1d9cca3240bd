/** What the bot understands, and what it does about it. All of it may be heard twice without harm. */

import { type CommandContext, Composer, type Context, InlineKeyboard } from 'grammy'
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
  readonly publicUrl: string | undefined
}

const SWITCH = new RegExp(`^(${NOTICES.join('|')}):(on|off)$`)

/** Only with a person alone: in a private chat its id is the person's. */
export function conversation(parts: ConversationParts): Composer<Context> {
  const { words } = parts
  const bot = new Composer<Context>()
  const alone = bot.chatType('private')
  alone.command('start', (context) => start(parts, context))
  alone.command('help', (context) => say(parts, context, words.help, openButton(parts)))
  alone.command('notifications', (context) => showSwitches(parts, context))
  alone.callbackQuery(SWITCH, async (context) => {
    const [, notice = '', value] = context.match
    const user = await parts.userOf(context.chat.id)
    const before = user === undefined ? undefined : await parts.settings.of(user)
    const wish = { ...(before ?? NONE), [notice]: value === 'on' }
    const after = user === undefined ? undefined : await parts.settings.set(user, wish)
    const words = after === undefined ? parts.words.notLinked : switchText(notice as Notice, after)
    parts.replies.send(context.chat.id, async () => {
      await context.answerCallbackQuery(words)
      if (after !== undefined) await context.editMessageReplyMarkup({ reply_markup: switchButtons(after) })
    })
  })
  alone.on('callback_query', (context) => parts.replies.send(context.chat.id, () => context.answerCallbackQuery()))
  alone.on('message', (context) => say(parts, context, words.notUnderstood))
  return bot
}

/** `/start` alone, or with what a link put behind it. */
async function start(parts: ConversationParts, context: CommandContext<Context>): Promise<void> {
  const { words, referrals } = parts
  const parameter = readStartParameter(context.match)
  if (parameter.type === 'pair') return showPair(parts, context, parameter.base)
  const isInvited = parameter.type === 'referral' && (await referrals.remember(context.chat.id, parameter.code))
  say(parts, context, words.welcome(isInvited), openButton(parts))
}

function showPair(parts: ConversationParts, context: Context, base: string): void {
  const { words, publicUrl } = parts
  const pair = parts.pairOf(base)
  if (pair === undefined) return say(parts, context, words.notListed(base), openButton(parts))
  const address = publicUrl && `${publicUrl}/?tgWebAppStartParam=p_${pair.base.symbol}`
  say(parts, context, words.pair(pair.symbol), address && appButton(words.openPair(pair.symbol), address))
}

async function showSwitches(parts: ConversationParts, context: Context & { chat: { id: number } }): Promise<void> {
  const user = await parts.userOf(context.chat.id)
  const switches = user === undefined ? undefined : await parts.settings.of(user)
  if (switches === undefined) say(parts, context, parts.words.notLinked, openButton(parts))
  else say(parts, context, parts.words.notifications, switchButtons(switches))
}

function say({ replies }: ConversationParts, context: Context, words: string, buttons?: InlineKeyboard | ''): void {
  const more = buttons ? { reply_markup: buttons } : {}
  if (context.chatId !== undefined) replies.send(context.chatId, () => context.reply(words, more))
}

const appButton = (text: string, address: string): InlineKeyboard => new InlineKeyboard().webApp(text, address)

const openButton = ({ words, publicUrl }: ConversationParts): InlineKeyboard | undefined =>
  publicUrl === undefined ? undefined : appButton(words.open, publicUrl)

/** Each says what it is and leads to the opposite; what it leads to is in it, so that pressing twice is pressing once. */
const switchButtons = (switches: Switches): InlineKeyboard =>
  InlineKeyboard.from(
    NOTICES.map((notice) => [
      InlineKeyboard.text(switchText(notice, switches), `${notice}:${switches[notice] ? 'off' : 'on'}`),
    ]),
  )
