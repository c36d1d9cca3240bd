import './home.css'
import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { sessionAtom } from '../../atoms/session.ts'
import { LeaderCards } from '../../markets/leader-cards.tsx'
import { useTrade } from '../../markets/use-trade.ts'
import { Hero } from './hero.tsx'
import { MarketList } from './market-list.tsx'
import { Points } from './points.tsx'

const BalanceCard = lazy(() => import('./balance-card.tsx'))

export default function HomeScreen() {
  const session = useAtomValue(sessionAtom)
  const isGuest = session.state === 'guest'
  const trade = useTrade()
  return (
    <div className="home" data-guest={isGuest || undefined}>
      {isGuest ? (
        <Hero />
      ) : (
        <Suspense fallback={<section className="home-balance" />}>
          <BalanceCard />
        </Suspense>
      )}
      {isGuest && <LeaderCards onPick={trade} />}
      <MarketList />
      {isGuest && <Points />}
    </div>
  )
}
