import { ShortDayFigures } from './day-figures.tsx'
import { FiatPrice, LastPrice } from './last-price.tsx'

/** The phone's row of the price: the last one large, the day beside it. */
export function PriceRow() {
  return (
    <div className="price-row">
      <div className="price-row-last">
        <LastPrice />
        <FiatPrice />
      </div>
      <ShortDayFigures />
    </div>
  )
}
