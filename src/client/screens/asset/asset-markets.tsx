import { MarketRows } from '../../components/markets/market-rows.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sortMarkets } from '../../state/markets/market-sorting.ts'
import type { Market } from '../../state/markets/markets.ts'
import { assetsText } from '../../text/assets.ts'

const text = assetsText.asset

/** The coin's markets, highest turnover first. */
export function AssetMarkets({ markets }: { markets: readonly Market[] }) {
  const trade = useOpenTrade()
  return (
    <section aria-labelledby="asset-markets">
      <h2 id="asset-markets">{text.markets}</h2>
      <MarketRows
        markets={sortMarkets(markets, { by: 'turnover', isDown: true })}
        variant="list"
        hasStars={false}
        onPick={trade}
      />
    </section>
  )
}
