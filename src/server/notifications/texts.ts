/** The texts of the bot. Plain text, without markup. */

import type { LoginMethod } from '../../contract/auth/views.ts'
import type { Millis } from '../../contract/ids.ts'
import { quantityText } from '../../contract/markets/instruments.ts'
import { formatDecimal, formatUnits, PRICE_DECIMALS } from '../../contract/money.ts'
import { averagePrice, type OrderFacts } from '../orders/order-facts.ts'
import type { NotificationKind, Switches } from './settings.ts'

export type Texts = ReturnType<typeof textsFor>

export const COMMANDS = [
  { command: 'start', description: 'Open the exchange' },
  { command: 'notifications', description: 'Notification settings' },
  { command: 'help', description: 'What this bot can do' },
] as const

const SWITCH: Readonly<Record<NotificationKind, string>> = { order_filled: 'Order filled', sign_in: 'New login' }

export const switchText = (notice: NotificationKind, switches: Switches): string =>
  `${SWITCH[notice]}: ${switches[notice] ? 'on' : 'off'}`

const BY = {
  email: 'your password',
  telegram: 'your Telegram account',
  google: 'your Google account',
} as const satisfies Record<LoginMethod, string>

/** `hasApp`: there is a button that opens the app. `isPlay`: new accounts get play money. */
export const textsFor = (appName: string, hasApp: boolean, isPlay: boolean) => ({
  open: `Open ${appName}`,
  openPair: (symbol: string) => `Open ${symbol}`,
  inviteTitle: `Invite to ${appName}`,
  invite: isPlay
    ? `Join me on ${appName}: free 10,000 play USDT, live prices, clear fees.`
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
  notLinked: `Open ${appName} once to create your account, then try again.`,
  filled: (order: OrderFacts) => {
    const { side, pair } = order
    const [base, quote] = [pair.base.symbol, pair.quote.symbol]
    const [filled_volume, filled_total] = [quantityText(pair, order.filled), formatUnits(order.filledTotal)]
    const avg_price = formatDecimal(averagePrice(order) ?? 0n, PRICE_DECIMALS)
    const done = side === 'buy' ? 'Bought' : 'Sold'
    return `Order filled. ${done} ${filled_volume} ${base} at ${avg_price} ${quote}. Total ${filled_total} ${quote}.`
  },
  signedIn: (way: LoginMethod, at: Millis) =>
    `New login to ${appName} on the website with ${BY[way]}, ${minute(at)} UTC. If this wasn't you, contact support right away.`,
})

const noApp = (appName: string): string => ` ${appName} isn't available in Telegram yet.`

/** `2026-11-21 14:30` */
const minute = (at: Millis): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
