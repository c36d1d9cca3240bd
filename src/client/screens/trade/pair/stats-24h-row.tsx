import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Pair } from '../../../../contract/markets/instruments.ts'
import { Change } from '../../../components/change.tsx'
import { Price } from '../../../components/price.tsx'
import { compact, DASH } from '../../../format/numbers.ts'
import { formatPrice } from '../../../format/pair-numbers.ts'
import { isStaleAtom } from '../../../state/app/connection-status.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { stats24hAtom } from '../../../state/book/stats-24h.ts'
import { tradeText } from '../../../text/trade.ts'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import style from './stats-24h-row.module.css'

/** Change in 24 hours; without colour when stale. */
export function Change24h({ className }: { className?: string | undefined }) {
  const stats = useAtomValue(stats24hAtom)
  const isStale = useAtomValue(isStaleAtom)
  return <Change percent={stats?.price_change_24h ?? null} isSmall isStale={isStale} className={className} />
}

/** On a phone: two by two beside the price. */
export function Stats24hGrid() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const stats = useAtomValue(stats24hAtom)
  const isStale = useAtomValue(isStaleAtom)
  return (
    <dl className={style.grid} data-stale={isStale || undefined}>
      <Stat name={<OfDay name={tradeText.day.highShort} />}>{priceOf(pair, stats?.high_24h_price)}</Stat>
      <Stat name={tradeText.day.volumeIn(pair?.base.symbol ?? '')}>{volumeOf(stats?.volume_24h)}</Stat>
      <Stat name={<OfDay name={tradeText.day.lowShort} />}>{priceOf(pair, stats?.low_24h_price)}</Stat>
      <Stat name={tradeText.day.volumeIn(pair?.quote.symbol ?? '')}>{volumeOf(stats?.turnover_24h)}</Stat>
    </dl>
  )
}

/** A small phone has no place for the hours. */
const OfDay = ({ name }: { name: string }) => (
  <>
    <span className={style.hours}>{tradeText.day.hours} </span>
    {name}
  </>
)

/** On desktop: one row beside the pair. */
export function Stats24hRow() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const stats = useAtomValue(stats24hAtom)
  const isStale = useAtomValue(isStaleAtom)
  return (
    <dl className={style.row} data-stale={isStale || undefined}>
      <Stat name={tradeText.day.change}>
        <Change24h className={style.change} />
      </Stat>
      <Stat name={tradeText.day.high}>{priceOf(pair, stats?.high_24h_price)}</Stat>
      <Stat name={tradeText.day.low}>{priceOf(pair, stats?.low_24h_price)}</Stat>
      <Stat name={tradeText.day.volume(pair?.base.symbol ?? '')}>{volumeOf(stats?.volume_24h)}</Stat>
      <Stat name={tradeText.day.volume(pair?.quote.symbol ?? '')}>{volumeOf(stats?.turnover_24h)}</Stat>
    </dl>
  )
}

const Stat = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Undefined: not loaded. Null: no trade yet. */
function priceOf(pair: Pair | undefined, price: string | null | undefined): ReactNode {
  if (!pair || price === undefined) return <Skeleton width={52} height={10} />
  return price === null ? DASH : <Price text={formatPrice(pair, price)} />
}

function volumeOf(sum: string | null | undefined): ReactNode {
  if (sum === undefined) return <Skeleton width={40} height={10} />
  return sum === null ? DASH : compact(sum)
}
