/** One transaction with its steps, refreshed while shown, and its cancellation. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { TransactionDetailView } from '../../../contract/transactions/views.ts'
import { historyText } from '../../text/history.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { perId, perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { applyTransactionAtom, lastReceived } from './updates.ts'

const EVERY_MILLIS = 10_000

type Detail = { readonly view: TransactionDetailView; readonly asOf: number }

const detailQuery = (uuid: string) =>
  queryAtom<Detail>(async (http) => {
    const asOf = lastReceived()
    const answer = await http(api.transaction, { pathParams: { uuid } })
    return answer.ok ? { ok: true, value: { view: answer.value, asOf } } : answer
  }, EVERY_MILLIS)

/** By the uuid of the transaction. */
export const detailOf = perUser(() => perId(detailQuery))

/** Resolves to undefined when the withdrawal was cancelled, else to the error text. */
export const cancelWithdrawalAtom = atom(
  null,
  async (get, set, user: string, uuid: string): Promise<string | undefined> => {
    const answer = await get(hostAtom).http(api.cancelWithdrawal, { pathParams: { uuid } })
    if (answer.ok) set(applyTransactionAtom, answer.value)
    await set(detailOf(user)(uuid), 'refresh')
    return answer.ok ? undefined : errorText(answer.failure, historyText.details.cancelFailed)
  },
)
