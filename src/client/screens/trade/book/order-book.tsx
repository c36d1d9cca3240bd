import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Pair } from '../../../contract/catalogue.ts'
import type { Ticks } from '../../../contract/money.ts'
import { type Book, type BookSides, bookSidesAtom } from '../../atoms/book.ts'
import { GROUPINGS, type Grouping, groupingAtom } from '../../atoms/book-grouping.ts'
import { isStaleAtom } from '../../atoms/connection.ts'
import { groupLevels } from '../../atoms/levels.ts'
import { bookAtom, selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { ticksPlain } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import * as trade from '../../text/en-trade.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { BookSide } from './book-side.tsx'
import { LastPrice } from './last-price.tsx'

const ROWS = { phone: 6, desk: 8 } as const

export function OrderBook() {
  const market = useAtomValue(selectedMarketAtom)
  const live = useAtomValue(bookAtom)
  const [held, hold] = useState<Book>()
  const isStale = useAtomValue(isStaleAtom)
  const [grouping] = useAtom(groupingAtom)
  const [sides] = useAtom(bookSidesAtom)
  const half = useWide() ? ROWS.desk : ROWS.phone
  const count = sides === 'both' ? half : half * 2
  const book = held ?? live
  const asks = groupLevels('asks', book?.asks ?? [], grouping).slice(0, count)
  const bids = groupLevels('bids', book?.bids ?? [], grouping).slice(0, count)
  const most = Math.max(
    1,
    sides === 'buy' ? 0 : (asks.at(-1)?.sum ?? 0),
    sides === 'sell' ? 0 : (bids.at(-1)?.sum ?? 0),
  )
  const pair = market?.pair
  const shown = { pair, count, most }
  return (
    <section
      className="book"
      aria-label={trade.book.title}
      data-stale={isStale || undefined}
      // Rows keep their place while a finger is on them.
      onPointerDown={() => hold(live)}
      onPointerUp={() => setTimeout(() => hold(undefined))}
      onPointerCancel={() => hold(undefined)}
      onPointerLeave={() => hold(undefined)}
    >
      <header className="book-title">
        <h2>{trade.book.title}</h2>
        <BookControls />
      </header>
      <div className="book-head" aria-hidden="true">
        <span>{trade.book.price}</span>
        <span>{pair?.base.symbol}</span>
        <span className="book-sum">{trade.book.sum}</span>
      </div>
      {sides !== 'buy' && <BookSide side="asks" rows={asks} {...shown} />}
      <BookMiddle pair={pair} book={live} />
      {sides !== 'sell' && <BookSide side="bids" rows={bids} {...shown} />}
      <footer className="book-foot">
        <BookControls />
      </footer>
    </section>
  )
}

function BookMiddle({ pair, book }: { pair: Pair | undefined; book: Book | undefined }) {
  const [ask, bid] = [book?.asks[0]?.price, book?.bids[0]?.price]
  const spread = ask !== undefined && bid !== undefined ? ((ask - bid) as Ticks) : undefined
  const [buy, sell] = [book?.buyRatio ?? null, book?.sellRatio ?? null]
  const percent = (ratio: string | null) => (ratio === null ? '50%' : `${Math.round(Number(ratio))}%`)
  return (
    <div className="book-middle">
      <p className="book-last">
        <LastPrice skeletonWidth={70} />
        <small>
          {pair && spread !== undefined && `${trade.book.spread} ${smallPriceText(trimmed(ticksPlain(pair, spread)))}`}
        </small>
      </p>
      <div className="ratio" data-empty={buy === null || undefined}>
        <span>{percent(buy)}</span>
        <i style={{ flexGrow: buy ?? 50 }} />
        <i style={{ flexGrow: sell ?? 50 }} />
        <span>{percent(sell)}</span>
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
      <label className="select">
        <span className="unseen">{trade.book.grouping}</span>
        <select value={grouping} onChange={({ target }) => setGrouping(Number(target.value) as Grouping)}>
          {GROUPINGS.map((ticks) => (
            <Step key={ticks} pair={pair} ticks={ticks} />
          ))}
        </select>
        <Icon name="chevron-down" size={16} />
      </label>
      <button
        type="button"
        className="book-layout"
        aria-label={trade.book.layout[sides]}
        onClick={() => setSides(next[sides])}
      >
        <LayoutIcon sides={sides} />
      </button>
    </>
  )
}

/** The size of a row, in the quote; readers hear all of its zeros. */
function Step({ pair, ticks }: { pair: Pair | undefined; ticks: Grouping }) {
  const size = pair ? trimmed(ticksPlain(pair, ticks as number as Ticks)) : String(ticks)
  return (
    <option value={ticks} aria-label={size}>
      {smallPriceText(size)}
    </option>
  )
}

const trimmed = (step: string) => (step.includes('.') ? step.replace(/\.?0+$/, '') : step)

const LayoutIcon = ({ sides }: { sides: BookSides }) => (
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
    <rect x="2" y="2" width="6" height="6" rx="1" className={sides === 'buy' ? 'tone-up' : 'tone-down'} />
    <rect x="2" y="10" width="6" height="6" rx="1" className={sides === 'sell' ? 'tone-down' : 'tone-up'} />
    <path d="M11 4h5M11 9h5M11 14h5" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
  </svg>
)
