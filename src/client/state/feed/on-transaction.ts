/** A report about a deposit or withdrawal. This file and its texts are loaded with the first one. */

import { atom } from 'jotai'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { notifyAtom } from '../app/host.ts'
import { transactionToast } from '../history/transaction-toast.ts'
import { applyTransactionAtom, updatesAtom } from '../history/updates.ts'

/** Notifies about a new status, and applies the report. */
export const onTransactionAtom = atom(null, (get, set, view: TransactionView) => {
  const before = get(updatesAtom).get(view.uuid)?.view.status
  const toast = before === view.status ? undefined : transactionToast(view)
  if (toast) set(notifyAtom, { ...toast, id: view.uuid })
  set(applyTransactionAtom, view)
})
