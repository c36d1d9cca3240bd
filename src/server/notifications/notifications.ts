/**
 * Notifies users of what happens while they do something else: in the app, and by the bot, as far as they enabled it.
 * Created from committed events and from what becomes due; each is stored at most once.
 */

import { randomUUID } from 'node:crypto'
import type { LoginMethod } from '../../contract/auth/views.ts'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { formatUnits, minus } from '../../contract/money.ts'
import type { NotificationKind } from '../../contract/notifications/kinds.ts'
import { limitPrice } from '../../contract/orders/order-terms.ts'
import type { VerificationStatus } from '../../contract/verification/views.ts'
import { currencyOf, type Event, type Order, type State, withdrawalOf } from '../../engine/exchange.ts'
import { orderFacts } from '../orders/order-facts.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { orderParams } from './notification-texts.ts'
import type { OwnRows } from './own-rows.ts'
import { openReminders, type Reminder } from './reminders.ts'
import { type NotificationSettings, openNotificationSettings } from './settings.ts'
import {
  MAX_NOTIFICATION_AGE_MILLIS,
  type NewNotification,
  type NotificationStore,
  openNotificationStore,
} from './store.ts'

export type Notifications = Pick<Listener, 'onCommitted'> & {
  readonly settings: NotificationSettings
  readonly store: NotificationStore
  onSignedIn(user: UserId, method: LoginMethod): void
  /** `at`: the time of the result, which identifies it. */
  onVerificationDecided(user: UserId, status: VerificationStatus, at: Millis): void
  /** Called after something was stored. */
  onStored(listener: () => void): void
  /** Starts the reminders with the state of the engine. */
  start(state: State): void
  /** Resolves when everything is stored, or has failed. */
  stop(): Promise<void>
}

type NotificationDeps = {
  readonly database: Database
  readonly clock: CleanupClock
  readonly log: Log
  readonly rows: OwnRows
}

const TICK_MILLIS: Millis = 1_000
const CLEANUP_MILLIS: Millis = 60 * 60 * 1_000

export async function openNotifications({ database, clock, log, rows }: NotificationDeps): Promise<Notifications> {
  const settings = await openNotificationSettings(database)
  const store = openNotificationStore(database, settings, clock, rows)
  const reminders = openReminders(clock.now())
  const listeners: (() => void)[] = []
  let writing = Promise.resolve()
  const timers: NodeJS.Timeout[] = []

  /** One write after the other, so that it uses one connection at most. */
  function write(work: () => Promise<void>, count: number): void {
    writing = writing.then(work).catch((err: unknown) => {
      log.warn({ event: 'notification.not_stored', err, count }, 'notifications could not be stored')
    })
  }

  function add(notifications: readonly NewNotification[]): void {
    if (notifications.length === 0) return
    write(async () => {
      await store.add(notifications)
      for (const listener of listeners) listener()
    }, notifications.length)
  }

  const isWanted = (user: UserId, kind: NotificationKind): boolean => {
    const { bot, inApp } = settings.channelsOf(user, kind)
    return bot || inApp
  }
  const remindersFor = (reminder: Reminder): readonly NewNotification[] =>
    (reminder.user === undefined ? settings.usersWith(reminder.kind) : [reminder.user]).map((user) => ({
      ...reminder,
      user,
    }))

  return {
    settings,
    store,
    onCommitted(batch, state) {
      const recent = clock.now() - MAX_NOTIFICATION_AGE_MILLIS
      add(batch.flatMap((executed) => (executed.at > recent ? notificationsOf(executed, state, isWanted) : [])))
      for (const { outcome } of batch) for (const event of outcome.events) reminders.apply(event)
    },
    onSignedIn(user, method) {
      const at = clock.now()
      if (isWanted(user, 'sign_in')) add([{ user, kind: 'sign_in', about: randomUUID(), params: { method }, at }])
    },
    onVerificationDecided(user, status, at) {
      const about = String(at)
      if (isWanted(user, 'identity_checked'))
        add([{ user, kind: 'identity_checked', about, params: { status }, at: clock.now() }])
    },
    onStored: (listener) => void listeners.push(listener),
    start(state) {
      reminders.load(state, clock.now())
      timers.push(setInterval(() => add(reminders.take(clock.now()).flatMap(remindersFor)), TICK_MILLIS))
      timers.push(setInterval(() => write(store.deleteOld, 0), CLEANUP_MILLIS))
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await writing
    },
  }
}

type IsWanted = (user: UserId, kind: NotificationKind) => boolean

/** Of one command: filled limit orders, friends who joined, deposits and withdrawals. */
function notificationsOf(
  { at, outcome }: ExecutedCommand,
  state: State,
  isWanted: IsWanted,
): readonly NewNotification[] {
  const filled = outcome.closed
    .filter(
      (order) =>
        order.closed === 'filled' && limitPrice(order.terms) !== undefined && isWanted(order.user, 'order_filled'),
    )
    .map((order) => orderFilled(state, order, at))
  const others = outcome.events.flatMap((event) => [
    ...friendJoined(event, isWanted),
    ...fundsMoved(state, event, isWanted),
  ])
  return [...filled, ...others]
}

function orderFilled(state: State, order: Order, at: Millis): NewNotification {
  const facts = orderFacts(state, order)
  return { user: order.user, kind: 'order_filled', about: facts.uuid, params: orderParams(facts), at }
}

/** A withdrawal is sent when its payment is final. */
function fundsMoved(state: State, event: Event, isWanted: IsWanted): readonly NewNotification[] {
  const coinOf = (currency: CurrencyId): string => currencyOf(state, currency)?.symbol ?? ''
  if (event.type === 'deposit-credited' || event.type === 'deposit-assigned') {
    // A sender may make thousands.
    if (event.type === 'deposit-credited' && event.isSmall) return []
    const { user, at, stream, txid, part, amount, currency } = event
    const params = { amount: formatUnits(amount), coin: coinOf(currency) }
    const about = `${stream}/${txid}/${part}`
    return isWanted(user, 'deposit_received') ? [{ user, kind: 'deposit_received', about, params, at }] : []
  }
  if (event.type === 'payment-charged') {
    const { user, at, found, amount, fee } = event
    const about = `${found.txid}/${found.charged}`
    const params = {
      amount: formatUnits(minus(amount, fee)),
      coin: coinOf(found.currency),
      address: shortAddress(found.address),
    }
    return isWanted(user, 'withdrawal_sent') ? [{ user, kind: 'withdrawal_sent', about, params, at }] : []
  }
  if (event.type !== 'payment-settled' || event.withdrawal === null) return []
  const withdrawal = withdrawalOf(state, event.withdrawal)
  if (withdrawal === undefined || !isWanted(withdrawal.user, 'withdrawal_sent')) return []
  const { id, user, amount, fee, currency, address } = withdrawal
  const params = { amount: formatUnits(minus(amount, fee)), coin: coinOf(currency), address: shortAddress(address) }
  return [{ user, kind: 'withdrawal_sent', about: String(id), params, at: event.at }]
}

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

function friendJoined(event: Event, isWanted: IsWanted): readonly NewNotification[] {
  if (event.type !== 'account-opened' || event.referrer === null || !isWanted(event.referrer, 'friend_joined'))
    return []
  return [{ user: event.referrer, kind: 'friend_joined', about: event.user, params: {}, at: event.at }]
}
