import { useAtomValue } from 'jotai'
import { isStaleAtom } from '../../atoms/connection.ts'
import { fiatPriceAtom } from '../../atoms/fiat.ts'
import { lastPriceAtom } from '../../atoms/price.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Coloured by its last move; without colour when it is not live. */
export function LastPrice({ skeletonWidth = 130 }: { skeletonWidth?: number }) {
  const last = useAtomValue(lastPriceAtom)
  const market = useAtomValue(selectedMarketAtom)
  const isStale = useAtomValue(isStaleAtom)
  if (!market || !last) return <Skeleton width={skeletonWidth} height={20} />
  return (
    <span className="last-price" data-way={isStale ? 'none' : last.direction} data-stale={isStale || undefined}>
      <span className="unseen">{trade.book.lastPrice} </span>
      <Price words={priceWords(market.pair, last.text)} />
    </span>
  )
}

/** The same in the reader's own money; trading is in the quote. */
export function FiatPrice() {
  const last = useAtomValue(lastPriceAtom)
  const quote = useAtomValue(selectedMarketAtom)?.pair.quote.symbol
  const fiat = useAtomValue(fiatPriceAtom)(quote ?? '', last?.text ?? '')
  if (!fiat) return <small>{quote ? `${trade.book.lastPrice}, ${quote}` : '\u00a0'}</small>
  return (
    <small>
      ≈ {fiat.sign}
      <Price words={fiat.words} />
    </small>
  )
}
