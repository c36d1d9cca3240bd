/** The saved withdrawal addresses of a user. A new one counts after 24 hours. */

import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { networkOf } from '../../engine/exchange.ts'
import { execute, isUniqueViolation, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import { parseDestination } from './destination.ts'
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
  const { pool } = deps.database
  const rows = await query<Tables['address_book']>(pool, LIST, [user])
  const owner = await queryOne<{ whitelist_only: boolean }>(pool, 'select whitelist_only from users where id = $1', [
    user,
  ])
  const addresses = await Promise.all(rows.map((row) => savedAddress(deps, row)))
  return { isWhitelistOnly: owner?.whitelist_only ?? false, addresses }
}

const LIST = 'select * from address_book where user_id = $1 order by id'

async function savedAddress({ sequencer, clock }: WithdrawalDeps, row: Tables['address_book']): Promise<SavedAddress> {
  const network = await sequencer.read((state) => networkOf(state, row.network_id)?.network.name)
  return { ...row, networkName: network ?? '', isActive: row.active_at <= clock.now() }
}

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
  const address = await parseDestination(database.pool, user, network, text)
  if (isRefused(address)) return address
  const values = [user, id, currency, label, address, clock.now(), clock.now() + DAY_MILLIS]
  const taken = await refuseSaving(deps, user, { network: id, currency, address })
  if (taken !== undefined) return taken
  if (!(await twoFactorOf(user)).isOn) return refuse('2FA_SETUP_REQUIRED')
  const wrongCode = await verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  try {
    const row = await transaction(database.pool, 'begin', async (client) => {
      await client.query('select from users where id = $1 for no key update', [user])
      return queryOne<Tables['address_book']>(client, INSERT, values)
    })
    return row === undefined ? refuse('ADDRESS_BOOK_FULL') : savedAddress(deps, row)
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('ADDRESS_EXISTS')
    throw error
  }
}

async function refuseSaving(
  { database: { pool } }: WithdrawalDeps,
  user: UserId,
  entry: { readonly network: NetworkId; readonly currency: CurrencyId | null; readonly address: string },
): Promise<Refusal | undefined> {
  const rows = await query<Tables['address_book']>(pool, LIST, [user])
  const isSaved = rows.some(
    (row) => row.network_id === entry.network && row.currency_id === entry.currency && row.address === entry.address,
  )
  if (isSaved) return refuse('ADDRESS_EXISTS')
  return rows.length >= MAX_ADDRESSES ? refuse('ADDRESS_BOOK_FULL') : undefined
}

/** Behind a lock on the row of the user, so that parallel requests cannot add more than the maximum. */
const INSERT = `insert into address_book
  (user_id, network_id, currency_id, label, address, memo, created_at, active_at)
select $1, $2::integer, $3::integer, $4, $5, null, $6::bigint, $7::bigint
where (select count(*) from address_book where user_id = $1) < ${MAX_ADDRESSES} returning *`

export async function deleteAddress(deps: WithdrawalDeps, user: UserId, id: string): Promise<AddressBook | Refusal> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return refuse('ADDRESS_NOT_FOUND')
  const deleted = 'delete from address_book where user_id = $1 and id = $2'
  const count = await execute(deps.database.pool, deleted, [user, id])
  return count === 0 ? refuse('ADDRESS_NOT_FOUND') : listAddresses(deps, user)
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
  const book = await listAddresses(deps, user)
  if (book.isWhitelistOnly === whitelistOnly) return book
  const wrongCode = await deps.verifyCode(caller.signedIn, code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  if (whitelistOnly) await execute(pool, TURN_ON, [user])
  else await execute(pool, TURN_OFF, [user, deps.clock.now() + DAY_MILLIS])
  return listAddresses(deps, user)
}

const TURN_ON = 'update users set whitelist_only = true where id = $1'
const TURN_OFF = `update users set whitelist_only = false,
  withdraw_hold_until = greatest(coalesce(withdraw_hold_until, 0), $2)
where id = $1`

type Destination = {
  readonly user: UserId
  readonly network: number
  readonly currency: number
  readonly address: string
}

/** Whether this entry of the user's book is this address. */
export const findAddress = async (
  { database: { pool } }: Pick<WithdrawalDeps, 'database'>,
  { user, network, currency, address }: Destination,
  id: number,
): Promise<boolean> => (await query(pool, FIND, [id, user, network, currency, address])).length > 0

const FIND = `select from address_book where id = $1 and user_id = $2 and network_id = $3
  and (currency_id is null or currency_id = $4) and address = $5`
