import { FiatPrice, LastPrice } from '../book/last-price-row.tsx'
import style from './price-row.module.css'
import { Stats24hGrid } from './stats-24h-row.tsx'

/** Last price and 24-hour statistics on a phone. */
export function PriceRow() {
  return (
    <div className={style.row}>
      <div className={style.last}>
        <LastPrice className={style.price} />
        <FiatPrice />
      </div>
      <Stats24hGrid />
    </div>
  )
}
