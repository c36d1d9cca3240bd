import './pair-bar.css'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { type Market, marketsAtom } from '../../atoms/pairs.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { FavoriteStar } from '../../markets/favorite-star.tsx'
import { text } from '../../text/en.ts'
import { Coin } from '../../ui/coin.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DayChange, DayFigures } from './day-figures.tsx'
import { FiatPrice, LastPrice } from './last-price.tsx'

const PairPicker = lazy(() => import('./pair-picker.tsx'))

/** Which pair this is. On a phone it is the page's head; on a desk the line of figures above the grid. */
export default function PairBar() {
  const market = useAtomValue(selectedMarketAtom)
  const isLoading = useAtomValue(marketsAtom).state === 'loading'
  const [isPicking, setPicking] = useState(false)
  if (!market && !isLoading) return <div className="pair-bar" />
  return (
    <div className="pair-bar">
      <PairKey market={market} onPick={() => setPicking(true)} />
      <DayChange />
      {market && <FavoriteStar market={market} />}
      <div className="pair-bar-figures">
        <div className="pair-bar-price">
          <LastPrice />
          <FiatPrice />
        </div>
        <DayFigures />
      </div>
      {isPicking && (
        <Suspense fallback={null}>
          <PairPicker onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}

function PairKey({ market, onPick }: { market: Market | undefined; onPick: () => void }) {
  if (!market)
    return (
      <span className="pair-key">
        <Skeleton width={28} height={28} />
        <Skeleton width={96} height={16} />
      </span>
    )
  const { pair } = market
  return (
    <button type="button" className="pair-key" aria-haspopup="dialog" onClick={onPick}>
      <Coin symbol={pair.base.symbol} size={28} />
      <span aria-hidden="true">{pair.symbol}</span>
      <span className="unseen">{text.pairs.pick(pair.symbol)}</span>
      <Icon name="chevron-down" size={20} />
    </button>
  )
}
