import { refuse } from '../../contract/refusals.ts'
import { emit } from '../execution.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { BeginTerm } from './commands.ts'
import type { TermBegun } from './events.ts'

/** Nothing before the first term. */
export type TermPiece = { readonly part: 'term'; readonly items: readonly number[] }

const itemsOf = (term: number): readonly number[] => (term === 0 ? [] : [term])

export const leading: Module<BeginTerm, TermBegun, TermPiece> = {
  handlers: {
    'begin-term': handlerOf<BeginTerm>({
      refuse: (state, { term }) =>
        Number.isSafeInteger(term) && term > state.term
          ? undefined
          : refuse('INVALID_REQUEST', { reason: `The term is above ${state.term}.` }),
      perform: (execution, { term }) => emit(execution, { type: 'term-begun', term }),
    }),
  },
  appliers: {
    'term-begun'(state, { term }) {
      state.term = term
    },
  },
  loaders: {
    term(state, { items }) {
      state.term = items[0] ?? 0
    },
  },
  save: ({ term }) => [{ part: 'term', items: itemsOf(term) }],
  lines: ({ term }) => itemsOf(term).map((each) => ({ term: each })),
  holds: () => [],
}
