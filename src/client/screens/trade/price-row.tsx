import { useAtomValue } from 'jotai'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { text } from '../../text/en.ts'
import { ShortDayFigures } from './day-figures.tsx'
import { LastPrice } from './last-price.tsx'

/** The phone's row of the price: the last one large, the day beside it. */
export function PriceRow() {
  const market = useAtomValue(selectedMarketAtom)
  return (
    <div className="price-row">
      <div className="price-row-last">
        <LastPrice />
        <small>{market ? `${text.book.lastPrice}, ${market.pair.quote.symbol}` : ' '}</small>
      </div>
      <ShortDayFigures />
    </div>
  )
}
