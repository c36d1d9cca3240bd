import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { BalanceHead, LoadingBalanceHead } from '../../components/balance-head.tsx'
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
import style from './home-screen.module.css'

/** The user's total balance and its change in 24 hours. Nothing is requested before the user is signed in. */
export default function BalanceCard() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  return (
    <section className={style.balance} aria-label={homeText.total}>
      {isSignedIn ? <Figures /> : <LoadingFigures />}
      <QuickActions className={style.actions} />
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
      <FigureChart
        className={style.chart}
        chart={chart}
        failed={assetsText.balance.failed}
        onRetry={() => void query('retry')}
      />
    </>
  )
}

/** Of the same height as the figures. */
function LoadingFigures() {
  return (
    <>
      <LoadingBalanceHead title={homeText.total} />
      <EmptyChart className={style.chart} />
    </>
  )
}
