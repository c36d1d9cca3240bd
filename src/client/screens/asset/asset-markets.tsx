import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import { sortMarkets } from '../../atoms/market-order.ts'
import type { Market } from '../../atoms/pairs.ts'
import { priceWords, turnoverWords } from '../../format/pair-numbers.ts'
import { asset as words } from '../../text/en-assets.ts'
import { MarketRow } from '../../ui/market-row.tsx'

/** Where the coin is traded, the most traded first. */
export function AssetMarkets({ markets }: { markets: readonly Market[] }) {
  const choose = useSetAtom(choosePairAtom)
  const navigate = useNavigate()
  return (
    <section aria-labelledby="asset-markets">
      <h2 id="asset-markets">{words.markets}</h2>
      <ul className="rows">
        {sortMarkets(markets, { by: 'turnover', isDown: true }).map(({ pair, view }) => (
          <li key={pair.id}>
            <MarketRow
              symbol={pair.symbol}
              name={pair.base.name}
              price={priceWords(pair, view.price)}
              percent={view.percent_change_24h}
              turnover={turnoverWords(pair, view.turnover_24h)}
              prices={view.changes}
              onPick={() => {
                choose(pair.id)
                navigate('/trade')
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
