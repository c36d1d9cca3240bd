import type { Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { RequestRemembered } from './events.ts'
import { itemsOf } from './fifo.ts'
import { type IdempotencyPiece, load, responseLine, save, storeResponse } from './state.ts'

/** Without commands of its own: commands of other modules carry client ids. */
export const idempotency: Module<never, RequestRemembered, IdempotencyPiece> = {
  handlers: {},
  appliers: { 'request-remembered': (state, event) => storeResponse(state.idempotency, event) },
  loaders: { requests: (state, piece) => load(state.idempotency, piece) },
  save: (state) => save(state.idempotency),
  *lines(state) {
    for (const [user, { queue }] of sorted(state.idempotency.users))
      for (const response of itemsOf(queue)) yield responseLine(user, response)
  },
  holds: () => [],
}
