/** Notifications and their settings on the wire. */

import type { PairId } from '../ids.ts'
import type { NotificationKind, QuietHours, Switches } from './kinds.ts'

/**
 * The switches at the top level are those of the bot: all false without a bot, or for a user without a linked Telegram
 * account. The bot sends nothing during the quiet hours.
 */
export type NotificationsView = Switches & {
  readonly available: boolean
  readonly linked: boolean
  readonly in_app: Switches
  readonly quiet_hours: QuietHours | null
}

export type NotificationView = {
  readonly id: number
  readonly kind: NotificationKind
  readonly title: string
  readonly text: string
  /** The path of a page of the app. */
  readonly link: string
  /** The market to open with the page. */
  readonly pair_id: PairId | null
  readonly at: string
  readonly read: boolean
}

/** Newest first. */
export type NotificationsPage = {
  readonly notifications: readonly NotificationView[]
  readonly next: boolean
  readonly unread: number
}

export type UnreadView = { readonly unread: number }
