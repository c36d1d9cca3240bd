import type { HistoryText } from '../../state/orders/history-text.ts'

/** One order or fill of a coin. */
export function HistoryRow({ title, line, figure, under, pair }: HistoryText & { pair?: string | undefined }) {
  return (
    <li className="history-row">
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
