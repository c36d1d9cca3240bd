import type { Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { RequestRemembered } from './events.ts'
import { itemsOf } from './fifo.ts'
import * as rules1 from './rules-1.ts'
import * as rules2 from './rules-2.ts'
import { type IdempotencyPiece, storeResponse } from './state.ts'

/** Without commands of its own: commands of other modules carry client ids. */
export const idempotency: Module<never, RequestRemembered, IdempotencyPiece> = {
  handlers: {},
  appliers: { 'request-remembered': (state, event) => storeResponse(state.idempotency, event) },
  loaders: {
    requests: (state, piece) => rules1.load(state.idempotency.rules1, piece),
    responses: (state, piece) => rules2.load(state.idempotency.rules2, piece),
  },
  save: ({ idempotency }) => [...rules1.save(idempotency.rules1), ...rules2.save(idempotency.rules2)],
  *lines(state) {
    const { idempotency, at } = state
    for (const [user, { queue }] of sorted(idempotency.rules1.users))
      for (const response of itemsOf(queue)) yield rules1.responseLine(user, response)
    yield* rules2.responseLines(idempotency.rules2, at)
  },
  holds: () => [],
}
