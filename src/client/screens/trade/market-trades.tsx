import { useAtomValue, useSetAtom } from 'jotai'
import { memo } from 'react'
import type { Pair } from '../../../contract/catalogue.ts'
import type { TradeView } from '../../../contract/views.ts'
import { isStaleAtom, reconnectAtom } from '../../atoms/connection.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { tradesAtom } from '../../atoms/trades.ts'
import { compact } from '../../format/numbers.ts'
import { amountDecimals, priceWords } from '../../format/pair-numbers.ts'
import { clockTime } from '../../format/times.ts'
import * as trade from '../../text/en-trade.ts'
import { AwaitedRows } from '../../ui/awaited-rows.tsx'
import { Price } from '../../ui/price.tsx'

/** The tape: what has just been traded, newest first, in the colour of the side that took. */
export default function MarketTrades() {
  const trades = useAtomValue(tradesAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const isStale = useAtomValue(isStaleAtom)
  const reconnect = useSetAtom(reconnectAtom)
  return (
    <section className="tape" aria-label={trade.tape.title} data-stale={isStale || undefined}>
      <h2>{trade.tape.title}</h2>
      <div className="tape-head" aria-hidden="true">
        <span>{trade.tape.price}</span>
        <span>{pair?.base.symbol}</span>
        <span>{trade.tape.time}</span>
      </div>
      {!trades || !pair ? (
        <AwaitedRows count={5} height={44} failed={trade.tape.failed} onRetry={reconnect} />
      ) : trades.length === 0 ? (
        <p className="tape-empty">{trade.tape.empty}</p>
      ) : (
        <ol>
          {trades.map((trade) => (
            <TapeRow key={trade.id} pair={pair} trade={trade} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** A trade never changes. */
const TapeRow = memo(
  function TapeRow({ pair, trade: { price, volume, side, time } }: { pair: Pair; trade: TradeView }) {
    return (
      <li className="tape-row" data-side={side}>
        <span>
          <Price words={priceWords(pair, price)} />
          <span className="unseen"> {side === 'buy' ? trade.tape.bought : trade.tape.sold}</span>
        </span>
        <span>{compact(volume, Math.min(4, amountDecimals(pair)))}</span>
        <time dateTime={new Date(time).toISOString()}>{clockTime(time)}</time>
      </li>
    )
  },
  (before, after) => before.trade.id === after.trade.id && before.pair === after.pair,
)
