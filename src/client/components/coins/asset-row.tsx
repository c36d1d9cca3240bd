import { Link } from 'react-router-dom'
import { DASH, type Direction } from '../../format/numbers.ts'
import style from './asset-row.module.css'
import { CoinIcon } from './coin-icon.tsx'

type Props = {
  symbol: string
  /** Below the ticker. */
  amount: string
  /** Below the value, or after the amount where a note is below the value. */
  inOrders?: string | undefined
  value: string
  /** Below the value: how the price changed, or what was gained. Nothing where that is unknown. */
  note: { readonly direction: Direction; readonly text: string }
  /** After the note: the time that it is about. */
  noteTime?: string | undefined
  /** Its height. */
  className?: string | undefined
}

/** One of the user's assets, linked to its page. */
export function AssetRow({ symbol, amount, inOrders, value, note, noteTime, className = '' }: Props) {
  const hasNote = note.text !== DASH
  const isSplit = hasNote && inOrders !== undefined
  return (
    <Link className={`${style.row} ${className}`} to={`/asset?symbol=${encodeURIComponent(symbol)}`}>
      <CoinIcon symbol={symbol} size={36} />
      <span className={style.coin}>
        <b>{symbol}</b>
        <small>
          <span>{isSplit ? `${amount},` : amount}</span>
          {isSplit && <span>{inOrders}</span>}
        </small>
      </span>
      <span className={style.sum}>
        <b>{value}</b>
        {hasNote ? (
          <small className="gain" data-direction={note.direction}>
            {note.text}
            {noteTime !== undefined && <span> {noteTime}</span>}
          </small>
        ) : (
          inOrders !== undefined && <small>{inOrders}</small>
        )}
      </span>
    </Link>
  )
}
