import { Link } from 'react-router-dom'
import { DASH, type Direction } from '../../format/numbers.ts'
import style from './asset-row.module.css'
import { CoinIcon } from './coin-icon.tsx'

type Props = {
  symbol: string
  /** Below the ticker, with what of it is in orders. */
  amount: string
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
export const AssetRow = ({ symbol, amount, inOrders, value, note, noteTime, className = '' }: Props) => (
  <Link className={`${style.row} ${className}`} to={`/asset?symbol=${encodeURIComponent(symbol)}`}>
    <CoinIcon symbol={symbol} size={36} />
    <span className={style.coin}>
      <b>{symbol}</b>
      <small>
        <span>{inOrders === undefined ? amount : `${amount},`}</span>
        {inOrders !== undefined && <span>{inOrders}</span>}
      </small>
    </span>
    <span className={style.sum}>
      <b>{value}</b>
      {note.text !== DASH && (
        <small className="gain" data-direction={note.direction}>
          {note.text}
          {noteTime !== undefined && <span> {noteTime}</span>}
        </small>
      )}
    </span>
  </Link>
)
