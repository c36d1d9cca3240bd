import type { NotificationKind } from '../../contract/notifications/kinds.ts'
import type { IconName } from '../ui/icon.tsx'

export const NOTIFICATION_ICONS: Readonly<Record<NotificationKind, IconName>> = {
  order_filled: 'trade',
  sign_in: 'lock',
  deposit_received: 'deposit',
  withdrawal_sent: 'withdraw',
  identity_checked: 'user',
  mining_finished: 'earn',
  streak_at_risk: 'bolt',
  friend_joined: 'frens',
  new_task: 'gift',
}
