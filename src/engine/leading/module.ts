import { refuse } from '../../contract/refusals.ts'
import { emit } from '../execution.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { AcceptSigner, BeginTerm, LeadingCommand } from './commands.ts'
import type { LeadingEvent } from './events.ts'

/** Nothing before the first term, and before the first signer. */
export type LeadingPiece =
  | { readonly part: 'term'; readonly items: readonly number[] }
  | { readonly part: 'signer'; readonly items: readonly string[] }

const INSTANCE = /^[0-9a-f]{32}$/

const termOf = (term: number): readonly number[] => (term === 0 ? [] : [term])
const signerOf = (instance: string): readonly string[] => (instance === '' ? [] : [instance])

export const leading: Module<LeadingCommand, LeadingEvent, LeadingPiece> = {
  handlers: {
    'begin-term': handlerOf<BeginTerm>({
      refuse: (state, { term }) =>
        Number.isSafeInteger(term) && term > state.term
          ? undefined
          : refuse('INVALID_REQUEST', { reason: `The term is above ${state.term}.` }),
      perform: (execution, { term }) => emit(execution, { type: 'term-begun', term }),
    }),
    'accept-signer': handlerOf<AcceptSigner>({
      refuse: (state, { instance }) =>
        INSTANCE.test(instance) && instance !== state.signer
          ? undefined
          : refuse('INVALID_REQUEST', { reason: 'This signer is used already.' }),
      perform: (execution, { instance, reason }) =>
        emit(execution, { type: 'signer-accepted', at: execution.at, instance, reason }),
    }),
  },
  appliers: {
    'term-begun'(state, { term }) {
      state.term = term
    },
    'signer-accepted'(state, { at, instance, reason }) {
      const isFirst = state.signer === ''
      state.signer = instance
      if (isFirst) return
      for (const network of state.networks.values()) {
        network.paused ??= reason
        network.restoredAt = at
      }
    },
  },
  loaders: {
    term(state, { items }) {
      state.term = items[0] ?? 0
    },
    signer(state, { items }) {
      state.signer = items[0] ?? ''
    },
  },
  save: ({ term, signer }) => [
    { part: 'term', items: termOf(term) },
    { part: 'signer', items: signerOf(signer) },
  ],
  lines: ({ term, signer }) => [
    ...termOf(term).map((each) => ({ term: each })),
    ...signerOf(signer).map((each) => ({ signer: each })),
  ],
  holds: () => [],
}
