import { NONE } from '../format/numbers.ts'
import { Change } from './change.tsx'
import { Coin } from './coin.tsx'
import { PairName } from './pair-name.tsx'
import { Price } from './price.tsx'
import { Sparkline } from './sparkline.tsx'

type Props = {
  symbol: string
  name: string
  price: string
  percent: string | null
  /** In words, with its unit; undefined before the first trade. */
  turnover: string | undefined
  /** The prices of the last 24 hours, where there is room for them. */
  prices?: readonly string[]
  /** With the turnover in a column of its own. */
  isWide?: boolean
  isCurrent?: boolean
  /** Not live: it loses its colour. */
  isOld?: boolean
  onPick: () => void
}

/** One market in a list: who, how much was traded, where it went, what it costs, how it moved. */
export function MarketRow(props: Props) {
  const { symbol, name, price, percent, turnover, prices, isWide, isCurrent, isOld = false, onPick } = props
  return (
    <button
      type="button"
      className="market-row"
      data-wide={isWide || undefined}
      data-old={isOld || undefined}
      aria-current={isCurrent || undefined}
      onClick={onPick}
    >
      <Coin symbol={symbol.split('/')[0] ?? symbol} />
      <span className="market-name">
        <PairName symbol={symbol} />
        <small>{isWide ? name : (turnover ?? name)}</small>
      </span>
      {prices && <Sparkline prices={prices} percent={percent} />}
      <Price words={price} className="market-price" />
      <Change percent={percent} isOld={isOld} />
      {isWide && <span className="market-turnover">{turnover ?? NONE}</span>}
    </button>
  )
}
