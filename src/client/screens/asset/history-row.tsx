import type { HistoryText } from '../../state/orders/history-text.ts'
import style from './history-row.module.css'

/** One order or fill of a coin. */
export function HistoryRow({ title, line, figure, under, pair }: HistoryText & { pair?: string | undefined }) {
  return (
    <li className={style.row}>
      <span>
        <b>
          {title}
          {pair !== undefined && <span> {pair}</span>}
        </b>
        <small>{line}</small>
      </span>
      <span>
        <b>{figure}</b>
        <small>{under}</small>
      </span>
    </li>
  )
}
