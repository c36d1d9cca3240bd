import { useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, memo } from 'react'
import { type Pair, quantityText } from '../../../contract/catalogue.ts'
import type { Lots, Ticks } from '../../../contract/money.ts'
import type { Row } from '../../atoms/levels.ts'
import { takeAmountAtom, takePriceAtom } from '../../atoms/order-form.ts'
import { openOrdersAtom } from '../../atoms/orders.ts'
import { readTicks } from '../../atoms/read-pair.ts'
import { compact, grouped } from '../../format/numbers.ts'
import { amountDecimals, ticksPlain } from '../../format/pair-numbers.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'

type Props = {
  side: 'asks' | 'bids'
  pair: Pair | undefined
  /** Best first. */
  rows: readonly Row[]
  /** So many places are kept, filled or not. */
  count: number
  most: number
}

export function BookSide({ side, pair, rows, count, most }: Props) {
  const own = useOwnPrices(side, pair)
  const places = Array.from({ length: count }, (_, place) => rows[place])
  if (side === 'asks') places.reverse()
  return (
    <section className="book-side" data-side={side} aria-label={side === 'asks' ? trade.book.asks : trade.book.bids}>
      {places.map((row, place) => (
        <BookRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place in the book; its price passes through.
          key={place}
          pair={pair}
          price={row?.price}
          quantity={row?.quantity}
          sum={row?.sum}
          share={row ? Math.round((row.sum / most) * 100) : 0}
          isOwn={row !== undefined && own.has(row.price)}
          isStop={place === (side === 'asks' ? count - 1 : 0)}
        />
      ))}
    </section>
  )
}

/** Prices at which the reader has an order on this side. */
function useOwnPrices(side: 'asks' | 'bids', pair: Pair | undefined): ReadonlySet<Ticks> {
  const orders = useAtomValue(openOrdersAtom)
  if (!orders || !pair) return new Set()
  const mine = orders.filter((order) => order.pair_id === pair.id && (order.side === 'sell') === (side === 'asks'))
  return new Set(mine.flatMap(({ price }) => readTicks(pair, price ?? '') ?? []))
}

type RowProps = {
  pair: Pair | undefined
  price: Ticks | undefined
  quantity: Lots | undefined
  sum: Lots | undefined
  share: number
  isOwn: boolean
  /** The one row of its side that Tab stops at; arrows go on from there. */
  isStop: boolean
}

const BookRow = memo(function BookRow({ pair, price, quantity, sum, share, isOwn, isStop }: RowProps) {
  const takePrice = useSetAtom(takePriceAtom)
  const takeAmount = useSetAtom(takeAmountAtom)
  if (!pair || price === undefined || quantity === undefined || sum === undefined) return <div className="book-row" />
  const words = grouped(ticksPlain(pair, price))
  const decimals = Math.min(4, amountDecimals(pair))
  return (
    <div className="book-row" data-own={isOwn || undefined}>
      <i style={{ width: `${share}%` }} />
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={trade.book.fillPrice(words)}
        onKeyDown={walk}
        onClick={() => takePrice(price)}
      >
        <Price words={words} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={trade.book.fillAmount(words)}
        onKeyDown={walk}
        onClick={() => takeAmount({ price, sum })}
      >
        <span>{compact(quantityText(pair, quantity), decimals)}</span>
        <span className="book-sum">{compact(quantityText(pair, sum), decimals)}</span>
      </button>
    </div>
  )
})

/** Two columns of keys: left and right go across a row, up and down along a side. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 }

function walk(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[event.key]
  const keys = event.currentTarget.closest('.book-side')?.querySelectorAll('button')
  if (step === undefined || !keys) return
  event.preventDefault()
  keys[[...keys].indexOf(event.currentTarget) + step]?.focus()
}
