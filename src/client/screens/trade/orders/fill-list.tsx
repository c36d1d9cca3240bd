import { useAtomValue } from 'jotai'
import type { UserTradeView } from '../../../contract/views.ts'
import { clockAtom } from '../../atoms/clock.ts'
import { ownFills } from '../../atoms/order-history.ts'
import { allMarketsAtom } from '../../atoms/pairs.ts'
import { grouped } from '../../format/numbers.ts'
import { amountWords, moneyWords, priceWords } from '../../format/pair-numbers.ts'
import { orderTime } from '../../format/times.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { PagedList } from './paged-list.tsx'

export default function FillList() {
  return (
    <PagedList of={ownFills} none={trade.orders.noneFills} noneLine={trade.orders.noneFillsLine}>
      {(fills) => <Fills fills={fills} />}
    </PagedList>
  )
}

function useWords(fill: UserTradeView) {
  const pair = useAtomValue(allMarketsAtom).find((market) => market.pair.id === fill.pair_id)?.pair
  const now = useAtomValue(clockAtom)
  return {
    side: fill.side === 'buy' ? trade.form.buy : trade.form.sell,
    role: trade.orders.roles[fill.role],
    price: pair ? priceWords(pair, fill.price) : grouped(fill.price),
    amount: pair ? amountWords(pair, fill.volume) : grouped(fill.volume),
    total: moneyWords(fill.total),
    fee: `${grouped(fill.fee)} ${fill.fee_currency}`,
    at: new Date(fill.time).toISOString(),
    time: orderTime(new Date(fill.time).toISOString(), now),
  }
}

function Fills({ fills }: { fills: readonly UserTradeView[] }) {
  if (!useWide())
    return (
      <ul className="order-cards">
        {fills.map((fill) => (
          <FillCard key={fill.trade_id} fill={fill} />
        ))}
      </ul>
    )
  const { pair, side, price, amount, total, fee, role, time } = trade.orders
  return (
    <table className="orders-table">
      <thead>
        <tr>
          {[pair, side, price, amount, total, fee, role, time].map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fills.map((fill) => (
          <FillLine key={fill.trade_id} fill={fill} />
        ))}
      </tbody>
    </table>
  )
}

function FillLine({ fill }: { fill: UserTradeView }) {
  const words = useWords(fill)
  return (
    <tr>
      <td>{fill.pair_symbol}</td>
      <td data-side={fill.side}>{words.side}</td>
      <td>
        <Price words={words.price} />
      </td>
      <td>{words.amount}</td>
      <td>{words.total}</td>
      <td>{words.fee}</td>
      <td>{words.role}</td>
      <td>
        <time dateTime={words.at}>{words.time}</time>
      </td>
    </tr>
  )
}

function FillCard({ fill }: { fill: UserTradeView }) {
  const words = useWords(fill)
  return (
    <li className="order-card">
      <p className="order-card-head">
        <span className="tag" data-side={fill.side}>
          {words.side}
        </span>
        <b>{fill.pair_symbol}</b>
        <span>{words.role}</span>
        <time className="order-status" dateTime={words.at}>
          {words.time}
        </time>
      </p>
      <p className="order-card-line">
        <span>
          {trade.orders.price} <Price words={words.price} />
        </span>
        <span>
          {trade.orders.amount} <b>{words.amount}</b>
        </span>
        <span>
          {trade.orders.fee} {words.fee}
        </span>
      </p>
    </li>
  )
}
