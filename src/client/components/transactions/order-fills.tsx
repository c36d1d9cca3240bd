import type { UserTradeView } from '../../../contract/orders/views.ts'
import { grouped } from '../../format/numbers.ts'
import { clockTime } from '../../format/times.ts'
import { averageText } from '../../state/history/transaction-text.ts'
import { historyText } from '../../text/history.ts'
import { DetailRow, DetailsList } from '../details-list.tsx'
import style from './transaction-details.module.css'

const text = historyText.details

/** The fills of an order, newest first. */
export const OrderFills = ({ fills }: { fills: readonly UserTradeView[] }) => (
  <section className={style.fills} aria-label={text.fills}>
    <h3>{text.fills}</h3>
    <DetailsList>
      {fills.map(({ trade_id, volume, price, pair_symbol, time }) => (
        <DetailRow key={trade_id} name={clockTime(time)}>
          {text.fill(`${grouped(volume)} ${pair_symbol.split('/')[0]}`, averageText(price))}
        </DetailRow>
      ))}
    </DetailsList>
  </section>
)
