import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Period } from '../../../contract/timeframes.ts'
import { MEASURE } from '../../../contract/worth.ts'
import { balanceHistory } from '../../atoms/balance-history.ts'
import { balanceLine } from '../../atoms/balance-line.ts'
import { balanceWords } from '../../atoms/balance-words.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import { balance } from '../../text/en-assets.ts'
import { BalanceHead } from '../../ui/balance-head.tsx'
import { FigureLine } from '../../ui/figure-line.tsx'
import { Periods } from '../../ui/periods.tsx'
import { QuickActions } from '../../ui/quick-actions.tsx'

/** How much there is and where it went, over a period of choice. */
export function WalletBalance() {
  const [period, choose] = useState<Period>('24h')
  const { outside, ...words } = useAtomValue(balanceWords(period))
  const line = useAtomValue(balanceLine(period))
  const ask = useSetAtom(balanceHistory(period))
  const soon = useSetAtom(opensSoonAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const showInFiat = useSetAtom(totalInFiatAtom)
  return (
    <section className="wallet-balance" aria-label={text.wallet.total}>
      <BalanceHead
        {...words}
        title={text.wallet.total}
        onHide={() => setHidden(!isHidden)}
        onUnit={(unit) => showInFiat(unit !== MEASURE)}
      />
      <p className="wallet-outside">{outside}</p>
      <FigureLine line={line} failed={balance.failed} onRetry={() => void ask('retry')} />
      <Periods value={period} onChoose={choose} />
      <QuickActions words={text.soon} onPress={soon} />
    </section>
  )
}
