import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { LeaderCards } from '../../components/markets/leader-cards.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { hasTradedAtom } from '../../state/account/profile.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Advantages } from './advantages.tsx'
import { Hero } from './hero.tsx'
import style from './home-screen.module.css'
import { MarketList } from './market-list.tsx'
import { SearchLink } from './search-link.tsx'

const BalanceCard = lazyPart(() => import('./balance-card.tsx'))
const FirstCoinCard = lazyPart(() => import('./first-coin-card.tsx'))
const EarnCard = lazyPart(() =>
  import('../../components/earn/earn-parts.ts').then((all) => ({ default: all.EarnCard })),
)

export default function HomeScreen() {
  return useAtomValue(sessionAtom).state === 'guest' ? <GuestHome /> : <UserHome />
}

function GuestHome() {
  const trade = useOpenTrade()
  return (
    <div className={style.home} data-guest>
      <Hero />
      <LeaderCards className={style.leaders} onPick={trade} />
      <SearchLink />
      <MarketList />
      <Advantages />
    </div>
  )
}

/** While it is not known whether the account has traded, the place of the card stays free. */
function UserHome() {
  const hasTraded = useAtomValue(hasTradedAtom)
  return (
    <div className={style.home}>
      <Suspense fallback={<section className={style.balance} />}>
        <BalanceCard />
      </Suspense>
      <ErrorBoundary fallback={() => null}>
        {hasTraded !== true && (
          <Suspense fallback={<div className={style.first} />}>
            {hasTraded === false ? <FirstCoinCard /> : <div className={style.first} />}
          </Suspense>
        )}
        <Suspense fallback={<div className={style.earn} />}>
          <div className={style.earn}>
            <EarnCard />
          </div>
        </Suspense>
      </ErrorBoundary>
      <SearchLink />
      <MarketList />
    </div>
  )
}
