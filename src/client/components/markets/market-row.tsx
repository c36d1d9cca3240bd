import type { ReactNode } from 'react'
import { DASH } from '../../format/numbers.ts'
import { Change } from '../change.tsx'
import { Sparkline } from '../charts/sparkline.tsx'
import { CoinIcon } from '../coins/coin-icon.tsx'
import { PairName } from '../coins/pair-name.tsx'
import { Price } from '../price.tsx'
import table from './market-columns.module.css'
import style from './market-rows.module.css'

type Props = {
  symbol: string
  name: string
  /** Before the name; undefined while it trades. */
  state?: string | undefined
  price: string
  /** Below the price. */
  fiat?: ReactNode
  percent: string | null
  /** Formatted with its unit; undefined before the first trade. */
  turnover: string | undefined
  /** Prices of the last 24 hours, for the sparkline. */
  prices?: readonly string[]
  /** Shows the turnover in its own column. */
  isWide?: boolean
  isCurrent?: boolean
  /** Not live: without colour. */
  isStale?: boolean
  onPick: () => void
}

/** One market of a list: coin, turnover, sparkline, price, change. */
export function MarketRow(props: Props) {
  const {
    symbol,
    name,
    state,
    price,
    fiat,
    percent,
    turnover,
    prices,
    isWide,
    isCurrent,
    isStale = false,
    onPick,
  } = props
  return (
    <button
      type="button"
      className={`${style.row} ${table.columns}`}
      data-wide={isWide || undefined}
      data-stale={isStale || undefined}
      aria-current={isCurrent || undefined}
      onClick={onPick}
    >
      <CoinIcon symbol={symbol.split('/')[0] ?? symbol} className={style.coin} />
      <span className={style.name}>
        <PairName symbol={symbol} />
        <small>{[state, isWide ? name : (turnover ?? name)].filter(Boolean).join(' · ')}</small>
      </span>
      {prices && <Sparkline prices={prices} percent={percent} className={style.sparkline} />}
      <span className={style.price}>
        <Price text={price} />
        {fiat}
      </span>
      <Change percent={percent} isStale={isStale} className={style.change} />
      {isWide && <span className={style.turnover}>{turnover ?? DASH}</span>}
    </button>
  )
}
