/** The saved withdrawal addresses of a user. A new one counts after 24 hours. */

import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { networkOf, networksOf } from '../../engine/exchange.ts'
import { execute, isUniqueViolation, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import { type Destination, parseDestination } from './destination.ts'
import type { Caller, WithdrawalDeps } from './withdrawal-deps.ts'

export type SavedAddress = Tables['address_book'] & { readonly networkName: string; readonly isActive: boolean }

export type AddressBook = { readonly isWhitelistOnly: boolean; readonly addresses: readonly SavedAddress[] }

type NewAddress = {
  readonly network: NetworkId
  readonly currency: CurrencyId | null
  readonly label: string
  readonly address: string
  readonly memo: string | null
  readonly code: string
}

const MAX_ADDRESSES = 50
const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000

export async function listAddresses(deps: WithdrawalDeps, user: UserId): Promise<AddressBook> {
  return addressesOf(deps, user, await networkNames(deps))
}

type Names = ReadonlyMap<NetworkId, string>

/** Read before a change, so that a change that was made is answered while the engine is not available. */
const networkNames = ({ sequencer }: WithdrawalDeps): Promise<Names> =>
  sequencer.read((state) => new Map(networksOf(state).map(({ network }) => [network.id, network.name])))

async function addressesOf(deps: WithdrawalDeps, user: UserId, names: Names): Promise<AddressBook> {
  const { pool } = deps.database
  const rows = await query<Tables['address_book']>(pool, LIST, [user])
  const owner = await queryOne<{ whitelist_only: boolean }>(pool, 'select whitelist_only from users where id = $1', [
    user,
  ])
  const addresses = rows.map((row) => savedAddress(deps, row, names.get(row.network_id)))
  return { isWhitelistOnly: owner?.whitelist_only ?? false, addresses }
}

const LIST = 'select * from address_book where user_id = $1 order by id'

const savedAddress = ({ clock }: WithdrawalDeps, row: Tables['address_book'], networkName = ''): SavedAddress => ({
  ...row,
  networkName,
  isActive: row.active_at <= clock.now(),
})

/** The code is verified last. */
export async function addAddress(
  deps: WithdrawalDeps,
  caller: Caller,
  { network: id, currency, label, code, ...text }: NewAddress,
): Promise<SavedAddress | Refusal> {
  const { sequencer, database, clock, twoFactorOf, verifyCode } = deps
  const { user } = caller.signedIn
  const network = await sequencer.read((state) => networkOf(state, id))
  if (network === undefined) return refuse('NETWORK_NOT_FOUND')
  if (currency !== null && !network.assets.has(currency)) return refuse('CURRENCY_NOT_FOUND')
  const to = await parseDestination(database.pool, user, network, text)
  if (isRefused(to)) return to
  const values = [user, id, currency, label, to.address, clock.now(), clock.now() + DAY_MILLIS, to.memo]
  const taken = await refuseSaving(deps, user, { network: id, currency, ...to })
  if (taken !== undefined) return taken
  if (!(await twoFactorOf(user)).isOn) return refuse('2FA_SETUP_REQUIRED')
  const wrongCode = await verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  try {
    const row = await transaction(database.pool, 'begin', async (client) => {
      await client.query('select from users where id = $1 for no key update', [user])
      return queryOne<Tables['address_book']>(client, INSERT, values)
    })
    return row === undefined ? refuse('ADDRESS_BOOK_FULL') : savedAddress(deps, row, network.network.name)
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('ADDRESS_EXISTS')
    throw error
  }
}

async function refuseSaving(
  { database: { pool } }: WithdrawalDeps,
  user: UserId,
  entry: { readonly network: NetworkId; readonly currency: CurrencyId | null } & Destination,
): Promise<Refusal | undefined> {
  const rows = await query<Tables['address_book']>(pool, LIST, [user])
  const isSaved = rows.some(
    (row) =>
      row.network_id === entry.network &&
      row.currency_id === entry.currency &&
      row.address === entry.address &&
      row.memo === entry.memo,
  )
  if (isSaved) return refuse('ADDRESS_EXISTS')
  return rows.length >= MAX_ADDRESSES ? refuse('ADDRESS_BOOK_FULL') : undefined
}

/** Behind a lock on the row of the user, so that parallel requests cannot add more than the maximum. */
const INSERT = `insert into address_book
  (user_id, network_id, currency_id, label, address, memo, created_at, active_at)
select $1, $2::integer, $3::integer, $4, $5, $8, $6::bigint, $7::bigint
where (select count(*) from address_book where user_id = $1) < ${MAX_ADDRESSES} returning *`

export async function deleteAddress(deps: WithdrawalDeps, user: UserId, id: string): Promise<AddressBook | Refusal> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return refuse('ADDRESS_NOT_FOUND')
  const names = await networkNames(deps)
  const deleted = 'delete from address_book where user_id = $1 and id = $2'
  const count = await execute(deps.database.pool, deleted, [user, id])
  return count === 0 ? refuse('ADDRESS_NOT_FOUND') : addressesOf(deps, user, names)
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
  const { pool } = deps.database
  if (!(await deps.twoFactorOf(user)).isOn) return refuse('2FA_SETUP_REQUIRED')
  const names = await networkNames(deps)
  const book = await addressesOf(deps, user, names)
  if (book.isWhitelistOnly === whitelistOnly) return book
  const wrongCode = await deps.verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  if (whitelistOnly) await execute(pool, TURN_ON, [user])
  else await execute(pool, TURN_OFF, [user, deps.clock.now() + DAY_MILLIS])
  return addressesOf(deps, user, names)
}

const TURN_ON = 'update users set whitelist_only = true where id = $1'
const TURN_OFF = `update users set whitelist_only = false,
  withdraw_hold_until = greatest(coalesce(withdraw_hold_until, 0), $2)
where id = $1`

type Entry = Destination & {
  readonly user: UserId
  readonly network: number
  readonly currency: number
}

/** Whether this entry of the user's book is this address. */
export const findAddress = async (
  { database: { pool } }: Pick<WithdrawalDeps, 'database'>,
  { user, network, currency, address, memo }: Entry,
  id: number,
): Promise<boolean> => (await query(pool, FIND, [id, user, network, currency, address, memo])).length > 0

const FIND = `select from address_book where id = $1 and user_id = $2 and network_id = $3
  and (currency_id is null or currency_id = $4) and address = $5 and memo is not distinct from $6`
