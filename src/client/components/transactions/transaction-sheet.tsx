import type { TransactionView } from '../../../contract/transactions/views.ts'
import { appText } from '../../text/app.ts'
import { historyText } from '../../text/history.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { LiveTransaction } from './live-transaction.tsx'
import { TransactionDetails } from './transaction-details.tsx'

type Props = { user: string; view: TransactionView; onClose: () => void }

/** The details of one transaction. Only deposits and withdrawals have steps and change. */
export const TransactionSheet = ({ user, view, onClose }: Props) => (
  <Sheet title={historyText.one[view.type]} close={appText.close} onClose={onClose}>
    {view.type === 'deposit' || view.type === 'withdrawal' ? (
      <LiveTransaction user={user} uuid={view.uuid} known={view} />
    ) : (
      <TransactionDetails view={view} />
    )}
  </Sheet>
)
