import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { TransactionView } from '../../../../contract/transactions/views.ts'
import { historyPath } from '../../../components/money-paths.ts'
import { StatusLabel } from '../../../components/transactions/status-label.tsx'
import { TransactionSheet } from '../../../components/transactions/transaction-sheet.tsx'
import { dayTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { recentDepositsOf } from '../../../state/history/recent-deposits.ts'
import { depositText } from '../../../text/deposit.ts'
import { historyText } from '../../../text/history.ts'
import { Hint } from '../../../ui/form/hint.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { FundsSection } from '../funds/funds-section.tsx'
import { RowButton } from '../funds/rows.tsx'

/** The newest deposits of the coin, with their confirmations as they are counted. */
export function RecentDeposits({ user, currency }: { user: string; currency: number }) {
  const deposits = useAtomValue(recentDepositsOf(user)(currency))
  const [opened, open] = useState<TransactionView>()
  return (
    <FundsSection title={depositText.recent} link={{ name: historyText.title, to: historyPath('deposit', currency) }}>
      {deposits.state === 'loading' && <SkeletonRows count={1} height={52} />}
      {deposits.state === 'failed' && <Hint>{depositText.recentFailed}</Hint>}
      {deposits.state === 'ready' && deposits.value.length === 0 && <Hint>{depositText.recentNone}</Hint>}
      {deposits.state === 'ready' && (
        <ul aria-live="polite">
          {deposits.value.map((view) => (
            <li key={view.uuid}>
              <DepositRow view={view} onPress={() => open(view)} />
            </li>
          ))}
        </ul>
      )}
      {opened && <TransactionSheet user={user} view={opened} onClose={() => open(undefined)} />}
    </FundsSection>
  )
}

function DepositRow({ view, onPress }: { view: TransactionView; onPress: () => void }) {
  const now = useAtomValue(clockAtom)
  const { amount, currency_symbol, confirmations, required_confirmations, status } = view
  const isCounting = status === 'confirming' && confirmations !== null && required_confirmations
  return (
    <RowButton
      onPress={onPress}
      hasChevron
      percent={isCounting ? Math.min(100, (100 * confirmations) / isCounting) : undefined}
    >
      <span>
        <b>{`+${amountText(amount, currency_symbol)}`}</b>
        <small>{dayTime(view.created_at, now)}</small>
      </span>
      <StatusLabel view={view} />
    </RowButton>
  )
}
