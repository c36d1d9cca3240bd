/** The texts of the bot. Plain text, without markup. */

import type { NotificationKind, Switches } from '../../contract/notifications/kinds.ts'
import { messageText } from './notification-texts.ts'

export type Texts = ReturnType<typeof textsFor>

export const COMMANDS = [
  { command: 'start', description: 'Open the exchange' },
  { command: 'notifications', description: 'Notification settings' },
  { command: 'help', description: 'What this bot can do' },
] as const

const SWITCH: Readonly<Record<NotificationKind, string>> = {
  order_filled: 'Order filled',
  sign_in: 'New sign-in',
  deposit_received: 'Deposit received',
  withdrawal_sent: 'Withdrawal sent',
  identity_checked: 'Identity checked',
  mining_finished: 'Mining finished',
  streak_at_risk: 'Streak at risk',
  friend_joined: 'Friend joined',
  new_task: 'New task',
}

export const switchText = (notice: NotificationKind, switches: Switches): string =>
  `${SWITCH[notice]}: ${switches[notice] ? 'on' : 'off'}`

/** `hasApp`: there is a button that opens the app. `isPlay`: new accounts get play money. */
export const textsFor = (appName: string, hasApp: boolean, isPlay: boolean) => ({
  open: `Open ${appName}`,
  openPair: (symbol: string) => `Open ${symbol}`,
  inviteTitle: `Invite to ${appName}`,
  invite: isPlay
    ? `Join me on ${appName}: free 10,000 play USDT and clear fees.`
    : `Join me on ${appName}: live prices and clear fees.`,
  welcome: (isInvited: boolean) => {
    const lead = `Welcome to ${appName}. Trade crypto right in Telegram.`
    const play = isPlay ? ' You start with 10,000 play USDT.' : ''
    const invited = isInvited ? " Your friend's invite is saved." : ''
    return `${hasApp ? lead : `Welcome to ${appName}.`}${play}${invited}${hasApp ? '' : noApp(appName)}`
  },
  pair: (symbol: string) => `${symbol} on ${appName}.${hasApp ? '' : noApp(appName)}`,
  notListed: (base: string) => `${base} isn't listed on ${appName}.`,
  help: `/start opens ${appName}.\n/notifications lets you manage notifications.`,
  notUnderstood: 'Try /start, /notifications or /help.',
  notifications: 'Tap to turn notifications on or off.',
  ask: 'Do you want messages like this one? I can tell you about filled orders, new sign-ins, deposits, withdrawals and finished mining.',
  askYes: 'Yes, turn on',
  askNo: 'No',
  askedOn: 'Messages are on. Change them with /notifications.',
  askedOff: 'No messages. You can turn them on with /notifications.',
  notLinked: `Open ${appName} once to create your account, then try again.`,
  notification: (source: Parameters<typeof messageText>[0]) => messageText(source, appName),
})

const noApp = (appName: string): string => ` ${appName} isn't available in Telegram yet.`
