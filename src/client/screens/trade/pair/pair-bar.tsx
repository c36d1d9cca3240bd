import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { FavoriteStar } from '../../../components/markets/favorite-star.tsx'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { type Market, marketsAtom } from '../../../state/markets/markets.ts'
import { marketsText } from '../../../text/markets.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { FiatPrice, LastPrice } from '../book/last-price-row.tsx'
import style from './pair-bar.module.css'
import { Change24h, Stats24hRow } from './stats-24h-row.tsx'

const PairPicker = lazyPart(() => import('./pair-picker.tsx'))

/** The selected pair: the page head on a phone, a bar with statistics on desktop. */
export default function PairBar() {
  const market = useAtomValue(selectedMarketAtom)
  const isLoading = useAtomValue(marketsAtom).state === 'loading'
  const [isPickerOpen, setPickerOpen] = useState(false)
  if (!market && !isLoading) return <div className={style.bar} />
  return (
    <div className={style.bar}>
      <PairButton market={market} onPick={() => setPickerOpen(true)} />
      <Change24h className={style.change} />
      {market && <FavoriteStar market={market} className={style.star} />}
      <div className={style.figures}>
        <div className={style.price}>
          <LastPrice className={style.last} />
          <FiatPrice />
        </div>
        <Stats24hRow />
      </div>
      {isPickerOpen && (
        <Suspense fallback={null}>
          <PairPicker onClose={() => setPickerOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function PairButton({ market, onPick }: { market: Market | undefined; onPick: () => void }) {
  if (!market)
    return (
      <span className={style.pair}>
        <Skeleton width={28} height={28} className={style.circle} />
        <Skeleton width={96} height={16} />
      </span>
    )
  const { pair } = market
  return (
    <button type="button" className={style.pair} aria-haspopup="dialog" onClick={onPick}>
      <CoinIcon symbol={pair.base.symbol} size={28} className={style.coin} />
      <span aria-hidden="true">{pair.symbol}</span>
      <span className="visually-hidden">{marketsText.pick(pair.symbol)}</span>
      <Icon name="chevron-down" size={20} className={style.arrow} />
    </button>
  )
}
