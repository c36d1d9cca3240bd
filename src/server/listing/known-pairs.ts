/** Pairs by id, for who writes history: a pair's tick and lot never change, so one look is enough. */

import type { Pair } from '../../contract/catalogue.ts'
import type { PairId } from '../../contract/ids.ts'
import type { Sequencer } from '../core/sequencer.ts'

export function knownPairs(sequencer: Pick<Sequencer, 'glance'>): (pair: PairId) => Pair | undefined {
  const known = new Map<PairId, Pair>()
  return (id) => {
    const pair = known.get(id) ?? sequencer.glance(({ markets }) => markets.get(id)?.pair)
    if (pair !== undefined) known.set(id, pair)
    return pair
  }
}
