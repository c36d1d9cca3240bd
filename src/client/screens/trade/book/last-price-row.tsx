import { useAtomValue } from 'jotai'
import { Price } from '../../../components/price.tsx'
import { formatPrice } from '../../../format/pair-numbers.ts'
import { isStaleAtom } from '../../../state/app/connection-status.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { fiatPriceAtom } from '../../../state/markets/fiat-rates.ts'
import { lastPriceAtom } from '../../../state/markets/last-price.ts'
import { tradeText } from '../../../text/trade.ts'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import style from './last-price-row.module.css'

type LastPriceProps = {
  skeletonWidth?: number
  /** Its font. */
  className?: string | undefined
}

/** Coloured by the direction of its last change; without colour when stale. */
export function LastPrice({ skeletonWidth = 130, className = '' }: LastPriceProps) {
  const last = useAtomValue(lastPriceAtom)
  const market = useAtomValue(selectedMarketAtom)
  const isStale = useAtomValue(isStaleAtom)
  if (!market || !last) return <Skeleton width={skeletonWidth} height={20} />
  return (
    <span
      className={`${style.price} ${className}`}
      data-direction={isStale ? 'none' : last.direction}
      data-stale={isStale || undefined}
    >
      <span className="visually-hidden">{tradeText.book.lastPrice} </span>
      <Price text={formatPrice(market.pair, last.text)} />
    </span>
  )
}

/** The last price in the display currency. */
export function FiatPrice() {
  const last = useAtomValue(lastPriceAtom)
  const quote = useAtomValue(selectedMarketAtom)?.pair.quote.symbol
  const fiat = useAtomValue(fiatPriceAtom)(quote ?? '', last?.text ?? '')
  if (!fiat) return <small>{quote ? `${tradeText.book.lastPrice}, ${quote}` : '\u00a0'}</small>
  return (
    <small>
      ≈ {fiat.sign}
      <Price text={fiat.text} />
    </small>
  )
}
