/** Loads a backup into an empty database and an empty signer folder. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type pg from 'pg'
import type { Seq } from '../../contract/ids.ts'
import { migrate } from '../postgres/migrate.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import { storeSealed } from '../secrets/record-key.ts'
import { loadAccounts, newestCredentials, type ProvenAccount, provenOf } from './followed-accounts.ts'
import { type Account, BadBackup, type Entry, type Followed, type Header } from './format.ts'
import { batchOf, commandsIn, lastSeqIn } from './journal-text.ts'

type Target = {
  readonly connect: () => Promise<pg.Client>
  readonly signerFolder: string
  /** The record key, encrypted under the key of the target. */
  readonly sealed: string
  /** The HMAC at the end of the backup: an interrupted restore is completed with the same one. */
  readonly end: string
  readonly markFile: string
}

/** The target has data already. */
class NotEmpty extends Error {}

/** What was committed after the backup. `key`: of the digests of accounts. */
type FollowedSource = { readonly entries: AsyncIterable<Followed>; readonly key: Buffer }

/** Everything or nothing: one transaction. Returns the last command that was loaded. */
export async function load(
  entries: AsyncIterable<Entry>,
  { connect, signerFolder, sealed, end, markFile }: Target,
  followed?: FollowedSource,
): Promise<Seq> {
  const iterator = entries[Symbol.asyncIterator]()
  const first = await iterator.next()
  const header = first.done ? undefined : first.value
  if (header?.kind !== 'header') throw new BadBackup('the file is no backup')
  if (existsSync(signerFolder) && readdirSync(signerFolder).length > 0)
    throw new NotEmpty(`the folder ${signerFolder} is not empty: restore into an empty DATA_DIR`)
  const draft = draftOf(signerFolder)
  rmSync(draft, { recursive: true, force: true })
  await migrate(connect, { only: header.migrations })
  const client = await connect()
  // Not what the database has: it can leave rows out.
  let last: JournalPlace = { batch: 0, seq: 0 }
  let isCommitting = false
  try {
    await refuseData(client)
    await client.query('begin')
    await withoutForeignKeys(client, async (tables) => {
      await client.query(`truncate ${tables.map((name) => `"${name}"`).join(', ')}`)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        await loadEntry(client, next.value, tables, draft)
        last = placeOf(next.value) ?? last
      }
      refuseOtherEnd(last.seq, header)
      if (followed !== undefined) last = await loadFollowed(client, followed, { from: last, tables, draft })
    })
    await storeSealed(client, sealed)
    await client.query(MARK, [end])
    mkdirSync(dirname(markFile), { recursive: true, mode: 0o700 })
    writeFileSync(markFile, `${end}\n${last.seq}`, { mode: 0o600, flush: true })
    isCommitting = true
    await client.query('commit')
    placeSignerFolder(signerFolder)
    return last.seq
  } catch (error) {
    // A commit without an answer may have stored everything.
    if (!isCommitting) for (const path of [draft, markFile]) rmSync(path, { recursive: true, force: true })
    throw error
  } finally {
    // An open transaction ends with its session.
    await client.end()
  }
}

/** Until everything is committed, so that an interrupted restore leaves nothing that refuses the next one. */
const draftOf = (signerFolder: string): string => `${signerFolder}.restoring`

/** Also after a restore that was interrupted directly after its commit. */
export function placeSignerFolder(signerFolder: string): void {
  if (existsSync(draftOf(signerFolder))) renameSync(draftOf(signerFolder), signerFolder)
}

function refuseOtherEnd(last: Seq, { seq }: Header): void {
  if (last !== seq) throw new BadBackup(`the journal of the backup ends at command ${last}, but its header says ${seq}`)
}

/**
 * Until the epoch has begun, a start is refused by the row, also one with another folder, and by the file beside the database.
 * The file alone says what was loaded: another program can write and delete the row.
 */
const MARK = `insert into settings (name, value) values ('restore', $1)
on conflict (name) do update set value = excluded.value`

const UNFINISHED = `select to_regclass('settings') is not null as exists`

/** `end`: the HMAC at the end of the backup that was loaded. `last`: the last command that was loaded. */
type Unfinished = { readonly end: string; readonly last: Seq }

/** What an interrupted restore has loaded; undefined if there is none, or if it ended before its commit. */
export async function unfinished(client: Queryable, markFile: string): Promise<Unfinished | undefined> {
  if (!existsSync(markFile)) return undefined
  const [end = '', last] = readFileSync(markFile, 'utf8').split('\n')
  if ((await queryOne<{ exists: boolean }>(client, UNFINISHED))?.exists !== true) return undefined
  return (await hasData(client)) ? { end, last: Number(last ?? 0) } : undefined
}

export async function finish(client: Queryable, markFile: string): Promise<void> {
  await execute(client, `delete from settings where name = 'restore'`)
  rmSync(markFile, { force: true })
}

const HAS_DATA = 'select exists (select from journal) or exists (select from users) as found'

const hasData = async (client: Queryable): Promise<boolean> =>
  (await queryOne<{ found: boolean }>(client, HAS_DATA))?.found === true

async function refuseData(client: pg.Client): Promise<void> {
  if (await hasData(client))
    throw new NotEmpty(
      'the database is not empty, and was not changed: restore into an empty DATA_DIR, or an empty database at DATABASE_URL',
    )
}

const TABLES = `select relname as name from pg_class
where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`
const FOREIGN_KEYS = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`
type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** Rows refer to later ones. `work` gets the names of all tables. */
async function withoutForeignKeys(
  client: pg.Client,
  work: (tables: readonly string[]) => Promise<void>,
): Promise<void> {
  const tables = (await query<{ name: string }>(client, TABLES)).map(({ name }) => name)
  const keys = await query<ForeignKey>(client, FOREIGN_KEYS)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`)
  await work(tables)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
}

type JournalPlace = { readonly batch: number; readonly seq: Seq }

/** Of the last row; undefined if the entry has no row of the journal. */
function placeOf(entry: Entry | Followed): JournalPlace | undefined {
  const seq = lastSeqIn(entry)
  const row = entry.kind === 'rows' ? entry.rows.at(-1) : undefined
  return seq === undefined || row === undefined ? undefined : { batch: batchOf(row), seq }
}

type Loading = { readonly from: JournalPlace; readonly tables: readonly string[]; readonly draft: string }

/**
 * What the backup does not have: it can be newer than the first files. Of each account, what is right and was read last. Returns
 * the last command.
 */
async function loadFollowed(
  client: pg.Client,
  { entries, key }: FollowedSource,
  { from, tables, draft }: Loading,
): Promise<JournalPlace> {
  let last = from
  const newest = newestCredentials()
  const proven = new Map<string, ProvenAccount>()
  let before: Account[] = []
  const takeAccounts = async (): Promise<void> => {
    for (const each of await provenIn(client, key, before, newest.of)) {
      // In the order in which they were recorded: a later one can have the former address of another.
      proven.delete(each.account.user)
      proven.set(each.account.user, each)
    }
  }
  for await (const entry of entries) {
    if (entry.kind === 'account') {
      before.push(entry)
      continue
    }
    const rows = entry.rows.filter((row) => batchOf(row) > last.batch)
    if (rows.length > 0) {
      if (batchOf(rows[0] ?? '') !== last.batch + 1)
        throw new BadBackup(`the followed rows do not continue the backup: those after batch ${last.batch} are missing`)
      await loadEntry(client, { ...entry, rows }, tables, draft)
      last = placeOf({ ...entry, rows }) ?? last
      for (const row of rows) newest.note(commandsIn(row))
      await takeAccounts()
    }
    // Accounts of before the end of the backup are older than those in it.
    before = []
  }
  await takeAccounts()
  await loadAccounts(client, key, [...proven.values()])
  return last
}

/** Texts that are no rows prove nothing, and end neither the restore nor the comparison of other accounts. */
async function provenIn(
  client: pg.Client,
  key: Buffer,
  accounts: readonly Account[],
  newestOf: Parameters<typeof provenOf>[3],
): Promise<readonly ProvenAccount[]> {
  if (accounts.length === 0) return []
  await client.query('savepoint accounts')
  try {
    return await provenOf(client, key, accounts, newestOf)
  } catch {
    await client.query('rollback to savepoint accounts')
    const proven: ProvenAccount[] = []
    if (accounts.length > 1)
      for (const each of accounts) proven.push(...(await provenIn(client, key, [each], newestOf)))
    return proven
  } finally {
    await client.query('release savepoint accounts')
  }
}

async function loadEntry(
  client: pg.Client,
  entry: Entry,
  tables: readonly string[],
  signerFolder: string,
): Promise<void> {
  if (entry.kind === 'rows') {
    if (!tables.includes(entry.table)) throw new BadBackup(`the table ${entry.table} is unknown`)
    const table = `"${entry.table}"`
    await client.query(`insert into ${table} overriding system value select * from unnest($1::${table}[])`, [
      entry.rows,
    ])
  } else if (entry.kind === 'sequence') {
    await client.query('select setval(quote_ident($1)::regclass, $2)', [entry.name, entry.value])
  } else if (entry.kind === 'file') {
    writeSignerFile(signerFolder, entry.path, Buffer.from(entry.content, 'base64'))
  }
}

function writeSignerFile(folder: string, path: string, content: Buffer): void {
  const file = join(folder, path)
  if (normalize(path).startsWith('..') || !file.startsWith(join(folder, '/')))
    throw new BadBackup(`the path ${path} is not below the signer's folder`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, content, { mode: 0o600, flag: 'wx', flush: true })
}
