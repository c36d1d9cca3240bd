/** Pairs by id, for who writes history: a pair's tick and lot never change, so the first look is good for ever. */

import type { Pair } from '../../contract/catalogue.ts'
import type { PairId } from '../../contract/ids.ts'
import { known } from '../../engine/assert.ts'
import type { Listener } from '../core/sequencer.ts'

export type KnownPairs = Listener & {
  /** Of a pair that something was heard of. */
  get(id: PairId): Pair
  all(): Iterable<Pair>
}

/** Must hear everything before those who ask it. */
export function knownPairs(): KnownPairs {
  const pairs = new Map<PairId, Pair>()
  return {
    done(_batch, { markets }) {
      if (markets.size > pairs.size) for (const { pair } of markets.values()) pairs.set(pair.id, pair)
    },
    get: (id) => known(pairs.get(id), 'what is heard is of a listed pair'),
    all: () => pairs.values(),
  }
}
