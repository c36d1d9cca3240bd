/** Inviting somebody: the link that opens the mini-app with a referral code, and a message with it to send on. */

import type { Bot as Library } from 'grammy'
import type { InlineQueryResultArticle } from 'grammy/types'
import type { Log } from '../log.ts'
import type { Failure } from './bot-api.ts'
import type { Words } from './words.ts'

export type Invites = {
  /** Undefined while the bot does not know its own name. */
  link(code: string): string | undefined
  /** The id by which Telegram shows the message to this person; undefined where it does not. */
  prepare(telegramId: number, code: string): Promise<string | undefined>
}

type Parts = {
  readonly bot: Library
  readonly words: Words
  readonly failureOf: (error: unknown) => Failure
  readonly log: Log
}

const CHATS = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true } as const

export function openInvites({ bot, words, failureOf, log }: Parts): Invites {
  const link = (code: string): string | undefined =>
    bot.isInited() ? `https://t.me/${bot.botInfo.username}?startapp=r_${code}` : undefined

  return {
    link,
    async prepare(telegramId, code) {
      const address = link(code)
      if (address === undefined) return undefined
      try {
        const { id } = await bot.api.savePreparedInlineMessage(telegramId, messageOf(words, address), CHATS)
        return id
      } catch (error) {
        log.info({ why: failureOf(error).why }, 'an invitation could not be prepared')
        return undefined
      }
    },
  }
}

const messageOf = (words: Words, address: string): InlineQueryResultArticle => ({
  type: 'article',
  id: 'invite',
  title: words.inviteTitle,
  input_message_content: { message_text: words.invite },
  reply_markup: { inline_keyboard: [[{ text: words.open, url: address }]] },
})
