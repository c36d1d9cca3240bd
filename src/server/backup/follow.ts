/** Appends each committed row of the journal to files beside a backup, and the accounts that it changed. */

import type { Millis } from '../../contract/ids.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { decode } from '../sequencer/command-codec.ts'
import { FIRST_HASH, type JournalRow, type RecordHashes } from '../sequencer/journal.ts'
import { rowOf } from '../sequencer/postgres-journal.ts'
import { CHANGED } from '../sequencer/replay-journal.ts'
import type { FollowedAccounts } from './followed-accounts.ts'
import type { FollowedFolder } from './followed-folder.ts'
import type { Followed } from './format.ts'
import { batchOf, textOf } from './journal-text.ts'

/** The last row that the files have. `at`: the time of its commands; undefined before the first row. */
export type FollowedTo = {
  readonly batch: number
  readonly hash: Buffer
  readonly seq: number
  readonly at: Millis | undefined
}

/** The journal is not the one that was followed, lost rows before they were read, or was changed without the key. */
export class FollowBroken extends Error {}

const ROWS = 256
const NEW_ROWS = `select * from journal where batch > $1 order by batch limit ${ROWS}`

/** `hashes`: of the journal that the backup names. */
type Source = { readonly client: Queryable; readonly hashes: RecordHashes }

type FollowDeps = Source & {
  readonly folder: Pick<FollowedFolder, 'append'>
  readonly accounts: FollowedAccounts
}

/** Reads until there is nothing new. Returns how far it has come. Throws `FollowBroken`, and errors of the database. */
export async function followOnce(deps: FollowDeps, from: FollowedTo): Promise<FollowedTo> {
  const { client, hashes, folder, accounts } = deps
  let to = from
  for (;;) {
    const found = await query<Tables['journal']>(client, NEW_ROWS, [to.batch])
    const rows: string[] = []
    let problem: string | undefined
    for (const row of found.map(rowOf)) {
      problem = problemOf(hashes, to, row)
      if (problem !== undefined) break
      const commands = decode(row.format, row.payload)
      accounts.note(commands)
      rows.push(textOf(row))
      to = { batch: row.batch, hash: row.hash, seq: row.lastSeq, at: commands.at(-1)?.[0] ?? 0 }
    }
    const isAtEnd = problem !== undefined || found.length < ROWS
    const changed = await accounts.read(client, isAtEnd)
    // Accounts first: one without its rows of the journal is a change that was interrupted.
    folder.append(rows.length > 0 ? [...changed, { kind: 'rows', table: 'journal', rows }] : changed)
    accounts.written(changed, isAtEnd)
    if (problem !== undefined) throw new FollowBroken(problem)
    if (isAtEnd) return to
  }
}

/** The row where the backup ends, or the last one of the files. Throws `FollowBroken` if the journal does not have it. */
export async function placeOf(
  { client, hashes }: Source,
  seq: number,
  last: Followed | undefined,
): Promise<FollowedTo> {
  const text = last?.kind === 'rows' ? last.rows.at(-1) : undefined
  if (text === undefined && seq === 0) return { batch: 0, hash: FIRST_HASH, seq, at: undefined }
  const found =
    text === undefined
      ? await queryOne<Tables['journal']>(client, 'select * from journal where last_seq = $1', [seq])
      : await queryOne<Tables['journal']>(client, 'select * from journal where batch = $1', [batchOf(text)])
  const row = found && rowOf(found)
  const problem = row && changeOf(hashes, row)
  if (problem !== undefined) throw new FollowBroken(problem)
  if (row === undefined || (text === undefined ? row.lastSeq !== seq : textOf(row) !== text))
    throw new FollowBroken('the journal does not have the last row that was followed: begin again in a new folder')
  return { batch: row.batch, hash: row.hash, seq: row.lastSeq, at: undefined }
}

/** Why the row cannot be followed; undefined if it is the next one. */
function problemOf(hashes: RecordHashes, to: FollowedTo, row: JournalRow): string | undefined {
  const { batch, prevHash } = row
  const changed = changeOf(hashes, row)
  if (changed !== undefined) return changed
  if (batch !== to.batch + 1) return `the journal continues with batch ${batch} after batch ${to.batch}`
  if (prevHash.equals(to.hash)) return undefined
  return `batch ${batch} does not continue batch ${to.batch}: the exchange was restored since`
}

const changeOf = (hashes: RecordHashes, row: JournalRow): string | undefined =>
  row.hash.equals(hashes.row(row))
    ? undefined
    : `batch ${row.batch} (commands ${row.firstSeq} to ${row.lastSeq}) ${CHANGED}`
