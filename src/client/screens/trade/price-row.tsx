import { useAtomValue } from 'jotai'
import type { Pair } from '../../../contract/catalogue.ts'
import type { Ticks } from '../../../contract/money.ts'
import { isStaleAtom } from '../../atoms/connection.ts'
import { bookAtom, selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { grouped, NONE } from '../../format/numbers.ts'
import { ticksPlain } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { Price } from '../../ui/price.tsx'
import { LastPrice } from './last-price.tsx'

/** The phone's row of the price: the last one large, the best of both sides beside it. */
export function PriceRow() {
  const market = useAtomValue(selectedMarketAtom)
  return (
    <div className="price-row">
      <div className="price-row-last">
        <LastPrice />
        <small>{market ? `${text.book.lastPrice}, ${market.pair.quote.symbol}` : ' '}</small>
      </div>
      <BestPrices />
    </div>
  )
}

export function BestPrices() {
  const market = useAtomValue(selectedMarketAtom)
  const book = useAtomValue(bookAtom)
  const isStale = useAtomValue(isStaleAtom)
  const [ask, bid] = [book?.asks[0]?.price, book?.bids[0]?.price]
  const spread = ask !== undefined && bid !== undefined ? ((ask - bid) as Ticks) : undefined
  return (
    <dl className="best-prices" data-stale={isStale || undefined}>
      <Figure name={text.book.bestAsk} pair={market?.pair} price={ask} />
      <Figure name={text.book.bestBid} pair={market?.pair} price={bid} />
      <Figure name={text.book.spread} pair={market?.pair} price={spread} />
    </dl>
  )
}

function Figure({ name, pair, price }: { name: string; pair: Pair | undefined; price: Ticks | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{pair && price !== undefined ? <Price words={grouped(ticksPlain(pair, price))} /> : NONE}</dd>
    </div>
  )
}
