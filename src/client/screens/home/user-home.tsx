import { useAtomValue } from 'jotai'
import { type CSSProperties, Suspense, useState } from 'react'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { hasTradedAtom } from '../../state/account/profile.ts'
import { topCoinCountAtom } from '../../state/portfolio/balances.ts'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { BalanceCard } from './balance-card.tsx'
import { MarketList } from './market-list.tsx'
import style from './user-home.module.css'

const YourCoins = lazyPart(() => import('./your-coins.tsx'))
const FirstCoinCard = lazyPart(() => import('./first-coin-card.tsx'))
const ActivityCards = lazyPart(() => import('../../components/desk/activity-cards.tsx'))
const HomeCards = lazyPart(() =>
  import('../../components/earn/earn-parts.ts').then((all) => ({ default: all.HomeCards })),
)

/** The home page of a user: guests load none of it. */
export default function UserHome() {
  const hasTraded = useAtomValue(hasTradedAtom)
  const isWide = useWideScreen()
  return (
    <DeskPage className={style.page}>
      <DeskColumns
        top={<BalanceCard />}
        side={
          <>
            {hasTraded === true && <Coins />}
            <ErrorBoundary fallback={() => null}>
              <Cards />
              {isWide && hasTraded === true && (
                <Suspense fallback={null}>
                  <ActivityCards />
                </Suspense>
              )}
            </ErrorBoundary>
          </>
        }
        main={<MarketList />}
      />
    </DeskPage>
  )
}

/** What is below keeps its place while the coins load, also if there are fewer than this device expects. */
function Coins() {
  const [rows] = useState(useAtomValue(topCoinCountAtom))
  return (
    <div className={style.coins} style={{ '--rows': rows } as CSSProperties}>
      <Suspense fallback={null}>
        <YourCoins />
      </Suspense>
    </div>
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
