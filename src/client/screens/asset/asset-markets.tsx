import { sortMarkets } from '../../atoms/market-order.ts'
import type { Market } from '../../atoms/pairs.ts'
import { MarketRows } from '../../markets/market-rows.tsx'
import { useTrade } from '../../markets/use-trade.ts'
import { asset as words } from '../../text/en-assets.ts'

/** Where the coin is traded, the most traded first. */
export function AssetMarkets({ markets }: { markets: readonly Market[] }) {
  const trade = useTrade()
  return (
    <section aria-labelledby="asset-markets">
      <h2 id="asset-markets">{words.markets}</h2>
      <MarketRows
        markets={sortMarkets(markets, { by: 'turnover', isDown: true })}
        look="list"
        hasStars={false}
        onPick={trade}
      />
    </section>
  )
}
