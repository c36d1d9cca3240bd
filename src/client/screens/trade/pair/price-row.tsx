import { FiatPrice, LastPrice } from '../book/last-price-row.tsx'
import { Stats24hGrid } from './stats-24h-row.tsx'

/** Last price and 24-hour statistics on a phone. */
export function PriceRow() {
  return (
    <div className="price-row">
      <div className="price-row-last">
        <LastPrice />
        <FiatPrice />
      </div>
      <Stats24hGrid />
    </div>
  )
}
