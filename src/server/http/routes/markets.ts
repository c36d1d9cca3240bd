/** Public market data: currencies and pairs. */

import type { PairId } from '../../../contract/ids.ts'
import type { Pair } from '../../../contract/markets/instruments.ts'
import type { PairDescriptionView } from '../../../contract/markets/views.ts'
import { refuse } from '../../../contract/refusals.ts'
import { currencies, marketOf, markets } from '../../../engine/exchange.ts'
import type { CoinFacts } from '../../markets/coin-facts.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { currencyView, fullPairView, type MarketStats, pairView, priceHistoryView } from '../../wire/market.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, servePublic } from '../serve.ts'

type Deps = {
  readonly sequencer: Sequencer
  readonly stats: MarketStats
  readonly coinFacts: (symbol: string) => CoinFacts
}

export function serveMarkets(context: RouteContext, { sequencer, stats, coinFacts }: Deps, limit: Limit): void {
  servePublic(context, 'currencies', limit, () =>
    sequencer.read((state) => Array.from(currencies(state), currencyView)),
  )
  for (const name of ['coinPairs', 'pairs'] as const)
    servePublic(context, name, limit, () =>
      sequencer.read((state) => Array.from(markets(state), (market) => pairView(market, stats))),
    )
  servePublic(context, 'fullPairs', limit, () =>
    sequencer.read((state) => Array.from(markets(state), (market) => fullPairView(market, stats))),
  )
  servePublic(context, 'pairDescription', limit, ({ params }) =>
    sequencer.read((state) => {
      const pair = marketOf(state, pairId(params.id))?.pair
      return pair === undefined ? refuse('PAIR_NOT_FOUND') : descriptionView(pair, coinFacts(pair.base.symbol))
    }),
  )
  servePublic(context, 'priceHistory', limit, ({ params, input: { period } }) =>
    sequencer.read((state) => {
      const market = marketOf(state, pairId(params.id))
      if (market === undefined) return refuse('PAIR_NOT_FOUND')
      const { id } = market.pair
      return priceHistoryView(market, period, stats.closeSeries(id, period), stats.stats24h(id))
    }),
  )
}

/** 0, which no pair has, for an invalid id. */
const pairId = (text = ''): PairId => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0) as PairId

/** Figures that only other data sources know are null. Favorites are stored by each client. */
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
