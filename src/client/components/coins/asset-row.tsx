import { Link } from 'react-router-dom'
import { directionOf, percentChange } from '../../format/numbers.ts'
import style from './asset-row.module.css'
import { CoinIcon } from './coin-icon.tsx'

type Props = {
  symbol: string
  name: string
  total: string
  inOrders: string | undefined
  value: string
  pnlPercent: string | null
  pnlHint: string
  /** Replaces every amount when set. */
  hidden: string | undefined
}

/** One of the user's assets, linked to its page. */
export function AssetRow({ symbol, name, total, inOrders, value, pnlPercent, pnlHint, hidden }: Props) {
  const pnl = pnlPercent === null ? undefined : percentChange(pnlPercent)
  return (
    <Link className={style.row} to={`/asset?symbol=${encodeURIComponent(symbol)}`}>
      <CoinIcon symbol={symbol} size={36} />
      <span className={style.name}>
        <b>{symbol}</b>
        <small>{hidden === undefined && inOrders !== undefined ? inOrders : name}</small>
      </span>
      <span className={style.sum}>
        <b>{hidden ?? total}</b>
        <small>
          {hidden === undefined && value}
          {pnl !== undefined && (
            <span className="gain" data-direction={directionOf(pnl)} title={pnlHint}>
              {' '}
              {pnl}
            </span>
          )}
        </small>
      </span>
    </Link>
  )
}
