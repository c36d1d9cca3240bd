import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { BalanceHead } from '../../components/balance-head.tsx'
import { FigureChart } from '../../components/figure-chart.tsx'
import { QuickActions } from '../../components/quick-actions.tsx'
import { amountsHiddenAtom, totalInFiatAtom } from '../../state/app/preferences.ts'
import { balanceChart } from '../../state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../state/portfolio/balance-history.ts'
import { balanceText } from '../../state/portfolio/balance-text.ts'
import { watchedAssetsAtom } from '../../state/portfolio/balances.ts'
import { assetsText } from '../../text/assets.ts'
import { homeText } from '../../text/home.ts'

/** The signed-in user's total balance and its change in 24 hours. */
export default function BalanceCard() {
  useAtomValue(watchedAssetsAtom)
  const { netDeposits: _netDeposits, ...text } = useAtomValue(balanceText('24h'))
  const chart = useAtomValue(balanceChart('24h'))
  const query = useSetAtom(balanceHistory('24h'))
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const showInFiat = useSetAtom(totalInFiatAtom)
  return (
    <section className="home-balance" aria-label={homeText.total}>
      <BalanceHead
        {...text}
        title={homeText.total}
        onHide={() => setHidden(!isHidden)}
        onUnit={(unit) => showInFiat(unit !== VALUATION_CURRENCY)}
      />
      <FigureChart chart={chart} failed={assetsText.balance.failed} onRetry={() => void query('retry')} />
      <QuickActions />
    </section>
  )
}
