/**
 * The whole state as plain values, and back. It is cut into pieces, so that packing, hashing or loading a large state
 * can pause between two of them.
 */

import type { Millis, Seq, TradeId } from '../contract/ids.ts'
import { lastTradeOf, type Sizes, setLastTrade, sizesOf } from './core.ts'
import type { AnyPiece, Loader } from './module-type.ts'
import { loaders, modules, type Piece } from './modules.ts'
import { emptyState, type State } from './state.ts'

/** Changes when `loadPiece` can no longer read stored snapshots. */
export const SNAPSHOT_VERSION = 1

const ITEMS_PER_PIECE = 2_000

export type Head = {
  readonly version: number
  readonly journal: string
  readonly seq: Seq
  readonly at: Millis
  readonly lastTrade: TradeId
  readonly epoch: Seq
  readonly rules: number
}
/** `sizes` are those of the state, and not stored. */
export type Snapshot = { readonly head: Head; readonly sizes: Sizes; readonly pieces: readonly Piece[] }

/** Only between two commands: an order that is being matched has no queue position. */
export function saveSnapshot(state: State): Snapshot {
  const { journal, seq, at, epoch, rules } = state
  const lastTrade = lastTradeOf(state)
  return {
    head: { version: SNAPSHOT_VERSION, journal, seq, at, lastTrade, epoch, rules },
    sizes: sizesOf(state),
    pieces: modules.flatMap((module): readonly Piece[] => module.save(state)).flatMap((piece) => cut(piece)),
  }
}

/** A state to which `loadPiece` adds all pieces, in their order. Throws if the version is unknown. `sizes`: see `emptyState`. */
export function beginLoading({ version, journal, seq, at, lastTrade, epoch, rules }: Head, sizes?: Sizes): State {
  if (version !== SNAPSHOT_VERSION) throw new Error(`unknown snapshot version ${version}`)
  const state = { ...emptyState(journal, sizes), seq, at, epoch, rules }
  setLastTrade(state, lastTrade)
  return state
}

export function loadPiece(state: State, piece: Piece): void {
  const load = loaders[piece.part] as Loader<Piece>
  load(state, piece)
}

/** Nothing for a piece without items. */
function cut<P extends AnyPiece>(piece: P): P[] {
  const pieces: P[] = []
  for (let from = 0; from < piece.items.length; from += ITEMS_PER_PIECE)
    pieces.push({ ...piece, items: piece.items.slice(from, from + ITEMS_PER_PIECE) })
  return pieces
}
