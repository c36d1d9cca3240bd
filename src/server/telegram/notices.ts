/** What is worth a notice: an order of somebody that was filled, and a sign-in. Only what somebody asked for is queued. */

import { randomUUID } from 'node:crypto'
import type { Way } from '../../contract/account-views.ts'
import { type Millis, orderUuid, type UserId } from '../../contract/ids.ts'
import { known } from '../../engine/assert.ts'
import type { Order } from '../../engine/orders/order.ts'
import type { State } from '../../engine/state.ts'
import type { Clock } from '../clock.ts'
import type { Done } from '../core/carry-out.ts'
import type { Listener } from '../core/sequencer.ts'
import type { Log } from '../log.ts'
import { factsOf, orderView } from '../say/order.ts'
import { NEWS_MILLIS, type News, type NoticeQueue } from './notice-queue.ts'
import type { NoticeSettings } from './notice-settings.ts'
import type { Words } from './words.ts'

export type Notices = Pick<Listener, 'done'> & {
  signedIn(user: UserId, way: Way): void
  /** Resolves when all that was heard is in the queue, or never will be. */
  written(): Promise<void>
}

export type NoticeParts = {
  readonly queue: Pick<NoticeQueue, 'add'>
  readonly settings: Pick<NoticeSettings, 'wants'>
  readonly words: Words
  readonly clock: Clock
  readonly log: Log
  readonly wake: () => void
}

export function openNotices({ queue, settings, words, clock, log, wake }: NoticeParts): Notices {
  let writing = Promise.resolve()

  /** One after the other, so that however much is heard it takes one connection. */
  function add(news: readonly News[]): void {
    if (news.length === 0) return
    writing = writing
      .then(() => queue.add(news))
      .then(wake)
      .catch((error: unknown) => log.warn({ err: error, count: news.length }, 'notices could not be queued'))
  }

  const isWanted = (order: Order): boolean =>
    order.closed === 'filled' && order.terms.type === 'limit' && settings.wants(order.user, 'order_filled')

  return {
    done(batch, state) {
      add(filled(batch, isWanted, clock.now() - NEWS_MILLIS).map(([order, at]) => newsOf(state, order, at, words)))
    },
    signedIn(user, way) {
      if (!settings.wants(user, 'sign_in')) return
      const at = clock.now()
      add([{ user, kind: 'sign_in', about: randomUUID(), words: words.signedIn(way, at), at }])
    },
    written: () => writing,
  }
}

/** A start hears again what was done before: what is old is no news. */
function filled(batch: readonly Done[], isWanted: (order: Order) => boolean, after: Millis): [Order, Millis][] {
  const found: [Order, Millis][] = []
  for (const { at, outcome } of batch)
    if (at > after) for (const order of outcome.closed) if (isWanted(order)) found.push([order, at])
  return found
}

function newsOf(state: State, order: Order, at: Millis, words: Words): News {
  const { pair } = known(state.markets.get(order.pair), 'an order has a market')
  const view = orderView(state.journal, pair, factsOf(order))
  const about = orderUuid(state.journal, order.id)
  return { user: order.user, kind: 'order_filled', about, words: words.filled(view), at }
}
