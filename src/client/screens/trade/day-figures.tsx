import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Pair } from '../../../contract/catalogue.ts'
import { isStaleAtom } from '../../atoms/connection.ts'
import { dayFiguresAtom } from '../../atoms/day-figures.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { compact, NONE } from '../../format/numbers.ts'
import { priceWords } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Change } from '../../ui/change.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The change of the day, live. Without colour when it is not. */
export function DayChange() {
  const figures = useAtomValue(dayFiguresAtom)
  const isOld = useAtomValue(isStaleAtom)
  return <Change percent={figures?.price_change_24h ?? null} isSmall isOld={isOld} />
}

/** On a phone: two by two beside the price. */
export function ShortDayFigures() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const figures = useAtomValue(dayFiguresAtom)
  const isStale = useAtomValue(isStaleAtom)
  return (
    <dl className="day-figures" data-stale={isStale || undefined}>
      <Figure name={trade.day.high}>{priceOf(pair, figures?.high_24h_price)}</Figure>
      <Figure name={trade.day.volumeShort}>{sumOf(figures?.volume_24h)}</Figure>
      <Figure name={trade.day.low}>{priceOf(pair, figures?.low_24h_price)}</Figure>
      <Figure name={pair?.quote.symbol ?? text.pairs.turnover}>{sumOf(figures?.turnover_24h)}</Figure>
    </dl>
  )
}

/** On a desk: the line beside the pair. */
export function DayFigures() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const figures = useAtomValue(dayFiguresAtom)
  const isStale = useAtomValue(isStaleAtom)
  return (
    <dl className="day-line" data-stale={isStale || undefined}>
      <Figure name={trade.day.change}>
        <DayChange />
      </Figure>
      <Figure name={trade.day.high}>{priceOf(pair, figures?.high_24h_price)}</Figure>
      <Figure name={trade.day.low}>{priceOf(pair, figures?.low_24h_price)}</Figure>
      <Figure name={trade.day.volume}>{sumOf(figures?.volume_24h, pair?.base.symbol)}</Figure>
      <Figure name={trade.day.turnover}>{sumOf(figures?.turnover_24h, pair?.quote.symbol)}</Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Undefined is not known yet, null is nothing to know. */
function priceOf(pair: Pair | undefined, price: string | null | undefined): ReactNode {
  if (!pair || price === undefined) return <Skeleton width={52} height={10} />
  return price === null ? NONE : <Price words={priceWords(pair, price)} />
}

function sumOf(sum: string | null | undefined, unit?: string): ReactNode {
  if (sum === undefined) return <Skeleton width={40} height={10} />
  if (sum === null) return NONE
  return unit === undefined ? compact(sum) : `${compact(sum)} ${unit}`
}
