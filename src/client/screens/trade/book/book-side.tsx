import { useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, memo } from 'react'
import { type Pair, quantityText } from '../../../../contract/markets/instruments.ts'
import type { Lots, Ticks } from '../../../../contract/money.ts'
import { Price } from '../../../components/price.tsx'
import { compact, grouped } from '../../../format/numbers.ts'
import { amountDecimals, plainTicks } from '../../../format/pair-numbers.ts'
import type { GroupedLevel } from '../../../state/book/levels.ts'
import { parseTicks } from '../../../state/markets/parse-pair.ts'
import { takeAmountAtom, takePriceAtom } from '../../../state/order-form/actions.ts'
import { openOrdersAtom } from '../../../state/orders/open-orders.ts'
import { tradeText } from '../../../text/trade.ts'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import style from './book-side.module.css'

type Props = {
  side: 'asks' | 'bids'
  pair: Pair | undefined
  /** Best first. */
  rows: readonly GroupedLevel[]
  /** Number of rows, empty ones included. */
  count: number
  /** What the bar of a row stands for, and the largest of all rows. */
  bar: 'quantity' | 'sum'
  largest: number
  isLoading: boolean
  isStale: boolean
}

export function BookSide({ side, pair, rows, count, bar, largest, isLoading, isStale }: Props) {
  const own = useOwnPrices(side, pair)
  const slots = Array.from({ length: count }, (_, index) => rows[index])
  if (side === 'asks') slots.reverse()
  return (
    <section
      className={style.side}
      data-side={side}
      data-stale={isStale || undefined}
      aria-label={side === 'asks' ? tradeText.book.asks : tradeText.book.bids}
    >
      {isLoading
        ? // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
          slots.map((_, index) => <LoadingRow key={index} />)
        : slots.map((row, index) => (
            <BookRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are fixed slots; prices move through them.
              key={index}
              pair={pair}
              price={row?.price}
              quantity={row?.quantity}
              sum={row?.sum}
              share={row ? Math.round((row[bar] / largest) * 100) : 0}
              isOwn={row !== undefined && own.has(row.price)}
              isTabStop={index === (side === 'asks' ? count - 1 : 0)}
            />
          ))}
    </section>
  )
}

const LoadingRow = () => (
  <div className={style.loading}>
    <Skeleton width={64} />
    <Skeleton width={40} />
  </div>
)

/** Prices of the user's orders on this side. */
function useOwnPrices(side: 'asks' | 'bids', pair: Pair | undefined): ReadonlySet<Ticks> {
  const orders = useAtomValue(openOrdersAtom)
  if (!orders || !pair) return new Set()
  const mine = orders.filter((order) => order.pair_id === pair.id && (order.side === 'sell') === (side === 'asks'))
  return new Set(mine.flatMap(({ price }) => parseTicks(pair, price ?? '') ?? []))
}

type RowProps = {
  pair: Pair | undefined
  price: Ticks | undefined
  quantity: Lots | undefined
  sum: Lots | undefined
  share: number
  isOwn: boolean
  /** The only row of its side in the tab order; arrow keys move on from there. */
  isTabStop: boolean
}

const BookRow = memo(function BookRow({ pair, price, quantity, sum, share, isOwn, isTabStop }: RowProps) {
  const takePrice = useSetAtom(takePriceAtom)
  const takeAmount = useSetAtom(takeAmountAtom)
  if (!pair || price === undefined || quantity === undefined || sum === undefined) return <div className={style.row} />
  const text = grouped(plainTicks(pair, price))
  const decimals = Math.min(4, amountDecimals(pair))
  const [amount, total] = [quantity, sum].map((lots) => compact(quantityText(pair, lots), decimals))
  return (
    <div className={style.row} data-own={isOwn || undefined}>
      <i style={{ width: `${share}%` }} />
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-label={tradeText.book.fillPrice(text)}
        onKeyDown={moveFocus}
        onClick={() => takePrice(price)}
      >
        <Price text={text} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={tradeText.book.fillAmount(`${amount} ${total}`, text)}
        onKeyDown={moveFocus}
        onClick={() => takeAmount({ price, sum })}
      >
        <span>{amount}</span> <span className={style.sum}>{total}</span>
      </button>
    </div>
  )
})

/** Buttons in two columns: left and right move within a row, up and down between rows. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 }

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[event.key]
  const buttons = event.currentTarget.closest('[data-side]')?.querySelectorAll('button')
  if (step === undefined || !buttons) return
  event.preventDefault()
  buttons[[...buttons].indexOf(event.currentTarget) + step]?.focus()
}
