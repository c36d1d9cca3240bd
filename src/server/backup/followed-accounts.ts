/**
 * The accounts that commands of the journal have changed. Their rows are not in the journal: only those that have the digest of
 * the newest command are written into the files, and loaded from them.
 */

import type { UserId } from '../../contract/ids.ts'
import type { Command, Credentials } from '../../engine/exchange.ts'
import { type Queryable, query } from '../postgres/query.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { Stamped } from '../sequencer/command-codec.ts'
import {
  ACCOUNT_TABLES,
  type AccountRecord,
  type AccountTable,
  credentialsOf,
  type GivenRow,
  givenRows,
  NEW_ACCOUNT,
  proofOf,
  readRecords,
  recordsOf,
} from '../users/account-record.ts'
import type { Account, Followed } from './format.ts'
import { commandsIn } from './journal-text.ts'

const TABLES = Object.keys(ACCOUNT_TABLES) as AccountTable[]

/** How often an account that is not right is read, ten times a second, before it is reported. */
const TRIES = 20

type NewestCredentials = {
  /** Returns the users whose accounts the commands change. */
  note(commands: readonly Stamped[]): readonly UserId[]
  /** Version 0: no command has recorded any. */
  of(user: UserId): Credentials
}

/** Those of the highest version: a command with a version that is recorded already is refused. */
export function newestCredentials(): NewestCredentials {
  const newest = new Map<UserId, Credentials>()
  const of = (user: UserId): Credentials => newest.get(user) ?? NEW_ACCOUNT
  return {
    of,
    note(commands) {
      const changes = commands.flatMap(([, command]) => changeIn(command) ?? [])
      for (const { user, version, digest } of changes)
        if (version > of(user).version) newest.set(user, { version, digest })
      return changes.map(({ user }) => user)
    },
  }
}

function changeIn(command: Command): (Credentials & { readonly user: UserId }) | undefined {
  if (command.type === 'credentials-changed' || command.type === 'accept-credentials') return command
  if (command.type === 'open-account' && command.kind === 'user') return { user: command.user, ...NEW_ACCOUNT }
  return undefined
}

export type FollowedAccounts = {
  /** What the newest file has when a follower starts, in order: it may lack accounts, too. */
  readonly onEntry: (entry: Followed) => void
  /** Commands of a row that was followed. */
  note(commands: readonly Stamped[]): void
  /** What is right and not written: of all accounts at the end of the journal, before it of those that were just noted. */
  read(client: Queryable, isAtEnd: boolean): Promise<readonly Account[]>
  /** To be called when they were appended. */
  written(accounts: readonly Account[], isAtEnd: boolean): void
  /** How many accounts are not written, because their stored rows are not those that the journal knows. */
  readonly missing: number
}

/** `key`: of the digests. `report`: called with an account that stays wrong. */
export function openFollowedAccounts(key: Buffer, report: (user: UserId) => void): FollowedAccounts {
  const newest = newestCredentials()
  /** With how often they were read at the end of the journal. A change that has no command yet is right a moment later. */
  const missing = new Map<UserId, number>()
  const noted = new Set<UserId>()
  /** Of the file: an account is before the rows with its commands. */
  const found = new Set<UserId>()

  function note(commands: readonly Stamped[]): void {
    for (const user of newest.note(commands)) {
      missing.set(user, 0)
      noted.add(user)
    }
  }

  return {
    note,
    onEntry(entry) {
      if (entry.kind === 'account') {
        found.add(entry.user as UserId)
        missing.delete(entry.user as UserId)
        return
      }
      for (const row of entry.rows) note(commandsIn(row))
      for (const user of found) missing.delete(user)
      found.clear()
      noted.clear()
    },
    async read(client, isAtEnd) {
      const users = [...(isAtEnd ? missing.keys() : noted)]
      if (users.length === 0) return []
      const proven = await provenOf(client, key, await accountsOf(client, users), newest.of)
      return proven.map(({ account }) => account)
    },
    written(accounts, isAtEnd) {
      for (const { user } of accounts) missing.delete(user as UserId)
      noted.clear()
      if (!isAtEnd) return
      for (const [user, tries] of missing) {
        missing.set(user, tries + 1)
        if (tries + 1 === TRIES) report(user)
      }
    },
    get missing() {
      return missing.size
    },
  }
}

/** More rows than an account can have are not read: it is not right then. */
const MAX_ROWS = 100
const select = (table: AccountTable): string =>
  `select '${table}' as table, owner as user, t::text as row from unnest($1::uuid[]) as owner,
  lateral (select * from ${table} where ${ACCOUNT_TABLES[table]} = owner limit ${MAX_ROWS}) as t`
/** One statement: a change is in all of its rows, or in none. */
const ALL_ROWS = TABLES.map(select).join(' union all ')

async function accountsOf(client: Queryable, users: readonly UserId[]): Promise<Account[]> {
  const rows = await query<{ table: string; user: UserId; row: string }>(client, ALL_ROWS, [users])
  const byUser = Map.groupBy(rows, ({ user }) => user)
  return users.map((user) => {
    const own = Map.groupBy(byUser.get(user) ?? [], ({ table }) => table)
    const rowsOf = (table: string): string[] => (own.get(table) ?? []).map(({ row }) => row)
    return { kind: 'account', user, tables: TABLES.map((table) => ({ kind: 'rows', table, rows: rowsOf(table) })) }
  })
}

export type ProvenAccount = { readonly account: Account; readonly credentials: Credentials }

/** Those that have the newest recorded digest, or are new and were made by this exchange. Of each user, the last one counts. */
export async function provenOf(
  client: Queryable,
  key: Buffer,
  accounts: readonly Account[],
  newestOf: NewestCredentials['of'],
): Promise<readonly ProvenAccount[]> {
  const last = [...new Map(accounts.map((account) => [account.user, account])).values()]
  const records = await recordsOf(client, {
    users: rowsIn(last, 'users'),
    two_factors: rowsIn(last, 'two_factors'),
    recovery_codes: rowsIn(last, 'recovery_codes'),
    address_book: rowsIn(last, 'address_book'),
  })
  return last.flatMap((account) => {
    const user = account.user as UserId
    const record = rowsIn([account], 'users').length === 1 ? records.get(user) : undefined
    if (record === undefined || !isProven(key, record, newestOf(user))) return []
    return { account, credentials: credentialsOf(key, record) }
  })
}

const rowsIn = (accounts: readonly Account[], table: AccountTable): readonly GivenRow[] =>
  accounts.flatMap(({ user, tables }) =>
    tables
      .filter((each) => each.table === table)
      .flatMap(({ rows }) => rows.map((stored) => ({ owner: user as UserId, stored }))),
  )

function isProven(key: Buffer, record: AccountRecord, newest: Credentials): boolean {
  const credentials = credentialsOf(key, record)
  return newest.version === 0
    ? isSameHash(record.user.record_proof, proofOf(key, NEW_ACCOUNT, credentials))
    : credentials.digest === newest.digest
}

/** Replaces the rows of accounts that are older or not right, while no foreign keys are checked. */
export async function loadAccounts(client: Queryable, key: Buffer, proven: readonly ProvenAccount[]): Promise<void> {
  const stored = await readRecords(
    client,
    proven.map(({ account }) => account.user as UserId),
  )
  const better = proven.filter(({ account, credentials }) => {
    const record = stored.get(account.user as UserId)
    const before = record && credentialsOf(key, record)
    return (
      before === undefined ||
      before.version < credentials.version ||
      (before.version === credentials.version && before.digest !== credentials.digest)
    )
  })
  const accounts = better.map(({ account }) => account)
  const users = accounts.map(({ user }) => user)
  for (const table of TABLES)
    await client.query(`delete from ${table} where ${ACCOUNT_TABLES[table]} = any($1)`, [users])
  for (const account of accounts) {
    const row = JSON.stringify(rowsIn([account], 'users'))
    await client.query(MAKE_ROOM, [row])
    await client.query(insertOf('users'), [row])
  }
  for (const table of TABLES)
    if (table !== 'users') await client.query(insertOf(table), [JSON.stringify(rowsIn(accounts, table))])
}

const insertOf = (table: AccountTable): string =>
  `insert into ${table} overriding system value ${givenRows(table)} on conflict do nothing`

/**
 * A later account has what another row has, too, which must be unique: that row was not as recorded any more when the account
 * took it. It keeps its id and gets other login methods, so that an operator can put them right and accept it.
 */
const MAKE_ROOM = `update users as other set
  email = 'replaced ' || gen_random_uuid(), email_confirmed = false,
  password_hash = coalesce(other.password_hash, ''), telegram_id = null, google_sub = null,
  referral_code = 100000000 + floor(random() * 900000000)::integer
from (${givenRows('users')}) as account
where other.email = account.email or other.telegram_id = account.telegram_id or other.google_sub = account.google_sub
  or other.referral_code = account.referral_code`
