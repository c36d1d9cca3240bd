import type { Module } from '../module-type.ts'
import type { RequestRemembered } from './events.ts'
import { type IdempotencyPiece, responseLines, save, storeResponse } from './state.ts'

/** Without commands of its own: commands of other modules carry client ids. */
export const idempotency: Module<never, RequestRemembered, IdempotencyPiece> = {
  handlers: {},
  appliers: { 'request-remembered': storeResponse },
  loaders: {
    responses({ responses }, { items }) {
      for (const block of items) responses.loadBlock(block)
    },
    'other-responses'({ responses }, { items }) {
      for (const other of items) responses.loadOther(other)
    },
  },
  save,
  lines: responseLines,
  holds: () => [],
}
