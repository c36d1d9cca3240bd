import { percentChange } from '../format/numbers.ts'
import { Coin } from './coin.tsx'

type Props = {
  symbol: string
  name: string
  total: string
  available: string | undefined
  inOrders: string | undefined
  worth: string
  pnlPercent: string | null
  /** Stands in for every amount. */
  hidden: string | undefined
}

export function AssetRow({ symbol, name, total, available, inOrders, worth, pnlPercent, hidden }: Props) {
  return (
    <div className="asset-row">
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
        {hidden === undefined && (
          <small>
            {worth}
            {pnlPercent !== null && (
              <span data-way={pnlPercent.startsWith('-') ? 'down' : 'up'}> {percentChange(pnlPercent)}</span>
            )}
          </small>
        )}
      </span>
    </div>
  )
}
