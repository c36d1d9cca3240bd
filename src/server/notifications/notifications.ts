/** Queues a notification for every filled limit order and every login on the website, if the user enabled it. */

import { randomUUID } from 'node:crypto'
import type { LoginMethod } from '../../contract/auth/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Order, State } from '../../engine/exchange.ts'
import { orderFacts } from '../orders/order-facts.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { MAX_NOTIFICATION_AGE_MILLIS, type NewNotification, type NotificationQueue } from './queue.ts'
import type { NotificationSettings } from './settings.ts'
import type { Texts } from './texts.ts'

type Notifications = Pick<Listener, 'onCommitted'> & {
  onSignedIn(user: UserId, method: LoginMethod): void
  /** Resolves when everything is queued, or has failed. */
  written(): Promise<void>
}

type NotificationDeps = {
  readonly queue: Pick<NotificationQueue, 'add'>
  readonly settings: Pick<NotificationSettings, 'isEnabled'>
  readonly texts: Texts
  readonly clock: Clock
  readonly log: Log
  /** Called after something was queued. */
  readonly wake: () => void
}

export function openNotifications({ queue, settings, texts, clock, log, wake }: NotificationDeps): Notifications {
  let writing = Promise.resolve()

  /** Writes one batch after the other, so that it uses one connection at most. */
  function add(notifications: readonly NewNotification[]): void {
    if (notifications.length === 0) return
    const count = notifications.length
    writing = writing
      .then(() => queue.add(notifications))
      .then(wake)
      .catch((error: unknown) =>
        log.warn({ event: 'notification.not_queued', err: error, count }, 'notifications could not be queued'),
      )
  }

  const isWanted = (order: Order): boolean =>
    order.closed === 'filled' && order.terms.type === 'limit' && settings.isEnabled(order.user, 'order_filled')

  return {
    onCommitted(batch, state) {
      const orders = filledOrders(batch, isWanted, clock.now() - MAX_NOTIFICATION_AGE_MILLIS)
      add(orders.map(([order, at]) => orderFilled(state, order, at, texts)))
    },
    onSignedIn(user, method) {
      if (!settings.isEnabled(user, 'sign_in')) return
      const at = clock.now()
      add([{ user, kind: 'sign_in', subject: randomUUID(), text: texts.signedIn(method, at), at }])
    },
    written: () => writing,
  }
}

/** Skips commands from before `after`: a start delivers old commands again. */
function filledOrders(
  batch: readonly ExecutedCommand[],
  isWanted: (order: Order) => boolean,
  after: Millis,
): [Order, Millis][] {
  const filled: [Order, Millis][] = []
  for (const { at, outcome } of batch)
    if (at > after) for (const order of outcome.closed) if (isWanted(order)) filled.push([order, at])
  return filled
}

function orderFilled(state: State, order: Order, at: Millis, texts: Texts): NewNotification {
  const facts = orderFacts(state, order)
  return { user: order.user, kind: 'order_filled', subject: facts.uuid, text: texts.filled(facts), at }
}
