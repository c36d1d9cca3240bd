/** Invitations: a link that opens the mini-app with a referral code, and a message with it for forwarding. */

import type { Bot as GrammyBot } from 'grammy'
import type { InlineQueryResultArticle, InlineQueryResultPhoto } from 'grammy/types'
import type { Texts } from '../notifications/texts.ts'
import type { Log } from '../runtime/log.ts'
import type { Failure } from './bot-api.ts'

export type Invites = {
  /** Undefined until the bot knows its own username. */
  link(code: string): string | undefined
  /** A link that opens the chat with the bot, whose button launches the mini-app. */
  chatLink(): string | undefined
  /** A link that opens the mini-app. */
  appLink(): string | undefined
  /** Id of a prepared message for this Telegram user; undefined if Telegram does not accept it. */
  prepare(telegramId: number, code: string): Promise<string | undefined>
}

type Deps = {
  readonly bot: GrammyBot
  readonly publicUrl: string | undefined
  readonly texts: Texts
  readonly failureOf: (error: unknown) => Failure
  readonly log: Log
}

/** Of `public/invite.jpg`. */
const PICTURE_SIZE = { photo_width: 1200, photo_height: 630 } as const

const CHATS = { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true } as const

export function openInvites({ bot, publicUrl, texts, failureOf, log }: Deps): Invites {
  const chatLink = (): string | undefined => (bot.isInited() ? `https://t.me/${bot.botInfo.username}` : undefined)
  const appLink = (): string | undefined => {
    const chat = chatLink()
    return chat === undefined ? undefined : `${chat}?startapp`
  }
  const link = (code: string): string | undefined => {
    const app = appLink()
    return app === undefined ? undefined : `${app}=r_${code}`
  }

  return {
    link,
    chatLink,
    appLink,
    async prepare(telegramId, code) {
      const url = link(code)
      if (url === undefined) return undefined
      try {
        const { id } = await bot.api.savePreparedInlineMessage(telegramId, messageOf(texts, url, publicUrl), CHATS)
        return id
      } catch (error) {
        const { reason } = failureOf(error)
        log.info({ event: 'bot.invitation_failed', reason }, 'an invitation could not be prepared')
        return undefined
      }
    },
  }
}

/** With a picture if Telegram can load it: it takes JPEG files by https only. */
function messageOf(
  texts: Texts,
  url: string,
  publicUrl: string | undefined,
): InlineQueryResultArticle | InlineQueryResultPhoto {
  const shared = {
    id: 'invite',
    title: texts.inviteTitle,
    reply_markup: { inline_keyboard: [[{ text: texts.open, url }]] },
  }
  if (!publicUrl?.startsWith('https:'))
    return { ...shared, type: 'article', input_message_content: { message_text: texts.invite } }
  const picture = `${publicUrl}/invite.jpg`
  return {
    ...shared,
    type: 'photo',
    photo_url: picture,
    thumbnail_url: picture,
    caption: texts.invite,
    ...PICTURE_SIZE,
  }
}
