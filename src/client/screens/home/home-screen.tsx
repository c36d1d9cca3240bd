import { useAtomValue } from 'jotai'
import { LeaderCards } from '../../components/markets/leader-cards.tsx'
import { useOpenTrade } from '../../components/markets/use-open-trade.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Advantages } from './advantages.tsx'
import { Hero } from './hero.tsx'
import style from './home-screen.module.css'
import { MarketList } from './market-list.tsx'

const UserHome = lazyPart(() => import('./user-home.tsx'))

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
