import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Pair } from '../../../../contract/markets/instruments.ts'
import type { Ticks } from '../../../../contract/money.ts'
import { plainTicks } from '../../../format/pair-numbers.ts'
import { smallPriceText } from '../../../format/small-price.ts'
import { isStaleAtom } from '../../../state/app/connection-status.ts'
import { type Book, type BookSides, bookSidesAtom } from '../../../state/book/book.ts'
import { GROUPINGS, type Grouping, groupingAtom } from '../../../state/book/grouping.ts'
import { groupLevels } from '../../../state/book/levels.ts'
import { bookAtom, selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { tradeText } from '../../../text/trade.ts'
import { Select } from '../../../ui/form/select.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { BookSide } from './book-side.tsx'
import { LastPrice } from './last-price-row.tsx'
import style from './order-book.module.css'
import { useShortPhone } from './use-short-phone.ts'

/** On each side. A short phone has its controls in view as well. */
const ROWS = { phone: 6, shortPhone: 5, desktop: 8 } as const

export function OrderBook() {
  const market = useAtomValue(selectedMarketAtom)
  const live = useAtomValue(bookAtom)
  const [frozen, freeze] = useState<Book>()
  const isStale = useAtomValue(isStaleAtom)
  const [grouping] = useAtom(groupingAtom)
  const [sides] = useAtom(bookSidesAtom)
  const [isWide, isShort] = [useWideScreen(), useShortPhone()]
  const half = ROWS[isWide ? 'desktop' : isShort ? 'shortPhone' : 'phone']
  const count = sides === 'both' ? half : half * 2
  const book = frozen ?? live
  const asks = groupLevels('asks', book?.asks ?? [], grouping).slice(0, count)
  const bids = groupLevels('bids', book?.bids ?? [], grouping).slice(0, count)
  // As the last column, which is the sum only on a desk.
  const bar = isWide ? 'sum' : 'quantity'
  const rows = [...(sides === 'buy' ? [] : asks), ...(sides === 'sell' ? [] : bids)]
  const largest = Math.max(1, ...rows.map((row) => row[bar]))
  const pair = market?.pair
  const shown = { pair, count, bar, largest, isLoading: book === undefined, isStale } as const
  return (
    <section
      className={style.book}
      aria-label={tradeText.book.title}
      data-stale={isStale || undefined}
      // Rows stay fixed while pressed.
      onPointerDown={() => freeze(live)}
      onPointerUp={() => setTimeout(() => freeze(undefined))}
      onPointerCancel={() => freeze(undefined)}
      onPointerLeave={() => freeze(undefined)}
    >
      <header className={style.title}>
        <h2>{tradeText.book.title}</h2>
        <BookControls />
      </header>
      <div className={style.head} aria-hidden="true">
        <span>{tradeText.book.price}</span>
        <span>{pair?.base.symbol}</span>
        <span className={style.sum}>{tradeText.book.sum}</span>
      </div>
      {sides !== 'buy' && <BookSide side="asks" rows={asks} {...shown} />}
      <BookMiddle pair={pair} book={live} isStale={isStale} />
      {sides !== 'sell' && <BookSide side="bids" rows={bids} {...shown} />}
      <footer className={style.foot}>
        <BookControls />
      </footer>
    </section>
  )
}

type MiddleProps = { pair: Pair | undefined; book: Book | undefined; isStale: boolean }

function BookMiddle({ pair, book, isStale }: MiddleProps) {
  const [ask, bid] = [book?.asks[0]?.price, book?.bids[0]?.price]
  const spread = ask !== undefined && bid !== undefined ? ((ask - bid) as Ticks) : undefined
  const [buy, sell] = [book?.buyRatio ?? null, book?.sellRatio ?? null]
  const bought = Math.round(Number(buy ?? 50))
  return (
    <div className={style.middle}>
      <p className={style.last}>
        <LastPrice skeletonWidth={70} className={style.price} />
        <small>
          {pair &&
            spread !== undefined &&
            `${tradeText.book.spread} ${smallPriceText(trimZeros(plainTicks(pair, spread)))}`}
        </small>
      </p>
      <div className={style.ratio} data-empty={buy === null || undefined} data-stale={isStale || undefined}>
        <span>{book && `${bought}%`}</span>
        <i style={{ flexGrow: buy ?? 50 }} />
        <i style={{ flexGrow: sell ?? 50 }} />
        <span>{book && `${100 - bought}%`}</span>
      </div>
    </div>
  )
}

function BookControls() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const [grouping, setGrouping] = useAtom(groupingAtom)
  const [sides, setSides] = useAtom(bookSidesAtom)
  const next: Readonly<Record<BookSides, BookSides>> = { both: 'buy', buy: 'sell', sell: 'both' }
  return (
    <>
      <Select
        label={tradeText.book.grouping}
        value={grouping}
        onChoose={(ticks) => setGrouping(Number(ticks) as Grouping)}
        className={style.grouping}
      >
        {GROUPINGS.map((ticks) => (
          <Step key={ticks} pair={pair} ticks={ticks} />
        ))}
      </Select>
      <button
        type="button"
        className={style.layout}
        aria-label={tradeText.book.layout[sides]}
        onClick={() => setSides(next[sides])}
      >
        <LayoutIcon sides={sides} />
      </button>
    </>
  )
}

/** The price step of a row, in the quote currency; screen readers get all zeros. */
function Step({ pair, ticks }: { pair: Pair | undefined; ticks: Grouping }) {
  const size = pair ? trimZeros(plainTicks(pair, ticks as number as Ticks)) : String(ticks)
  return (
    <option value={ticks} aria-label={size}>
      {smallPriceText(size)}
    </option>
  )
}

const trimZeros = (step: string) => (step.includes('.') ? step.replace(/\.?0+$/, '') : step)

const LayoutIcon = ({ sides }: { sides: BookSides }) => (
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
    <rect x="2" y="2" width="6" height="6" rx="1" className={sides === 'buy' ? style.up : style.down} />
    <rect x="2" y="10" width="6" height="6" rx="1" className={sides === 'sell' ? style.down : style.up} />
    <path d="M11 4h5M11 9h5M11 14h5" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  </svg>
)
