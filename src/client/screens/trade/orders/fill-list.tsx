import { useAtomValue } from 'jotai'
import type { UserTradeView } from '../../../../contract/orders/views.ts'
import { Price } from '../../../components/price.tsx'
import { grouped } from '../../../format/numbers.ts'
import { formatAmount, formatMoney, formatPrice } from '../../../format/pair-numbers.ts'
import { orderTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { allMarketsAtom } from '../../../state/markets/markets.ts'
import { ownFills } from '../../../state/orders/order-history.ts'
import { assetsText } from '../../../text/assets.ts'
import { tradeText } from '../../../text/trade.ts'
import { Tag } from '../../../ui/tag.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import style from './order-row.module.css'
import { PagedOrders } from './paged-orders.tsx'

export default function FillList() {
  return (
    <PagedOrders source={ownFills} emptyTitle={tradeText.orders.noneFills} emptyLine={tradeText.orders.noneFillsLine}>
      {(fills) => <Fills fills={fills} />}
    </PagedOrders>
  )
}

function useFillText(fill: UserTradeView) {
  const pair = useAtomValue(allMarketsAtom).find((market) => market.pair.id === fill.pair_id)?.pair
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const masked = (amount: string) => (isHidden ? assetsText.wallet.hidden : amount)
  return {
    side: fill.side === 'buy' ? tradeText.form.buy : tradeText.form.sell,
    role: tradeText.orders.roles[fill.role],
    price: pair ? formatPrice(pair, fill.price) : grouped(fill.price),
    amount: masked(pair ? formatAmount(pair, fill.volume) : grouped(fill.volume)),
    total: masked(formatMoney(fill.total)),
    fee: masked(`${grouped(fill.fee)} ${fill.fee_currency}`),
    at: new Date(fill.time).toISOString(),
    time: orderTime(new Date(fill.time).toISOString(), now),
  }
}

function Fills({ fills }: { fills: readonly UserTradeView[] }) {
  if (!useWideScreen())
    return (
      <ul>
        {fills.map((fill) => (
          <FillCard key={fill.trade_id} fill={fill} />
        ))}
      </ul>
    )
  const { pair, side, price, amount, total, fee, role, time } = tradeText.orders
  return (
    <table className={style.table}>
      <thead>
        <tr>
          {[pair, side, price, amount, total, fee, role, time].map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fills.map((fill) => (
          <FillTableRow key={fill.trade_id} fill={fill} />
        ))}
      </tbody>
    </table>
  )
}

function FillTableRow({ fill }: { fill: UserTradeView }) {
  const text = useFillText(fill)
  return (
    <tr>
      <td>{fill.pair_symbol}</td>
      <td data-side={fill.side}>{text.side}</td>
      <td>
        <Price text={text.price} />
      </td>
      <td>{text.amount}</td>
      <td>{text.total}</td>
      <td>{text.fee}</td>
      <td>{text.role}</td>
      <td>
        <time dateTime={text.at}>{text.time}</time>
      </td>
    </tr>
  )
}

function FillCard({ fill }: { fill: UserTradeView }) {
  const text = useFillText(fill)
  return (
    <li className={style.card}>
      <p className={style.head}>
        <Tag side={fill.side}>{text.side}</Tag>
        <b>{fill.pair_symbol}</b>
        <span>{text.role}</span>
        <time dateTime={text.at}>{text.time}</time>
      </p>
      <p className={style.line}>
        <span>
          {tradeText.orders.price} <Price text={text.price} />
        </span>
        <span>
          {tradeText.orders.amount} <b>{text.amount}</b>
        </span>
        <span>
          {tradeText.orders.fee} {text.fee}
        </span>
      </p>
    </li>
  )
}
