import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { totalUsdtAtom } from '../../atoms/balances.ts'
import { opensSoonAtom } from '../../atoms/header-switch.ts'
import { amountsHiddenAtom } from '../../atoms/preferences.ts'
import { unitsMoney } from '../../format/pair-numbers.ts'
import { text } from '../../text/en.ts'
import { QuickActions } from '../../ui/quick-actions.tsx'
import { TotalBalance } from '../../ui/total-balance.tsx'

export function BalanceCard() {
  const total = useAtomValue(totalUsdtAtom)
  const soon = useSetAtom(opensSoonAtom)
  const [isHidden, setHidden] = useAtom(amountsHiddenAtom)
  return (
    <section className="home-balance">
      <TotalBalance
        title={text.home.total}
        total={total === undefined ? undefined : unitsMoney(total)}
        unit="USDT"
        isHidden={isHidden}
        onHide={() => setHidden(!isHidden)}
        hide={isHidden ? text.home.show : text.home.hide}
        hidden={text.wallet.hidden}
      />
      <QuickActions words={text.soon} onPress={soon} />
    </section>
  )
}
