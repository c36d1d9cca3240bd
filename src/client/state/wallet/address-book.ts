/** The saved withdrawal addresses. Changes resolve to undefined when they worked, else to the error text. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { BodyOf } from '../../../contract/call.ts'
import type { AddressBookView, AddressView } from '../../../contract/wallet/views.ts'
import { addressBookText } from '../../text/address-book.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { limitsOf } from './limits.ts'

const EVERY_MILLIS = 60_000

export const addressBookOf = perUser(() => queryAtom<AddressBookView>((http) => http(api.addressBook), EVERY_MILLIS))

/** The addresses that can be used for a coin on a network; those that are new last. */
export function addressesFor(
  { addresses }: AddressBookView,
  { currency, network }: { readonly currency: number; readonly network: number },
): readonly AddressView[] {
  const isUsable = ({ network_id, currency_id }: AddressView) =>
    network_id === network && (currency_id === null || currency_id === currency)
  return addresses.filter(isUsable).sort((a, b) => Number(b.is_active) - Number(a.is_active))
}

export const addAddressAtom = atom(
  null,
  async (get, set, user: string, body: BodyOf<typeof api.addAddress>): Promise<string | undefined> => {
    const answer = await get(hostAtom).http(api.addAddress, { body })
    await set(addressBookOf(user), 'refresh')
    return answer.ok ? undefined : errorText(answer.failure, addressBookText.failedAdd)
  },
)

export const deleteAddressAtom = atom(null, async (get, set, user: string, id: number): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.deleteAddress, { pathParams: { id } })
  await set(addressBookOf(user), 'refresh')
  return answer.ok ? undefined : errorText(answer.failure, addressBookText.failedDelete)
})

/** Turning it off holds withdrawals for 24 hours. */
export const setWhitelistOnlyAtom = atom(
  null,
  async (get, set, user: string, isOn: boolean, code: string): Promise<string | undefined> => {
    const body = { whitelist_only: isOn, code }
    const answer = await get(hostAtom).http(api.setAddressBookMode, { body })
    await Promise.all([set(addressBookOf(user), 'refresh'), set(limitsOf(user), 'refresh')])
    return answer.ok ? undefined : errorText(answer.failure, addressBookText.failedMode)
  },
)
