/** What a user can be notified about. Security notifications are not listed: they cannot be turned off. */
export const NOTIFICATION_KINDS = [
  'order_filled',
  'sign_in',
  'deposit_received',
  'withdrawal_sent',
  'identity_checked',
  'mining_finished',
  'streak_at_risk',
  'friend_joined',
  'new_task',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export type Switches = Readonly<Record<NotificationKind, boolean>>

/** Not about an action of the user: at most one of these per day. */
export const UNPROMPTED_KINDS: readonly NotificationKind[] = ['streak_at_risk', 'friend_joined', 'new_task']

/** From and to are `HH:MM` in the time zone, an IANA name or an offset such as `+05:30`. */
export type QuietHours = { readonly from: string; readonly to: string; readonly time_zone: string }
