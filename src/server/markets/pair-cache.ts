/** Pairs by id, for the read models. Tick and lot size never change, so a cached pair stays correct. */

import type { PairId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { expectDefined } from '../../engine/assert.ts'
import { markets } from '../../engine/exchange.ts'
import type { Listener } from '../sequencer/deliveries.ts'

type PairCache = Listener & {
  /** Throws for a pair that no delivered command has listed. */
  get(id: PairId): Pair
  all(): Iterable<Pair>
}

/** Must be registered as a listener before the read models that use it. */
export function pairCache(): PairCache {
  const pairs = new Map<PairId, Pair>()
  return {
    onCommitted(_batch, state) {
      for (const { pair } of markets(state)) if (!pairs.has(pair.id)) pairs.set(pair.id, pair)
    },
    get: (id) => expectDefined(pairs.get(id), 'an event belongs to a listed pair'),
    all: () => pairs.values(),
  }
}
