import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Period } from '../../../contract/markets/timeframes.ts'
import { Change } from '../../components/change.tsx'
import { FigureChart } from '../../components/charts/figure-chart.tsx'
import { PeriodSelect } from '../../components/charts/period-select.tsx'
import { Price } from '../../components/price.tsx'
import { formatPrice } from '../../format/pair-numbers.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import type { Market } from '../../state/markets/markets.ts'
import { priceChart, priceHistory } from '../../state/portfolio/price-history.ts'
import { assetsText } from '../../text/assets.ts'
import style from './asset-screen.module.css'

const text = assetsText.asset

/** The coin's price and its chart over a selected period. */
export function AssetPrice({ market }: { market: Market }) {
  const [period, choose] = useState<Period>('24h')
  const { percent, chart } = useAtomValue(priceChart(period))(market)
  const query = useSetAtom(priceHistory(market.pair.id, period))
  const isStale = useAtomValue(isStaleAtom)
  const { pair, view } = market
  return (
    <section className={style.price} aria-label={pair.symbol}>
      <div>
        <p>
          <small>{pair.symbol}</small>
          <Price text={formatPrice(pair, view.price)} />
          <Change percent={percent} isSmall isStale={isStale} />
        </p>
        <PeriodSelect className={style.periods} value={period} onChoose={choose} />
      </div>
      <FigureChart className={style.chart} chart={chart} failed={text.failedLine} onRetry={() => void query('retry')} />
    </section>
  )
}
