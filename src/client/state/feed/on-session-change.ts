/** Loads and clears what belongs to the user when the session changes. */

import { atom } from 'jotai'
import { clearProfileAtom, loadProfileAtom } from '../account/profile.ts'
import type { SessionChange } from '../auth/session.ts'
import { clearDailyCacheAtom } from '../earn/clear-daily-cache.ts'
import { clearDraftAtom } from '../order-form/store.ts'
import { clearHistoryAtom } from '../orders/history-lists.ts'
import { clearOrdersAtom } from '../orders/open-orders.ts'
import { clearBalanceHistoryAtom } from '../portfolio/balance-history.ts'
import { clearBalancesAtom } from '../portfolio/balances.ts'

/** A guest's order draft survives the login; a log-out clears it. */
export const onSessionChangeAtom = atom(null, (_get, set, change: SessionChange) => {
  switch (change) {
    case 'signed-in':
      return void set(loadProfileAtom)
    case 'signed-out':
      set(clearDailyCacheAtom)
      return set(clearDraftAtom)
    case 'user-changed':
      set(clearProfileAtom)
      set(clearBalancesAtom)
      set(clearBalanceHistoryAtom)
      set(clearOrdersAtom)
      set(clearHistoryAtom)
  }
})
