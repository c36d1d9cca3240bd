import type { Module } from '../module-type.ts'
import type { RequestRemembered } from './events.ts'
import { type IdempotencyPiece, load, responseLines, save, storeResponse } from './state.ts'

/** Without commands of its own: commands of other modules carry client ids. */
export const idempotency: Module<never, RequestRemembered, IdempotencyPiece> = {
  handlers: {},
  appliers: { 'request-remembered': (state, event) => storeResponse(state.idempotency, event) },
  loaders: { responses: (state, piece) => load(state.idempotency, piece) },
  save: (state) => save(state.idempotency),
  lines: (state) => responseLines(state.idempotency, state.at),
  holds: () => [],
}
