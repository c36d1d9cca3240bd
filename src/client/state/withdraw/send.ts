/** Sends the withdrawal. A repeat of the same content has the same id, so that it is executed once. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { formatUnits } from '../../../contract/money.ts'
import type { Failure } from '../../connection/request.ts'
import { plainText } from '../../format/typed-number.ts'
import { withdrawText } from '../../text/withdraw.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { applyTransactionAtom } from '../history/updates.ts'
import { unitsOf } from '../portfolio/balances.ts'
import { limitsOf } from '../wallet/limits.ts'
import { networksOf } from '../wallet/networks.ts'
import { finishWithdrawAtom, refuseWithdrawAtom, withdrawDraftOf } from './form.ts'
import { forgetRequestId, requestIdOf, type WithdrawContent } from './request-id.ts'

type Target = { readonly user: string; readonly currency: number; readonly network: number }

const OF_ADDRESS = new Set(['INVALID_ADDRESS', 'OWN_ADDRESS', 'ADDRESS_NOT_WHITELISTED', 'ADDRESS_NOT_FOUND'])
const OF_AMOUNT = new Set([
  'PRECISION',
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'LIMIT_EXCEEDED',
  'KYC_REQUIRED',
  'NEW_ADDRESS_LIMIT',
  'INSUFFICIENT_BALANCE',
  'INVALID_NUMBER',
  'REQUIRED_AMOUNT',
])

/** Resolves to the error text of the code step. Undefined when it worked, or when another step shows the error. */
export const sendWithdrawalAtom = atom(
  null,
  async (get, set, { user, currency, network }: Target, code: string): Promise<string | undefined> => {
    const { http, platform, socket } = get(hostAtom)
    const { address, entry, amount: typed } = get(withdrawDraftOf(user))
    const amount = formatUnits(unitsOf(plainText(typed)))
    const body = { currency_id: currency, network_id: network, address, amount }
    const content = { user, ...body }
    const answer = await http(api.withdraw, {
      body: {
        client_request_id: requestIdOf(platform.sessionStorage, content),
        ...body,
        memo: null,
        address_book_id: entry ?? null,
        code,
      },
    })
    void set(limitsOf(user), 'refresh')
    if (!answer.ok) return set(onRefusalAtom, content, answer.failure)
    forgetRequestId(platform.sessionStorage, content)
    platform.haptic('success')
    set(applyTransactionAtom, answer.value)
    set(finishWithdrawAtom, user, answer.value.uuid)
    socket.send('get_assets')
    return undefined
  },
)

const onRefusalAtom = atom(null, (get, set, content: WithdrawContent, failure: Failure): string | undefined => {
  const { user, currency_id } = content
  const { platform } = get(hostAtom)
  platform.haptic('error')
  const reason = errorText(failure, withdrawText.failed)
  if (failure.kind === 'unreachable') return `${reason} ${withdrawText.again}`
  // The id belongs to another withdrawal: the next attempt gets its own.
  if (failure.code === 'CLIENT_ID_REUSED') forgetRequestId(platform.sessionStorage, content)
  void set(networksOf(user)(currency_id), 'refresh')
  if (OF_ADDRESS.has(failure.code ?? '')) return void set(refuseWithdrawAtom, user, { address: reason })
  if (OF_AMOUNT.has(failure.code ?? '')) return void set(refuseWithdrawAtom, user, { amount: reason })
  return reason
})
