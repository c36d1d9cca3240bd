import { Link } from 'react-router-dom'
import { percentChange, wayOf } from '../format/numbers.ts'
import { Coin } from './coin.tsx'

type Props = {
  symbol: string
  name: string
  total: string
  available: string | undefined
  inOrders: string | undefined
  worth: string
  pnlPercent: string | null
  pnlHint: string
  /** Stands in for every amount. */
  hidden: string | undefined
}

/** One of the reader's assets, and the way to its page. */
export function AssetRow({ symbol, name, total, available, inOrders, worth, pnlPercent, pnlHint, hidden }: Props) {
  const pnl = pnlPercent === null ? undefined : percentChange(pnlPercent)
  return (
    <Link className="asset-row" to={`/asset?symbol=${encodeURIComponent(symbol)}`}>
      <Coin symbol={symbol} size={36} />
      <span className="asset-name">
        <b>{symbol}</b>
        {hidden !== undefined || inOrders === undefined ? (
          <small>{name}</small>
        ) : (
          <small>
            {available}
            <br />
            {inOrders}
          </small>
        )}
      </span>
      <span className="asset-sum">
        <b>{hidden ?? total}</b>
        <small>
          {hidden === undefined && worth}
          {pnl !== undefined && (
            <span className="gain" data-way={wayOf(pnl)} title={pnlHint}>
              {' '}
              {pnl}
            </span>
          )}
        </small>
      </span>
    </Link>
  )
}
