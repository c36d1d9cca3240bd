/** What the bot does for somebody, on the wire: telling them of things, and inviting others. */

/** All is off where there is no bot, and for whoever is not linked to Telegram. */
export type NotificationsView = {
  readonly available: boolean
  readonly linked: boolean
  readonly order_filled: boolean
  readonly sign_in: boolean
}
export type NotificationsBody = { readonly order_filled: boolean; readonly sign_in: boolean }

/** `telegram_link` opens the mini-app; null where there is no bot, or while it does not know its own name. */
export type InviteView = { readonly referral_code: string; readonly telegram_link: string | null }

/** A message that Telegram keeps for its reader to send on, for some minutes; null where it keeps none. */
export type InviteMessageView = { readonly message_id: string | null }
