import './home.css'
import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { sessionAtom } from '../../atoms/session.ts'
import { Hero } from './hero.tsx'
import { MarketList } from './market-list.tsx'

const BalanceCard = lazy(() => import('./balance-card.tsx'))

export default function HomeScreen() {
  const session = useAtomValue(sessionAtom)
  const isGuest = session.state === 'guest'
  return (
    <div className="home" data-guest={isGuest || undefined}>
      {isGuest ? (
        <Hero />
      ) : (
        <Suspense fallback={<section className="home-balance" />}>
          <BalanceCard />
        </Suspense>
      )}
      <MarketList />
    </div>
  )
}
