import { Change } from './change.tsx'
import { Coin } from './coin.tsx'
import { PairName } from './pair-name.tsx'
import { Price } from './price.tsx'

type Props = {
  symbol: string
  name: string
  price: string
  percent: string | null
  isCurrent?: boolean
  onPick: () => void
}

/** One market in a list: who, how much, how it moved. */
export function MarketRow({ symbol, name, price, percent, isCurrent, onPick }: Props) {
  return (
    <button type="button" className="market-row" aria-current={isCurrent || undefined} onClick={onPick}>
      <Coin symbol={symbol.split('/')[0] ?? symbol} />
      <span className="market-name">
        <PairName symbol={symbol} />
        <small>{name}</small>
      </span>
      <Price words={price} className="market-price" />
      <Change percent={percent} />
    </button>
  )
}
