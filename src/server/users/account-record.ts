/**
 * What decides who can use an account, as one record: its row, its second factor, its recovery codes and its address book.
 * Read with one query, hashed with a key, and written by one function.
 */

import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import { MAX_SAVED_ADDRESSES } from '../../contract/wallet/saved-addresses.ts'
import type { Credentials } from '../../engine/exchange.ts'
import { execute, OtherRow, type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { keyedHash } from '../runtime/keyed-hash.ts'
import { assignments } from './login-methods.ts'
import { randomReferralCode } from './referral-code.ts'
import type { User } from './user-row.ts'

/** `secret` is encrypted. */
type SecondFactor = { readonly secret: Buffer; readonly enabledAt: Millis }
/** `hash` in hexadecimal. */
type RecoveryCode = { readonly hash: string; readonly usedAt: Millis | null }
export type BookEntry = Omit<Tables['address_book'], 'user_id'>

export type AccountRecord = {
  readonly user: User
  /** Null: off. */
  readonly secondFactor: SecondFactor | null
  readonly recoveryCodes: readonly RecoveryCode[]
  readonly addresses: readonly BookEntry[]
}

/** What a change replaces. */
export type AccountPatch = Partial<Omit<AccountRecord, 'user'>> & { readonly user?: Partial<User> }

/**
 * Whether a column decides who can use the account. `referrer` and `created_at` do not change; the version and its proof
 * are about the record itself.
 */
const DECIDES: Readonly<Record<keyof User, boolean>> = {
  id: true,
  email: true,
  password_hash: true,
  telegram_id: true,
  google_sub: true,
  referral_code: true,
  referrer: true,
  created_at: true,
  username: false,
  lang_code: false,
  platform: false,
  email_confirmed: true,
  password_changed_at: true,
  withdraw_hold_until: true,
  credentials_version: true,
  email_since: true,
  password_since: true,
  telegram_since: true,
  google_since: true,
  former_telegram_id: true,
  former_telegram_until: true,
  leaderboard_hidden: false,
  whitelist_only: true,
  sessions_since: true,
  kept_session: true,
  ended_sessions: true,
  record_version: true,
  record_proof: false,
}
const COLUMNS = (Object.keys(DECIDES) as (keyof User)[]).filter((name) => DECIDES[name])

/** Secrets, of which operators are shown only that there are some, and the sessions. */
const SECRET_COLUMNS: readonly (keyof User)[] = ['password_hash', 'sessions_since', 'kept_session', 'ended_sessions']

/** JSON with fixed places: two different records never have the same text, also not with numbers that JSON does not have. */
const textOf = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? `(${value})` : value,
  )

function shownText({ user, addresses }: AccountRecord): string {
  // By its id an address is deleted.
  const book = addresses.map(({ id, network_id, currency_id, label, address, memo, created_at, active_at }) =>
    textOf([id, network_id, currency_id, label, address, memo, created_at, active_at]),
  )
  return textOf([COLUMNS.filter((name) => !SECRET_COLUMNS.includes(name)).map((name) => user[name]), book.sort()])
}

const secretText = ({ user, secondFactor, recoveryCodes }: AccountRecord): string =>
  textOf([
    user.id,
    SECRET_COLUMNS.map((name) => user[name]),
    secondFactor && [secondFactor.secret.toString('hex'), secondFactor.enabledAt],
    recoveryCodes.map(({ hash, usedAt }) => `${hash} ${usedAt}`).sort(),
  ])

/** 128 bits, in hexadecimal. */
const HALF_LENGTH = 32

/** What the engine is to have of this record. The second half of the digest is of the secrets, the first one of all else. */
export function credentialsOf(key: Uint8Array, record: AccountRecord): Credentials {
  const halfOf = (purpose: string, text: string): string =>
    keyedHash(key, purpose, [text]).toString('hex').slice(0, HALF_LENGTH)
  const digest = halfOf('account', shownText(record)) + halfOf('account secrets', secretText(record))
  return { version: record.user.record_version, digest }
}

/** Whether password, second factor, recovery codes and sessions are those that were recorded. */
export const hasSecretsOf = (stored: Credentials, recorded: Credentials): boolean =>
  stored.digest.slice(HALF_LENGTH) === recorded.digest.slice(HALF_LENGTH)

/** The same of everything else. */
export const hasShownOf = (stored: Credentials, recorded: Credentials): boolean =>
  stored.digest.slice(0, HALF_LENGTH) === recorded.digest.slice(0, HALF_LENGTH)

/** What the engine knows of a record. */
export type Recorded = Credentials & { readonly epoch: Seq }

/** No record is known: the next one is of a new account. A sign-up that a restore has undone may come back. */
export const NEW_ACCOUNT: Recorded = { version: 0, digest: '', epoch: 0 }

/** That this server made `digest` from the record `previous`, in its epoch: a restore undoes what has no command yet. */
export const proofOf = (key: Uint8Array, previous: Omit<Recorded, 'version'>, { digest }: Credentials): Buffer =>
  keyedHash(key, 'successor', [previous.digest, previous.epoch, digest])

/** Of one account. */
export const MAX_RECOVERY_CODES = 10

/** One saved address and recovery code more than an account can have: such a record is not one that this server wrote. */
const RECORD = `select u.*,
  (select json_build_object('secret', encode(secret, 'hex'), 'enabledAt', enabled_at)
    from two_factors where user_id = u.id and secret is not null order by secret limit 1) as second_factor,
  (select json_agg(json_build_object('hash', encode(hash, 'hex'), 'usedAt', used_at))
    from (select * from recovery_codes where user_id = u.id order by hash limit ${MAX_RECOVERY_CODES + 1}) c
  ) as recovery_codes,
  (select json_agg(to_json(a) order by created_at, id)
    from (select * from address_book where user_id = u.id order by created_at, id limit ${MAX_SAVED_ADDRESSES + 1}) a
  ) as addresses
from users u`

type Row = User & {
  readonly second_factor: { readonly secret: string; readonly enabledAt: Millis } | null
  readonly recovery_codes: readonly RecoveryCode[] | null
  readonly addresses: readonly Tables['address_book'][] | null
}

const recordOf = ({ second_factor, recovery_codes, addresses, ...user }: Row): AccountRecord => ({
  user,
  secondFactor: second_factor && { ...second_factor, secret: Buffer.from(second_factor.secret, 'hex') },
  recoveryCodes: recovery_codes ?? [],
  addresses: addresses ?? [],
})

/** The columns that identify a user. */
export type UserKey = 'id' | 'email' | 'telegram_id' | 'google_sub'

/** As stored, verified by nobody. */
export async function readRecord(
  db: Queryable,
  by: UserKey,
  value: string | number,
): Promise<AccountRecord | undefined> {
  const row = await queryOne<Row>(db, `${RECORD} where u.${by} = $1`, [value])
  if (row !== undefined && row[by] !== value) throw new OtherRow('users')
  return row && recordOf(row)
}

/** As stored, by id. */
export async function readRecords(db: Queryable, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountRecord>> {
  const { rows } = await db.query<Row>(`${RECORD} where u.id = any($1)`, [ids])
  return new Map(rows.map((row) => [row.id, recordOf(row)]))
}

/** What belongs to an account: by table, the column with its id. */
export const ACCOUNT_TABLES = {
  users: 'id',
  two_factors: 'user_id',
  recovery_codes: 'user_id',
  address_book: 'user_id',
} as const
export type AccountTable = keyof typeof ACCOUNT_TABLES

/** `stored`: a row as PostgreSQL writes it, of the account `owner`. */
export type GivenRow = { readonly owner: UserId; readonly stored: string }

/** Selects the given rows, which are one value of JSON, without those of other accounts than their owners. */
export const givenRows = (table: AccountTable, parameter = 1): string =>
  `select (stored).* from json_to_recordset($${parameter}) as given (owner uuid, stored ${table})
  where (stored).${ACCOUNT_TABLES[table]} = owner`

const GIVEN = Object.keys(ACCOUNT_TABLES).map(
  (table, index) => `${table} as (${givenRows(table as AccountTable, index + 1)})`,
)

/** Of rows that need not be stored. Throws errors of the database for texts that are no rows. */
export async function recordsOf(
  db: Queryable,
  given: Readonly<Record<AccountTable, readonly GivenRow[]>>,
): Promise<ReadonlyMap<UserId, AccountRecord>> {
  const values = Object.keys(ACCOUNT_TABLES).map((table) => JSON.stringify(given[table as AccountTable]))
  const { rows } = await db.query<Row>(`with ${GIVEN.join(', ')} ${RECORD}`, values)
  return new Map(rows.map((row) => [row.id, recordOf(row)]))
}

/** The record after the change. It is computed, never read back: what others wrote meanwhile is not part of it. */
export const patched = (
  { user, ...before }: AccountRecord,
  { user: columns, ...patch }: AccountPatch,
): AccountRecord => ({
  ...before,
  ...patch,
  user: { ...user, ...columns, record_version: user.record_version + 1 },
})

/** As part of a transaction that has locked the row of the user. */
export async function writeRecord(
  client: Queryable,
  { user: { id }, addresses }: AccountRecord,
  patch: AccountPatch,
): Promise<void> {
  const columns = Object.entries(patch.user ?? {})
  const update = `update users set ${assignments(patch.user ?? {}, 2)} where id = $1`
  if (columns.length > 0) await execute(client, update, [id, ...columns.map(([, value]) => value)])
  if (patch.secondFactor !== undefined) await writeSecondFactor(client, id, patch.secondFactor)
  if (patch.recoveryCodes !== undefined) {
    await execute(client, 'delete from recovery_codes where user_id = $1', [id])
    const codes = patch.recoveryCodes
    const values = [codes.map(({ hash }) => Buffer.from(hash, 'hex')), codes.map(({ usedAt }) => usedAt)]
    await execute(client, INSERT_CODES, [id, ...values])
  }
  if (patch.addresses !== undefined) {
    const before = new Set(addresses.map((entry) => entry.id))
    const kept = patch.addresses.map((entry) => entry.id)
    await execute(client, 'delete from address_book where user_id = $1 and id <> all($2)', [id, kept])
    for (const entry of patch.addresses) if (!before.has(entry.id)) await insertAddress(client, id, entry)
  }
}

/** Before it is written: another row that has it was changed by another program, and gets a random one. */
export const freeReferralCode = (client: Queryable, user: UserId, code: number): Promise<number> =>
  execute(client, FREE_CODE, [user, code, randomReferralCode()])

const FREE_CODE = 'update users set referral_code = $3 where referral_code = $2 and id <> $1'

const INSERT_CODES = `insert into recovery_codes (user_id, hash, used_at)
select $1, hash, used_at from unnest($2::bytea[], $3::bigint[]) as codes (hash, used_at)`

/** Off also forgets the wrong codes. */
async function writeSecondFactor(client: Queryable, user: UserId, factor: SecondFactor | null): Promise<void> {
  const values = [user, factor?.secret ?? null, factor?.enabledAt ?? null]
  const isStored = (await execute(client, UPDATE_SECOND_FACTOR, values)) > 0
  if (!isStored) await execute(client, INSERT_SECOND_FACTOR, values)
  if (factor === null) await execute(client, 'delete from two_factor_devices where user_id = $1', [user])
}

/** All rows: the owner of the database can store several, without the key of the table. */
const UPDATE_SECOND_FACTOR = `update two_factors set secret = $2, enabled_at = $3,
  failures = case when $2::bytea is null then 0 else failures end,
  locked_until = case when $2::bytea is null then 0 else locked_until end
where user_id = $1`
const INSERT_SECOND_FACTOR = 'insert into two_factors (user_id, secret, enabled_at) values ($1, $2, $3)'

function insertAddress(client: Queryable, user: UserId, entry: BookEntry): Promise<number> {
  const { id, network_id, currency_id, label, address, memo, created_at, active_at } = entry
  const values = [user, network_id, currency_id, label, address, memo, created_at, active_at, id]
  return execute(client, INSERT_ADDRESS, values)
}

const INSERT_ADDRESS = `insert into address_book
  (user_id, network_id, currency_id, label, address, memo, created_at, active_at, id)
overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** A new account: `user` is its whole row. */
export const insertUser = (client: Queryable, user: User): Promise<number> => {
  const names = Object.keys(user)
  const places = names.map((_name, index) => `$${index + 1}`)
  const insert = `insert into users (${names.join(', ')}) values (${places.join(', ')}) on conflict do nothing`
  return execute(client, insert, Object.values(user))
}
