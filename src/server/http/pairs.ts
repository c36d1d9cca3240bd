/** What everybody may know: currencies and pairs. */

import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { emptyBody } from '../../contract/schemas.ts'
import type { Sequencer } from '../core/sequencer.ts'
import { currencyView, type Figures, fullPairView, pairView } from '../say/market.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveAll } from './serve.ts'

type Parts = {
  readonly sequencer: Sequencer
  readonly figures: Figures
  readonly aboutPair: (pair: PairId) => string
}

export function servePairs(doors: Doors, { sequencer, figures, aboutPair }: Parts, limit: Limit): void {
  const terms = { takes: emptyBody, limit }
  serveAll(doors, api.currencies, terms, () =>
    sequencer.read(({ currencies }) => [...currencies.values()].map(currencyView)),
  )
  for (const call of [api.coinPairs, api.pairs])
    serveAll(doors, call, terms, () =>
      sequencer.read(({ markets }) => Array.from(markets.values(), (market) => pairView(market, figures))),
    )
  serveAll(doors, api.fullPairs, terms, () =>
    sequencer.read(({ markets }) => Array.from(markets.values(), (market) => fullPairView(market, figures))),
  )
  serveAll(doors, api.pairDescription, terms, ({ parts }) =>
    sequencer.read(({ markets }) => {
      const pair = markets.get(pairId(parts.id))?.pair
      if (pair === undefined) return refuse('PAIR_NOT_FOUND')
      const { name, symbol } = pair.base
      return { id: pair.id, name, symbol, description: aboutPair(pair.id) }
    }),
  )
}

/** 0 is no pair's id. */
const pairId = (text = ''): PairId => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
