/** The texts of notifications, made from their kind and values when they are read. Plain text, without markup. */

import type { LoginMethod } from '../../contract/auth/views.ts'
import type { Millis } from '../../contract/ids.ts'
import { quantityUnits } from '../../contract/markets/instruments.ts'
import { formatDecimal, formatUnits, minus, PRICE_DECIMALS } from '../../contract/money.ts'
import type { NotificationKind } from '../../contract/notifications/kinds.ts'
import { pages } from '../../contract/pages.ts'
import { averagePrice, type OrderFacts } from '../orders/order-facts.ts'
import type { TextParams } from './store.ts'

type NotificationText = { readonly title: string; readonly text: string; readonly link: string }
type TextSource = { readonly kind: NotificationKind; readonly params: TextParams; readonly at: Millis }

const BY: Readonly<Record<string, string>> = {
  email: 'your password',
  telegram: 'your Telegram account',
  google: 'your Google account',
} satisfies Record<LoginMethod, string>

/** As the balances show it: the fee is taken from what is received. */
export function orderParams(order: OrderFacts): TextParams {
  const { side, pair, fee } = order
  const [quantity, total] = [quantityUnits(pair, order.filled), order.filledTotal]
  return {
    side,
    pair: pair.id,
    base: pair.base.symbol,
    quote: pair.quote.symbol,
    amount: formatUnits(side === 'buy' ? minus(quantity, fee) : quantity),
    price: formatDecimal(averagePrice(order) ?? 0n, PRICE_DECIMALS),
    total: formatUnits(side === 'sell' ? minus(total, fee) : total),
  }
}

export const notificationText = ({ kind, params, at }: TextSource): NotificationText => TEXTS[kind](params, at)

const VERIFICATION_REJECTED = {
  title: 'Identity check rejected',
  text: 'Your identity could not be verified. The reason is in your settings.',
}
/** By the result. */
const VERIFICATION_TEXTS: Readonly<Record<string, Omit<NotificationText, 'link'>>> = {
  approved: { title: 'Identity verified', text: 'You can now withdraw more.' },
  retry: {
    title: 'Identity check: try again',
    text: 'Something was missing. The reason is in your settings.',
  },
}

const TEXTS: Readonly<Record<NotificationKind, (params: TextParams, at: Millis) => NotificationText>> = {
  order_filled: ({ side, base, quote, amount, price, total }) => ({
    title: 'Order filled',
    text: `${side === 'buy' ? 'Bought' : 'Sold'} ${amount} ${base} at ${price} ${quote}. Total ${total} ${quote}.`,
    link: pages.trade,
  }),
  sign_in: ({ method }, at) => ({
    title: 'New sign-in',
    text: `On the website with ${BY[String(method)]}, ${minute(at)} UTC. If this wasn't you, contact support right away.`,
    link: pages.security,
  }),
  deposit_received: ({ amount, coin }) => ({
    title: 'Deposit received',
    text: `${amount} ${coin} is in your balance.`,
    link: pages.history,
  }),
  withdrawal_sent: ({ amount, coin, address }) => ({
    title: 'Withdrawal sent',
    text: `${amount} ${coin} arrived at ${address}. If this wasn't you, contact support right away.`,
    link: `${pages.history}?type=withdrawal`,
  }),
  identity_checked: ({ status }) => ({
    ...(VERIFICATION_TEXTS[String(status)] ?? VERIFICATION_REJECTED),
    link: pages.identity,
  }),
  mining_finished: ({ xp }) => ({
    title: 'Mining finished',
    text: `Claim ${xp} XP and start the next run.`,
    link: pages.earn,
  }),
  streak_at_risk: ({ days, until }) => ({
    title: 'Keep your streak',
    text: `Claim today's reward by ${minute(Number(until))} UTC to continue your ${days}-day streak.`,
    link: pages.earn,
  }),
  friend_joined: () => ({
    title: 'A friend joined',
    text: 'Your friend signed up with your invite.',
    link: pages.frens,
  }),
  new_task: ({ title, xp }) => ({
    title: 'New task',
    text: `${title}: earn ${xp} XP.`,
    link: pages.earn,
  }),
}

/** As one message of the bot. */
export function messageText(source: TextSource, appName: string): string {
  const { title, text } = notificationText(source)
  if (source.params.text !== undefined) return text
  return source.kind === 'sign_in' ? `${title} to ${appName} ${text.replace(/^On/, 'on')}` : `${title}. ${text}`
}

/** `2026-11-21 14:30` */
const minute = (at: Millis): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
