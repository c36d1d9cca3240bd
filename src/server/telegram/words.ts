/** All that the bot says. Plain text: nothing in it is markup. */

import type { Way } from '../../contract/account-views.ts'
import type { Millis } from '../../contract/ids.ts'
import type { OrderView } from '../../contract/views.ts'
import type { Notice, Switches } from './notice-settings.ts'

export type Words = ReturnType<typeof wordsOf>

export const COMMANDS = [
  { command: 'start', description: 'Open the exchange' },
  { command: 'notifications', description: 'What I tell you about' },
  { command: 'help', description: 'What I can do' },
] as const

const SWITCH: Readonly<Record<Notice, string>> = { order_filled: 'Order filled', sign_in: 'New sign-in' }

export const switchText = (notice: Notice, switches: Switches): string =>
  `${SWITCH[notice]}: ${switches[notice] ? 'on' : 'off'}`

const BY = {
  email: 'your password',
  telegram: 'your Telegram account',
  google: 'your Google account',
} as const satisfies Record<Way, string>

/** `hasApp`: there is a button that opens the app. */
export const wordsOf = (appName: string, hasApp: boolean) => ({
  open: `Open ${appName}`,
  openPair: (symbol: string) => `Open ${symbol}`,
  inviteTitle: `Invite to ${appName}`,
  invite: `Trade with me on ${appName}: a live book, and every fee before you tap Buy.`,
  welcome: (isInvited: boolean) => {
    const invited = isInvited ? ' Your invitation is remembered until you sign up.' : ''
    return `${appName} is a spot exchange.${invited}${hasApp ? '' : noApp(appName)}`
  },
  pair: (symbol: string) => `${symbol} on ${appName}.${hasApp ? '' : noApp(appName)}`,
  notListed: (base: string) => `${base} is not listed on ${appName}.`,
  help: `/start opens ${appName}.\n/notifications says what I tell you about, and turns it on and off.`,
  notUnderstood: 'I understand /start, /notifications and /help.',
  notifications: 'I tell you about what is on. Press to change it.',
  notLinked: `No account on ${appName} belongs to this Telegram account yet. Open ${appName} from here once, then ask again.`,
  filled: ({ side, filled_volume, pair_symbol, avg_price, filled_total }: OrderView) => {
    const [base = '', quote = ''] = pair_symbol.split('/')
    const done = side === 'buy' ? 'Bought' : 'Sold'
    return `Order filled. ${done} ${filled_volume} ${base} at ${avg_price} ${quote}, ${filled_total} ${quote} in all.`
  },
  signedIn: (way: Way, at: Millis) =>
    `New sign-in to ${appName} on the website by ${BY[way]}, ${minute(at)} UTC. If it was not you, tell support now.`,
})

const noApp = (appName: string): string => ` ${appName} cannot be opened from here yet.`

/** `2026-11-21 14:30` */
const minute = (at: Millis): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
