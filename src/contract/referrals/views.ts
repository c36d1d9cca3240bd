/** Invitations on the wire. */

/** `telegram_link` opens the mini-app; null without a bot, or until the bot has fetched its own username. */
export type InviteView = { readonly referral_code: string; readonly telegram_link: string | null }

/** The id of a prepared message that the user can forward for a few minutes; null if Telegram prepared none. */
export type InviteMessageView = { readonly message_id: string | null }
