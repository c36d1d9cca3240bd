import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Period } from '../../../contract/timeframes.ts'
import { isStaleAtom } from '../../atoms/connection.ts'
import type { Market } from '../../atoms/pairs.ts'
import { priceHistory, priceLine } from '../../atoms/price-line.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Change } from '../../ui/change.tsx'
import { FigureLine } from '../../ui/figure-line.tsx'
import { Periods } from '../../ui/periods.tsx'
import { Price } from '../../ui/price.tsx'

/** What it costs, and where that went over a period of choice. */
export function AssetPrice({ market }: { market: Market }) {
  const [period, choose] = useState<Period>('24h')
  const { percent, line } = useAtomValue(priceLine(period))(market)
  const ask = useSetAtom(priceHistory(market.pair.id, period))
  const isStale = useAtomValue(isStaleAtom)
  const { pair, view } = market
  return (
    <section className="asset-price" aria-label={pair.symbol}>
      <div>
        <p>
          <small>{pair.symbol}</small>
          <Price words={priceWords(pair, view.price)} />
          <Change percent={percent} isSmall isOld={isStale} />
        </p>
        <Periods value={period} onChoose={choose} />
      </div>
      <FigureLine line={line} failed={words.failedLine} onRetry={() => void ask('retry')} />
    </section>
  )
}
