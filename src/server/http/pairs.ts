/** What everybody may know: currencies and pairs. */

import type { Pair } from '../../contract/catalogue.ts'
import type { PairId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PairDescriptionView } from '../../contract/views.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { CoinFacts } from '../listing/coin-facts.ts'
import { currencyView, type Figures, fullPairView, pairView, priceHistoryView } from '../say/market.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveAll } from './serve.ts'

type Parts = {
  readonly sequencer: Sequencer
  readonly figures: Figures
  readonly coinFacts: (symbol: string) => CoinFacts
}

export function servePairs(doors: Doors, { sequencer, figures, coinFacts }: Parts, limit: Limit): void {
  serveAll(doors, 'currencies', limit, () =>
    sequencer.read(({ currencies }) => [...currencies.values()].map(currencyView)),
  )
  for (const name of ['coinPairs', 'pairs'] as const)
    serveAll(doors, name, limit, () =>
      sequencer.read(({ markets }) => Array.from(markets.values(), (market) => pairView(market, figures))),
    )
  serveAll(doors, 'fullPairs', limit, () =>
    sequencer.read(({ markets }) => Array.from(markets.values(), (market) => fullPairView(market, figures))),
  )
  serveAll(doors, 'pairDescription', limit, ({ parts }) =>
    sequencer.read(({ markets }) => {
      const pair = markets.get(pairId(parts.id))?.pair
      return pair === undefined ? refuse('PAIR_NOT_FOUND') : descriptionView(pair, coinFacts(pair.base.symbol))
    }),
  )
  serveAll(doors, 'priceHistory', limit, ({ parts, input: { period } }) =>
    sequencer.read(({ markets }) => {
      const market = markets.get(pairId(parts.id))
      if (market === undefined) return refuse('PAIR_NOT_FOUND')
      const { id } = market.pair
      return priceHistoryView(market, period, figures.closesOver(id, period), figures.day(id))
    }),
  )
}

/** 0 is no pair's id. */
const pairId = (text = ''): PairId => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/** What others measure is null: no figure of ours tells it. Favorites are kept by each client. */
const descriptionView = ({ id, base: { name, symbol } }: Pair, facts: CoinFacts): PairDescriptionView => ({
  id,
  name,
  symbol,
  ...facts,
  market_cap: null,
  circulating_supply: null,
  all_time_high: null,
  is_favorite: false,
})
