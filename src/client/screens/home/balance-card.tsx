import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { BalanceHead } from '../../components/balance-head.tsx'
import { FigureChart } from '../../components/charts/figure-chart.tsx'
import { EmptyChart } from '../../components/charts/value-chart.tsx'
import { QuickActions } from '../../components/quick-actions.tsx'
import { amountsHiddenAtom, totalInFiatAtom } from '../../state/app/preferences.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { balanceChart } from '../../state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../state/portfolio/balance-history.ts'
import { balanceText } from '../../state/portfolio/balance-text.ts'
import { watchedAssetsAtom } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import { homeText } from '../../text/home.ts'
import { Skeleton } from '../../ui/states/skeleton.tsx'

/** The user's total balance and its change in 24 hours. Nothing is requested before the user is signed in. */
export default function BalanceCard() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  return (
    <section className="home-balance" aria-label={homeText.total}>
      {isSignedIn ? <Figures /> : <LoadingFigures />}
      <QuickActions />
    </section>
  )
}

function Figures() {
  useAtomValue(watchedAssetsAtom)
  const { netDeposits: _netDeposits, ...text } = useAtomValue(balanceText('24h'))
  const chart = useAtomValue(balanceChart('24h'))
  const query = useSetAtom(balanceHistory('24h'))
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const showInFiat = useSetAtom(totalInFiatAtom)
  return (
    <>
      <BalanceHead
        {...text}
        title={homeText.total}
        onHide={() => setHidden(!isHidden)}
        onUnit={(unit) => showInFiat(unit !== VALUATION_CURRENCY)}
      />
      <FigureChart chart={chart} failed={assetsText.balance.failed} onRetry={() => void query('retry')} />
    </>
  )
}

/** Of the same height as the figures. */
function LoadingFigures() {
  return (
    <>
      <div className="balance-head" aria-busy="true">
        <h1>{homeText.total}</h1>
        <p className="balance-total">
          <Skeleton width={190} height={28} />
        </p>
        <p className="balance-change" />
      </div>
      <EmptyChart />
    </>
  )
}
