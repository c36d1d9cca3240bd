import { useAtomValue, useSetAtom } from 'jotai'
import { memo } from 'react'
import type { Pair } from '../../../../contract/markets/instruments.ts'
import type { TradeView } from '../../../../contract/markets/views.ts'
import { LoadingRows } from '../../../components/loading-rows.tsx'
import { Price } from '../../../components/price.tsx'
import { compact } from '../../../format/numbers.ts'
import { amountDecimals, formatPrice } from '../../../format/pair-numbers.ts'
import { clockTime } from '../../../format/times.ts'
import { isStaleAtom, reconnectAtom } from '../../../state/app/connection-status.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { tradesAtom } from '../../../state/markets/recent-trades.ts'
import { tradeText } from '../../../text/trade.ts'
import style from './market-trades.module.css'

/** Recent trades, newest first, coloured by the taker's side. */
export default function MarketTrades() {
  const trades = useAtomValue(tradesAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const isStale = useAtomValue(isStaleAtom)
  const reconnect = useSetAtom(reconnectAtom)
  return (
    <section className={style.trades} aria-label={tradeText.tape.title} data-stale={isStale || undefined}>
      <h2>{tradeText.tape.title}</h2>
      <div className={style.head} aria-hidden="true">
        <span>{tradeText.tape.price}</span>
        <span>{pair?.base.symbol}</span>
        <span>{tradeText.tape.time}</span>
      </div>
      {!trades || !pair ? (
        <LoadingRows count={5} height={44} failed={tradeText.tape.failed} onRetry={reconnect} />
      ) : trades.length === 0 ? (
        <p className={style.empty}>{tradeText.tape.empty}</p>
      ) : (
        <ol>
          {trades.map((trade) => (
            <TradeRow key={trade.id} pair={pair} trade={trade} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** Rendered once: a trade never changes. */
const TradeRow = memo(
  function TradeRow({ pair, trade: { price, volume, side, time } }: { pair: Pair; trade: TradeView }) {
    return (
      <li className={style.row} data-side={side}>
        <span>
          <Price text={formatPrice(pair, price)} />
          <span className="visually-hidden"> {side === 'buy' ? tradeText.tape.bought : tradeText.tape.sold}</span>
        </span>
        <span>{compact(volume, Math.min(4, amountDecimals(pair)))}</span>
        <time dateTime={new Date(time).toISOString()}>{clockTime(time)}</time>
      </li>
    )
  },
  (before, after) => before.trade.id === after.trade.id && before.pair === after.pair,
)
