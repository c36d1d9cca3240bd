import { useAtomValue } from 'jotai'
import type { TransactionType, TransactionView } from '../../../contract/transactions/views.ts'
import { transactionText } from '../../state/history/transaction-text.ts'
import { allMarketsAtom } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { useOpenTrade } from '../markets/use-open-trade.ts'
import { LiveTransaction } from './live-transaction.tsx'
import { TransactionDetails } from './transaction-details.tsx'

type Props = { user: string; view: TransactionView; onClose: () => void }

/** Deposits and withdrawals have steps and change, trades have fills. */
const LIVE: readonly TransactionType[] = ['trade', 'deposit', 'withdrawal']

/** To the market of an order, where it is still listed. */
function TradeKey({ of }: { of: NonNullable<TransactionView['order']> }) {
  const market = useAtomValue(allMarketsAtom).find(
    ({ pair, view }) => pair.symbol === of.pair_symbol && !view.is_hidden,
  )
  const openTrade = useOpenTrade()
  return market && <Button onClick={() => openTrade(market)}>{assetsText.asset.trade(market.pair.base.symbol)}</Button>
}

/** The details of one transaction. */
export const TransactionSheet = ({ user, view, onClose }: Props) => (
  <Sheet
    title={view.type === 'trade' ? transactionText(view).title : historyText.one[view.type]}
    close={appText.close}
    onClose={onClose}
  >
    {LIVE.includes(view.type) ? (
      <LiveTransaction user={user} uuid={view.uuid} known={view} actions={view.order && <TradeKey of={view.order} />} />
    ) : (
      <TransactionDetails view={view} />
    )}
  </Sheet>
)
