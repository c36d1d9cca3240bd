import { useAtomValue } from 'jotai'
import { formatPrice } from '../../format/pair-numbers.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { leadersAtom } from '../../state/markets/market-lists.ts'
import { type Market, watchedMarketsAtom } from '../../state/markets/markets.ts'
import { marketsText } from '../../text/markets.ts'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { Change } from '../change.tsx'
import { Sparkline } from '../charts/sparkline.tsx'
import { CoinIcon } from '../coins/coin-icon.tsx'
import { Price } from '../price.tsx'
import style from './leader-cards.module.css'

const SKELETONS = [0, 1, 2]

/** The day's leaders, in a row that scrolls horizontally. */
export function LeaderCards({ onPick }: { onPick: (market: Market) => void }) {
  const { state } = useAtomValue(watchedMarketsAtom)
  const { are, markets } = useAtomValue(leadersAtom)
  const isStale = useAtomValue(isStaleAtom)
  if (state === 'failed' || (state === 'ready' && markets.length === 0)) return null
  return (
    <section className={style.leaders} aria-labelledby="leaders">
      <h2 id="leaders">{marketsText.leaders[are]}</h2>
      <ul>
        {state === 'loading' && SKELETONS.map((index) => <CardSkeleton key={index} />)}
        {markets.map((market) => (
          <li key={market.pair.id}>
            <Card market={market} isStale={isStale} onPick={() => onPick(market)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ market: { pair, view }, isStale, onPick }: { market: Market; isStale: boolean; onPick: () => void }) {
  return (
    <button type="button" className={style.leader} data-stale={isStale || undefined} onClick={onPick}>
      <span className={style.name}>
        <CoinIcon symbol={pair.base.symbol} size={24} />
        <b>{pair.base.symbol}</b>
      </span>
      <Price text={formatPrice(pair, view.price)} className={style.price} />
      <span className={style.day}>
        <Change percent={view.percent_change_24h} isSmall isStale={isStale} className={style.change} />
        <Sparkline prices={view.changes} percent={view.percent_change_24h} className={style.sparkline} />
      </span>
    </button>
  )
}

function CardSkeleton() {
  return (
    <li className={style.leader} aria-hidden="true">
      <Skeleton width={72} height={24} />
      <Skeleton width={96} height={20} />
      <Skeleton width="100%" height={20} />
    </li>
  )
}
