/** Notifies about deposits that arrive and withdrawals that are sent or returned. */

import { atom } from 'jotai'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { notifyAtom } from '../app/host.ts'
import { updatesAtom } from '../history/updates.ts'

/** Compares with the report before, then loads the text: it is not needed before the first report. */
export const notifyTransactionAtom = atom(null, (get, set, view: TransactionView) => {
  const before = get(updatesAtom).get(view.uuid)?.view.status
  if (before === view.status) return
  void import('../history/transaction-notice.ts').then(({ transactionNotice }) => {
    const notice = transactionNotice(view)
    if (notice) set(notifyAtom, { ...notice, id: view.uuid })
  })
})
