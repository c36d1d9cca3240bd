import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Period } from '../../../../contract/markets/timeframes.ts'
import { VALUATION_CURRENCY } from '../../../../contract/markets/valuation.ts'
import { BalanceHead } from '../../../components/balance/balance-head.tsx'
import { BalanceSection } from '../../../components/balance/balance-section.tsx'
import { FigureChart } from '../../../components/charts/figure-chart.tsx'
import { PeriodSelect } from '../../../components/charts/period-select.tsx'
import { amountsHiddenAtom, totalInFiatAtom } from '../../../state/app/preferences.ts'
import { balanceChart, hasBalanceLineAtom } from '../../../state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../../state/portfolio/balance-history.ts'
import { balanceText } from '../../../state/portfolio/balance-text.ts'
import { assetsText } from '../../../text/assets.ts'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { AllocationBar } from './allocation-bar.tsx'
import style from './wallet-balance.module.css'

/** The total balance and its chart over a selected period; on a desk, until there is a line, the shares of the coins. */
export function WalletBalance() {
  const [period, choose] = useState<Period>('24h')
  const { netDeposits, ...text } = useAtomValue(balanceText(period))
  const hasLine = useAtomValue(hasBalanceLineAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const isWide = useWideScreen()
  const showInFiat = useSetAtom(totalInFiatAtom)
  const head = (
    <>
      <BalanceHead
        {...text}
        title={assetsText.wallet.total}
        onHide={() => setHidden(!isHidden)}
        onUnit={(unit) => showInFiat(unit !== VALUATION_CURRENCY)}
      />
      <p className={style.netDeposits}>{netDeposits}</p>
    </>
  )
  return (
    <BalanceSection label={assetsText.wallet.total} head={head}>
      {hasLine ? <Line period={period} onChoose={choose} /> : isWide ? <Shares /> : undefined}
    </BalanceSection>
  )
}

/** Their place stays free while the assets load. */
const Shares = () => (
  <div className={style.shares}>
    <AllocationBar least={1} />
  </div>
)

function Line({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const chart = useAtomValue(balanceChart(period))
  const query = useSetAtom(balanceHistory(period))
  return (
    <>
      <FigureChart
        className={style.chart}
        chart={chart}
        failed={assetsText.balance.failed}
        onRetry={() => void query('retry')}
      />
      <PeriodSelect className={style.periods} value={period} onChoose={onChoose} />
    </>
  )
}
