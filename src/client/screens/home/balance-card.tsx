import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { BalanceHead, LoadingBalanceHead } from '../../components/balance/balance-head.tsx'
import { BalanceSection } from '../../components/balance/balance-section.tsx'
import { FigureChart } from '../../components/charts/figure-chart.tsx'
import { EmptyChart } from '../../components/charts/value-chart.tsx'
import { expectsBalanceLineAtom, hasTradedAtom } from '../../state/account/profile.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../../state/app/preferences.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { balanceChart, hasBalanceLineAtom } from '../../state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../state/portfolio/balance-history.ts'
import { balanceText } from '../../state/portfolio/balance-text.ts'
import { watchedAssetsAtom } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import style from './user-home.module.css'

/** The user's total balance and its change in 24 hours. Nothing is requested before the user is signed in. */
export function BalanceCard() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  const hasTraded = useAtomValue(hasTradedAtom) === true
  return isSignedIn ? <UserCard hasTraded={hasTraded} /> : <LoadingCard hasTraded={hasTraded} />
}

type CardProps = { hasTraded: boolean }

/** Before the first trade there is no change to show. */
function UserCard({ hasTraded }: CardProps) {
  useAtomValue(watchedAssetsAtom)
  const hasLine = useAtomValue(hasBalanceLineAtom) && hasTraded
  return (
    <BalanceSection label={assetsText.home.total} head={<Figures hasTraded={hasTraded} />} buys>
      {hasLine ? <DayChart /> : undefined}
    </BalanceSection>
  )
}

/** Of the same height. */
function LoadingCard({ hasTraded }: CardProps) {
  const hasLine = useAtomValue(expectsBalanceLineAtom) && hasTraded
  const head = <LoadingBalanceHead title={assetsText.home.total} hasChange={hasTraded} />
  return (
    <BalanceSection label={assetsText.home.total} head={head} buys>
      {hasLine ? <EmptyChart className={style.chart} /> : undefined}
    </BalanceSection>
  )
}

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
