import { useAtomValue } from 'jotai'
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

const GuestHome = () => (
  <div className={style.home}>
    <Hero />
    <MarketList />
    <Advantages />
  </div>
)
