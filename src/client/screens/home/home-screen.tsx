import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { LeaderCards } from '../../components/markets/leader-cards.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Advantages } from './advantages.tsx'
import { Hero } from './hero.tsx'
import style from './home-screen.module.css'
import { MarketList } from './market-list.tsx'
import { SearchLink } from './search-link.tsx'

const BalanceCard = lazyPart(() => import('./balance-card.tsx'))
const EarnCard = lazyPart(() =>
  import('../../components/earn/earn-parts.ts').then((all) => ({ default: all.EarnCard })),
)

export default function HomeScreen() {
  const session = useAtomValue(sessionAtom)
  const isGuest = session.state === 'guest'
  const trade = useOpenTrade()
  return (
    <div className={style.home} data-guest={isGuest || undefined}>
      {isGuest ? (
        <Hero />
      ) : (
        <Suspense fallback={<section className={style.balance} />}>
          <BalanceCard />
        </Suspense>
      )}
      {!isGuest && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={<div className={style.earn} />}>
            <div className={style.earn}>
              <EarnCard />
            </div>
          </Suspense>
        </ErrorBoundary>
      )}
      {isGuest && <LeaderCards className={style.leaders} onPick={trade} />}
      <SearchLink />
      <MarketList />
      {isGuest && <Advantages />}
    </div>
  )
}
