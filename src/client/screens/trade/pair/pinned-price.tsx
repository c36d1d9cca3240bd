import { useAtomValue } from 'jotai'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { LastPrice } from '../book/last-price-row.tsx'
import style from './pinned-price.module.css'
import { Change24h } from './stats-24h-row.tsx'

/**
 * Pair and last price at the top of a phone that is scrolled below its price row. It lies behind that row until the row
 * leaves the screen. Screen readers have the row itself.
 */
export function PinnedPrice() {
  const pair = useAtomValue(selectedMarketAtom)?.pair
  if (!pair) return null
  return (
    <div className={style.pinned} aria-hidden="true">
      <div className={style.bar}>
        <CoinIcon symbol={pair.base.symbol} size={20} />
        <b>{pair.symbol}</b>
        <LastPrice className={style.price} />
        <Change24h />
      </div>
    </div>
  )
}
