/** The newest deposits of a coin. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { perId, perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { isInFilter } from './transactions.ts'
import { type Loaded, lastReceived, loadedAt, updatesAtom, withUpdates } from './updates.ts'

const SHOWN = 3
const EVERY_MILLIS = 15_000

function recentDeposits(currency: number) {
  const query = queryAtom<readonly Loaded[]>(async (http) => {
    const asOf = lastReceived()
    const page = { offset: 0, limit: SHOWN, type_: 'deposit', currency_id: currency }
    const answer = await http(api.transactions, { query: page })
    return answer.ok ? { ok: true, value: loadedAt(answer.value.history, asOf) } : answer
  }, EVERY_MILLIS)
  return atom(
    (get) => {
      const loaded = get(query)
      if (loaded.state !== 'ready') return loaded
      const isListed = isInFilter.bind(undefined, { type: 'deposit', currency, days: undefined })
      return { ...loaded, value: withUpdates(loaded.value, get(updatesAtom), isListed).slice(0, SHOWN) }
    },
    (_, set) => set(query, 'retry'),
  )
}

/** By the id of the coin. Setting it asks again after a failure. */
export const recentDepositsOf = perUser(() => perId(recentDeposits))
