/** Notification settings on the wire. */

/** All false without a bot, or for a user without a linked Telegram account. */
export type NotificationsView = {
  readonly available: boolean
  readonly linked: boolean
  readonly order_filled: boolean
  readonly sign_in: boolean
}
