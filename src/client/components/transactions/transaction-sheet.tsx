import type { TransactionType, TransactionView } from '../../../contract/transactions/views.ts'
import { appText } from '../../text/app.ts'
import { historyText } from '../../text/history.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { LiveTransaction } from './live-transaction.tsx'
import { TransactionDetails } from './transaction-details.tsx'

type Props = { user: string; view: TransactionView; onClose: () => void }

/** Deposits and withdrawals have steps and change, trades have fills. */
const LIVE: readonly TransactionType[] = ['trade', 'deposit', 'withdrawal']

/** The details of one transaction. */
export const TransactionSheet = ({ user, view, onClose }: Props) => (
  <Sheet title={historyText.one[view.type]} close={appText.close} onClose={onClose}>
    {LIVE.includes(view.type) ? (
      <LiveTransaction user={user} uuid={view.uuid} known={view} />
    ) : (
      <TransactionDetails view={view} />
    )}
  </Sheet>
)
