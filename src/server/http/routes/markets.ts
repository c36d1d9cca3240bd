/** Public market data: currencies and pairs. */

import type { PairId } from '../../../contract/ids.ts'
import type { Pair } from '../../../contract/markets/instruments.ts'
import type { PairDescriptionView } from '../../../contract/markets/views.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { CallName } from '../../../contract/schemas.ts'
import type { CoinFacts } from '../../markets/coin-facts.ts'
import type { CommittedMarkets } from '../../markets/committed-markets.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { currencyView, fullPairView, type MarketStats, pairView, priceHistoryView } from '../../wire/market.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, servePublic } from '../serve.ts'

type Deps = {
  readonly sequencer: Pick<Sequencer, 'isStale'>
  readonly markets: CommittedMarkets
  readonly stats: MarketStats
  readonly coinFacts: (symbol: string) => CoinFacts
}

export function serveMarkets(
  context: RouteContext,
  { sequencer, markets, stats, coinFacts }: Deps,
  limit: Limit,
): void {
  const serve: ServeMarket = (name, handle) => servePublic(context, name, limit, handle, () => sequencer.isStale)
  serve('currencies', async () => Array.from(markets.currencies(), currencyView))
  for (const name of ['coinPairs', 'pairs'] as const)
    serve(name, async () =>
      [...markets.all()].filter(({ isHidden }) => !isHidden).map((market) => pairView(market, stats)),
    )
  serve('fullPairs', async () => Array.from(markets.all(), (market) => fullPairView(market, stats)))
  serve('pairDescription', async ({ params }) => {
    const pair = markets.get(pairId(params.id))?.pair
    return pair === undefined ? refuse('PAIR_NOT_FOUND') : descriptionView(pair, coinFacts(pair.base.symbol))
  })
  serve('priceHistory', async ({ params, input: { period } }) => {
    const market = markets.get(pairId(params.id))
    if (market === undefined) return refuse('PAIR_NOT_FOUND')
    const { id } = market.pair
    return priceHistoryView(market, period, stats.closeSeries(id, period), stats.stats24h(id))
  })
}

type ServeMarket = <Name extends CallName>(name: Name, handle: Parameters<typeof servePublic<Name>>[3]) => void

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
