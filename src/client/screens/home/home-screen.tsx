import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
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

const BalanceCard = lazyPart(() => import('./balance-card.tsx'))
const FirstCoinCard = lazyPart(() => import('./first-coin-card.tsx'))
const HomeCards = lazyPart(() =>
  import('../../components/earn/earn-parts.ts').then((all) => ({ default: all.HomeCards })),
)

export default function HomeScreen() {
  return useAtomValue(sessionAtom).state === 'guest' ? <GuestHome /> : <UserHome />
}

function GuestHome() {
  const trade = useOpenTrade()
  return (
    <div className={style.home}>
      <Hero />
      <LeaderCards className={style.leaders} onPick={trade} />
      <MarketList />
      <Advantages />
    </div>
  )
}

function UserHome() {
  const hasTraded = useAtomValue(hasTradedAtom)
  return (
    <DeskPage className={style.user}>
      <DeskColumns
        top={
          <Suspense fallback={<section className={style.balance} data-coins={hasTraded} />}>
            <BalanceCard />
          </Suspense>
        }
        side={
          <ErrorBoundary fallback={() => null}>
            <Cards />
          </ErrorBoundary>
        }
        main={<MarketList />}
      />
    </DeskPage>
  )
}

/** While it is not known whether the account has traded, the place of the card stays free. */
function Cards() {
  const hasTraded = useAtomValue(hasTradedAtom)
  return (
    <>
      {hasTraded !== true && (
        <Suspense fallback={<div className={style.first} />}>
          {hasTraded === false ? <FirstCoinCard /> : <div className={style.first} />}
        </Suspense>
      )}
      <Suspense fallback={<div className={style.earn} />}>
        <div className={style.earn}>
          <HomeCards />
        </div>
      </Suspense>
    </>
  )
}
