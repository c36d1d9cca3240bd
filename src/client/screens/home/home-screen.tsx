import './home.css'
import { useAtomValue } from 'jotai'
import { sessionAtom } from '../../atoms/session.ts'
import { BalanceCard } from './balance-card.tsx'
import { Hero } from './hero.tsx'
import { MarketList } from './market-list.tsx'

export default function HomeScreen() {
  const session = useAtomValue(sessionAtom)
  const isGuest = session.state === 'guest'
  return (
    <div className="home" data-guest={isGuest || undefined}>
      {isGuest ? <Hero /> : <BalanceCard />}
      <MarketList />
    </div>
  )
}
