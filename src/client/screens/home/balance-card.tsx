import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { MEASURE } from '../../../contract/worth.ts'
import { balanceHistory } from '../../atoms/balance-history.ts'
import { balanceLine } from '../../atoms/balance-line.ts'
import { balanceWords } from '../../atoms/balance-words.ts'
import { watchedAssetsAtom } from '../../atoms/balances.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import { balance } from '../../text/en-assets.ts'
import { BalanceHead } from '../../ui/balance-head.tsx'
import { FigureLine } from '../../ui/figure-line.tsx'
import { QuickActions } from '../../ui/quick-actions.tsx'

/** For who is signed in: how much there is, and its day. */
export default function BalanceCard() {
  useAtomValue(watchedAssetsAtom)
  const { outside: _outside, ...words } = useAtomValue(balanceWords('24h'))
  const line = useAtomValue(balanceLine('24h'))
  const ask = useSetAtom(balanceHistory('24h'))
  const soon = useSetAtom(opensSoonAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  const showInFiat = useSetAtom(totalInFiatAtom)
  return (
    <section className="home-balance" aria-label={text.home.total}>
      <BalanceHead
        {...words}
        title={text.home.total}
        onHide={() => setHidden(!isHidden)}
        onUnit={(unit) => showInFiat(unit !== MEASURE)}
      />
      <FigureLine line={line} failed={balance.failed} onRetry={() => void ask('retry')} />
      <QuickActions words={text.soon} onPress={soon} />
    </section>
  )
}
