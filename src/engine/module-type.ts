/** What every module exports: one record of its handlers, appliers, holds and persisted forms. */

import type { Refusal } from '../contract/refusals.ts'
import type { Answer, Execution } from './execution.ts'
import type { Hold } from './postings.ts'
import type { State } from './state.ts'

export type Handler<C> = (execution: Execution, command: C) => Answer
export type Applier<E> = (state: State, event: E) => void
export type Loader<P> = (state: State, piece: P) => void

type Typed = { readonly type: string }
export type Handlers<C extends Typed> = { readonly [T in C['type']]: Handler<Extract<C, { type: T }>> }
export type Appliers<E extends Typed> = { readonly [T in E['type']]: Applier<Extract<E, { type: T }>> }

/** A part of a snapshot, cut to a limited number of items. */
export type AnyPiece = { readonly part: string; readonly items: readonly unknown[] }
export type Loaders<P extends AnyPiece> = { readonly [T in P['part']]: Loader<Extract<P, { part: T }>> }

export type Module<C extends Typed, E extends Typed, P extends AnyPiece> = {
  readonly handlers: Handlers<C>
  /** The only functions that change the state. */
  readonly appliers: Appliers<E>
  readonly loaders: Loaders<P>
  /** Copies what changes and shares what does not, so that saving is quick and later commands do not show in it. */
  save(state: State): readonly P[]
  /** Lines of the state text. */
  lines(state: State): Iterable<object>
  holds(state: State): Iterable<Hold>
}

/** For a command without an answer of its own. */
export const handlerOf =
  <C>(command: {
    readonly refuse: (state: State, command: C) => Refusal | undefined
    readonly perform: (execution: Execution, command: C) => void
  }): Handler<C> =>
  (execution, body) => {
    const refusal = command.refuse(execution.state, body)
    if (refusal !== undefined) return { type: 'refused', refusal }
    command.perform(execution, body)
    return { type: 'done' }
  }
