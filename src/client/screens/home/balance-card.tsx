import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { BalanceHead, LoadingBalanceHead } from '../../components/balance-head.tsx'
import { FigureChart } from '../../components/charts/figure-chart.tsx'
import { EmptyChart } from '../../components/charts/value-chart.tsx'
import { QuickActions } from '../../components/quick-actions.tsx'
import { expectsBalanceLineAtom, hasTradedAtom } from '../../state/account/profile.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../../state/app/preferences.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { balanceChart, hasBalanceLineAtom } from '../../state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../state/portfolio/balance-history.ts'
import { balanceText } from '../../state/portfolio/balance-text.ts'
import { watchedAssetsAtom } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import style from './home-screen.module.css'
import { YourCoins } from './your-coins.tsx'

/** The user's total balance and its change in 24 hours. Nothing is requested before the user is signed in. */
export default function BalanceCard() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  const hasTraded = useAtomValue(hasTradedAtom) === true
  return (
    <>
      {isSignedIn ? <UserCard hasTraded={hasTraded} /> : <LoadingCard hasTraded={hasTraded} />}
      {hasTraded && <YourCoins />}
    </>
  )
}

type CardProps = { hasTraded: boolean }

/** Before the first trade there is no change to show. */
function UserCard({ hasTraded }: CardProps) {
  useAtomValue(watchedAssetsAtom)
  const hasLine = useAtomValue(hasBalanceLineAtom) && hasTraded
  return (
    <Card hasLine={hasLine}>
      <Figures hasTraded={hasTraded} />
      {hasLine && <DayChart />}
    </Card>
  )
}

/** Of the same height. */
function LoadingCard({ hasTraded }: CardProps) {
  const hasLine = useAtomValue(expectsBalanceLineAtom) && hasTraded
  return (
    <Card hasLine={hasLine}>
      <LoadingBalanceHead title={assetsText.home.total} hasChange={hasTraded} />
      {hasLine && <EmptyChart className={style.chart} />}
    </Card>
  )
}

const Card = ({ hasLine, children }: { hasLine: boolean; children: ReactNode }) => (
  <section className={style.balance} aria-label={assetsText.home.total} data-chart={hasLine || undefined}>
    {children}
    <QuickActions buys className={style.actions} />
  </section>
)

function Figures({ hasTraded }: CardProps) {
  const { netDeposits: _netDeposits, ...text } = useAtomValue(balanceText('24h'))
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const showInFiat = useSetAtom(totalInFiatAtom)
  return (
    <BalanceHead
      {...text}
      title={assetsText.home.total}
      hasChange={hasTraded}
      onHide={() => setHidden(!isHidden)}
      onUnit={(unit) => showInFiat(unit !== VALUATION_CURRENCY)}
    />
  )
}

function DayChart() {
  const chart = useAtomValue(balanceChart('24h'))
  const query = useSetAtom(balanceHistory('24h'))
  return (
    <FigureChart
      className={style.chart}
      chart={chart}
      failed={assetsText.balance.failed}
      onRetry={() => void query('retry')}
    />
  )
}
