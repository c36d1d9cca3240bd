import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { BALANCE_PERIODS, type BalancePeriod } from '../../../contract/timeframes.ts'
import { balanceHistory } from '../../atoms/balance-history.ts'
import { balanceLine } from '../../atoms/balance-line.ts'
import { balanceWords } from '../../atoms/balance-words.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import { balance } from '../../text/en-assets.ts'
import { BalanceHead } from '../../ui/balance-head.tsx'
import { BalanceLine } from '../../ui/balance-line.tsx'
import { QuickActions } from '../../ui/quick-actions.tsx'
import { Segmented } from '../../ui/segmented.tsx'

const PERIODS = BALANCE_PERIODS.map((period) => ({ value: period, name: period }))

/** How much there is and where it went, over a period of choice. */
export function WalletBalance() {
  const [period, choose] = useState<BalancePeriod>('24h')
  const { outside, ...words } = useAtomValue(balanceWords(period))
  const line = useAtomValue(balanceLine(period))
  const ask = useSetAtom(balanceHistory(period))
  const soon = useSetAtom(opensSoonAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  return (
    <section className="wallet-balance" aria-label={text.wallet.total}>
      <BalanceHead {...words} title={text.wallet.total} onHide={() => setHidden(!isHidden)} />
      <p className="wallet-outside">{outside}</p>
      <BalanceLine line={line} onRetry={() => void ask('retry')} />
      <Segmented label={balance.periods} value={period} options={PERIODS} onChoose={choose} look="chips" />
      <QuickActions words={text.soon} onPress={soon} />
    </section>
  )
}
