import { Link } from 'react-router-dom'
import type { Direction } from '../../format/numbers.ts'
import style from './asset-row.module.css'
import { CoinIcon } from './coin-icon.tsx'

type Props = {
  symbol: string
  /** Below the ticker: how the price changed, or what was gained. */
  note: { readonly direction: Direction; readonly text: string }
  value: string
  amount: string
}

/** One of the user's assets, linked to its page. */
export const AssetRow = ({ symbol, note, value, amount }: Props) => (
  <Link className={style.row} to={`/asset?symbol=${encodeURIComponent(symbol)}`}>
    <CoinIcon symbol={symbol} size={36} />
    <span>
      <b>{symbol}</b>
      <small className="gain" data-direction={note.direction}>
        {note.text}
      </small>
    </span>
    <span className={style.sum}>
      <b>{value}</b>
      <small>{amount}</small>
    </span>
  </Link>
)
