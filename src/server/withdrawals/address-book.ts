/** The saved withdrawal addresses of a user. A new one counts after 24 hours. */

import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { MAX_SAVED_ADDRESSES } from '../../contract/wallet/saved-addresses.ts'
import { networkOf, networksOf } from '../../engine/exchange.ts'
import { randomId } from '../postgres/random-id.ts'
import type { AccountRecord, BookEntry } from '../users/account-record.ts'
import { type Destination, parseDestination } from './destination.ts'
import type { Caller, WithdrawalDeps } from './withdrawal-deps.ts'

export type SavedAddress = BookEntry & { readonly networkName: string; readonly isActive: boolean }

export type AddressBook = { readonly isWhitelistOnly: boolean; readonly addresses: readonly SavedAddress[] }

type NewAddress = {
  readonly network: NetworkId
  readonly currency: CurrencyId | null
  readonly label: string
  readonly address: string
  readonly memo: string | null
  readonly code: string
}

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000

export async function listAddresses(deps: WithdrawalDeps, user: UserId): Promise<AddressBook> {
  return bookOf(deps, await deps.users.findAccount(user), await networkNames(deps))
}

type Names = ReadonlyMap<NetworkId, string>

/** Read before a change, so that a change that was made is answered while the engine is not available. */
const networkNames = ({ sequencer }: WithdrawalDeps): Promise<Names> =>
  sequencer.read((state) => new Map(networksOf(state).map(({ network }) => [network.id, network.name])))

const bookOf = (deps: WithdrawalDeps, account: AccountRecord | undefined, names: Names): AddressBook => ({
  isWhitelistOnly: account?.user.whitelist_only ?? false,
  addresses: account?.addresses.map((entry) => savedAddress(deps, entry, names.get(entry.network_id))) ?? [],
})

const savedAddress = ({ clock }: WithdrawalDeps, entry: BookEntry, networkName = ''): SavedAddress => ({
  ...entry,
  networkName,
  isActive: entry.active_at <= clock.now(),
})

/** The code is verified last. */
export async function addAddress(
  deps: WithdrawalDeps,
  caller: Caller,
  { network: id, currency, label, code, ...text }: NewAddress,
): Promise<SavedAddress | Refusal> {
  const { sequencer, networks, clock, users, records, verifyCode } = deps
  const { user } = caller.signedIn
  const network = await sequencer.read((state) => networkOf(state, id))
  if (network === undefined) return refuse('NETWORK_NOT_FOUND')
  if (currency !== null && !network.assets.has(currency)) return refuse('CURRENCY_NOT_FOUND')
  const to = parseDestination(networks, user, network, text)
  if (isRefused(to)) return to
  const now = clock.now()
  const active_at = now + DAY_MILLIS
  const entry = { id: randomId(), network_id: id, currency_id: currency, label, ...to, created_at: now, active_at }
  const account = await users.findAccount(user)
  if (account === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const taken = refuseSaving(account, entry)
  if (taken !== undefined) return taken
  if (account.secondFactor === null) return refuse('2FA_SETUP_REQUIRED')
  const wrongCode = await verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  return records.change(
    user,
    async (_client, current) =>
      refuseSaving(current, entry) ?? {
        patch: { addresses: [...current.addresses, entry] },
        result: savedAddress(deps, entry, network.network.name),
      },
  )
}

type Entry = Omit<BookEntry, 'id'>

const isSame = (left: Entry, right: Entry): boolean =>
  left.network_id === right.network_id &&
  left.currency_id === right.currency_id &&
  left.address === right.address &&
  left.memo === right.memo

function refuseSaving({ addresses }: AccountRecord, entry: Entry): Refusal | undefined {
  if (addresses.some((each) => isSame(each, entry))) return refuse('ADDRESS_EXISTS')
  return addresses.length >= MAX_SAVED_ADDRESSES ? refuse('ADDRESS_BOOK_FULL') : undefined
}

export async function deleteAddress(deps: WithdrawalDeps, user: UserId, id: string): Promise<AddressBook | Refusal> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return refuse('ADDRESS_NOT_FOUND')
  const names = await networkNames(deps)
  return deps.records.change(user, async (_client, account) => {
    const addresses = account.addresses.filter((entry) => entry.id !== Number(id))
    if (addresses.length === account.addresses.length) return refuse('ADDRESS_NOT_FOUND')
    return { patch: { addresses }, result: bookOf(deps, { ...account, addresses }, names) }
  })
}

/**
 * Changing the mode needs a code: with a stolen session, a stranger could otherwise stop the withdrawals of the owner, who
 * turns the mode off with a hold of 24 hours.
 */
export async function setWhitelistOnly(
  deps: WithdrawalDeps,
  caller: Caller,
  { whitelistOnly, code }: { readonly whitelistOnly: boolean; readonly code: string },
): Promise<AddressBook | Refusal> {
  const { user } = caller.signedIn
  const names = await networkNames(deps)
  const before = await deps.users.findAccount(user)
  if (before?.secondFactor == null) return refuse('2FA_SETUP_REQUIRED')
  if (before.user.whitelist_only === whitelistOnly) return bookOf(deps, before, names)
  const wrongCode = await deps.verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  return deps.records.change(user, async (_client, account) => {
    const until = Math.max(account.user.withdraw_hold_until ?? 0, deps.clock.now() + DAY_MILLIS)
    const hold = whitelistOnly ? {} : { withdraw_hold_until: until }
    const patch = { user: { whitelist_only: whitelistOnly, ...hold } }
    return { patch, result: { ...bookOf(deps, account, names), isWhitelistOnly: whitelistOnly } }
  })
}

/** Whether this entry of the user's book is this address. */
export const isInBook = (
  { addresses }: AccountRecord,
  to: Destination & { readonly network: NetworkId; readonly currency: CurrencyId },
  id: number,
): boolean =>
  addresses.some(
    (entry) =>
      entry.id === id &&
      entry.network_id === to.network &&
      (entry.currency_id ?? to.currency) === to.currency &&
      entry.address === to.address &&
      entry.memo === to.memo,
  )
