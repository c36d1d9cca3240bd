import type { PastWords } from '../../atoms/own-words.ts'

/** One thing the reader did with a coin. */
export function PastRow({ title, line, figure, under, pair }: PastWords & { pair?: string | undefined }) {
  return (
    <li className="past-row">
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
