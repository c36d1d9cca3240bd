import './markets.css'
import { useAtomValue } from 'jotai'
import { isStaleAtom } from '../atoms/connection.ts'
import { leadersAtom } from '../atoms/market-lists.ts'
import { type Market, watchedMarketsAtom } from '../atoms/pairs.ts'
import { priceWords } from '../format/pair-numbers.ts'
import { text } from '../text/en.ts'
import { Change } from '../ui/change.tsx'
import { Coin } from '../ui/coin.tsx'
import { Price } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Sparkline } from '../ui/sparkline.tsx'

const WAITING = [0, 1, 2]

/** Those ahead today, in a row that scrolls sideways. */
export function LeaderCards({ onPick }: { onPick: (market: Market) => void }) {
  const { state } = useAtomValue(watchedMarketsAtom)
  const { are, markets } = useAtomValue(leadersAtom)
  const isOld = useAtomValue(isStaleAtom)
  if (state === 'failed' || (state === 'ready' && markets.length === 0)) return null
  return (
    <section className="leaders" aria-labelledby="leaders">
      <h2 id="leaders">{text.pairs.leaders[are]}</h2>
      <ul>
        {state === 'loading' && WAITING.map((place) => <Waiting key={place} />)}
        {markets.map((market) => (
          <li key={market.pair.id}>
            <Card market={market} isOld={isOld} onPick={() => onPick(market)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ market: { pair, view }, isOld, onPick }: { market: Market; isOld: boolean; onPick: () => void }) {
  return (
    <button type="button" className="leader" data-old={isOld || undefined} onClick={onPick}>
      <span className="leader-name">
        <Coin symbol={pair.base.symbol} size={24} />
        <b>{pair.base.symbol}</b>
      </span>
      <Price words={priceWords(pair, view.price)} className="leader-price" />
      <span className="leader-day">
        <Change percent={view.percent_change_24h} isSmall isOld={isOld} />
        <Sparkline prices={view.changes} percent={view.percent_change_24h} />
      </span>
    </button>
  )
}

function Waiting() {
  return (
    <li className="leader" aria-hidden="true">
      <Skeleton width={72} height={24} />
      <Skeleton width={96} height={20} />
      <Skeleton width="100%" height={20} />
    </li>
  )
}
