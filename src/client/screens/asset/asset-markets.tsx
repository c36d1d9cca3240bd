import { MarketRows } from '../../components/markets/market-rows.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sortMarkets } from '../../state/markets/market-sorting.ts'
import type { Market } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

const text = assetsText.asset

/** The coin's markets, highest turnover first. */
export function AssetMarkets({ symbol, markets }: { symbol: string; markets: readonly Market[] }) {
  const trade = useOpenTrade()
  const offered = markets.filter(({ view }) => !view.is_hidden)
  return (
    <section aria-labelledby="asset-markets">
      <h2 id="asset-markets">{text.markets}</h2>
      {offered.length === 0 && <EmptyState icon="trade" title={text.noMarkets} line={text.noMarketsLine(symbol)} />}
      <MarketRows
        markets={sortMarkets(offered, { by: 'turnover', isDown: true })}
        variant="list"
        hasStars={false}
        onPick={trade}
      />
    </section>
  )
}
