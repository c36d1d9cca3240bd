import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
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
import { Icon } from '../../../ui/icon.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import style from '../funds/funds.module.css'

/** The newest deposits of the coin, with their confirmations as they are counted. */
export function RecentDeposits({ user, currency }: { user: string; currency: number }) {
  const deposits = useAtomValue(recentDepositsOf(user)(currency))
  const [opened, open] = useState<TransactionView>()
  return (
    <section className={style.recent} aria-labelledby="recent-deposits">
      <header>
        <h3 id="recent-deposits">{depositText.recent}</h3>
        <Link to={historyPath('deposit', currency)}>
          {historyText.title}
          <Icon name="chevron-right" size={16} />
        </Link>
      </header>
      {deposits.state === 'loading' && <SkeletonRows count={1} height={52} />}
      {deposits.state === 'failed' && <p className={style.line}>{depositText.recentFailed}</p>}
      {deposits.state === 'ready' && deposits.value.length === 0 && (
        <p className={style.line}>{depositText.recentNone}</p>
      )}
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
    </section>
  )
}

function DepositRow({ view, onPress }: { view: TransactionView; onPress: () => void }) {
  const now = useAtomValue(clockAtom)
  const { amount, currency_symbol, confirmations, required_confirmations, status } = view
  const isCounting = status === 'confirming' && confirmations !== null && required_confirmations
  return (
    <button type="button" className={style.deposit} onClick={onPress}>
      <span>
        <b>{`+${amountText(amount, currency_symbol)}`}</b>
        <small>{dayTime(view.created_at, now)}</small>
      </span>
      <StatusLabel view={view} />
      <Icon name="chevron-right" size={16} className={style.chevron} />
      {isCounting && (
        <i aria-hidden="true">
          <i style={{ width: `${Math.min(100, (100 * confirmations) / isCounting)}%` }} />
        </i>
      )}
    </button>
  )
}
