/**
 * The anchor of a process that waits: it reads the newest rows of the journal, checks them, and notes the last one in its own
 * file. So it knows, when it leads, what the database must have: all that the leader has answered, but for the last second.
 */

import { replaceFile } from '../../files/durable-file.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import { RecordKeyMissing, readRecordKey } from '../secrets/record-key.ts'
import type { SecretKeys } from '../secrets/secret-keys.ts'
import { anchorFile, anchorLine, anchorTextIn, type Place, parseAnchor } from '../sequencer/anchor-file.ts'
import { JournalMismatch } from '../sequencer/consumer-positions.ts'
import { JournalIdentityMissing, type JournalRow, type RecordHashes, recordHashes } from '../sequencer/journal.ts'
import { readIdentity } from '../sequencer/journal-identity.ts'
import { readRows, rowOf } from '../sequencer/postgres-journal.ts'

type FollowDeps = { readonly keys: SecretKeys; readonly log: Log }

/**
 * Each call reads on from the last one. Returns why the anchor cannot follow; the file stays as it is then, and a start that
 * leads compares the journal with it. Throws `SecretKeyMismatch`, and errors of the database.
 */
export function openAnchorFollower({ keys, log }: FollowDeps): (db: Queryable) => Promise<string | undefined> {
  const file = anchorFile(keys.dataDir)
  let deriveKey: Awaited<ReturnType<typeof readRecordKey>>['deriveKey'] | undefined
  let noted: Place | undefined

  async function follow(db: Queryable): Promise<void> {
    deriveKey ??= (await readRecordKey(db, keys)).deriveKey
    const anchorKey = deriveKey('anchor')
    const id = await readIdentity(db)
    const hashes = recordHashes(deriveKey('journal'), id)
    const found = noted ?? placeIn(file, keys.dataDir, anchorKey)
    const next = found === undefined ? await newestPlace(db, id, hashes) : await endAfter(db, found, id, hashes)
    if (next === undefined || (next.batch === noted?.batch && next.hash === noted.hash)) return
    await replaceFile(file, anchorLine(anchorKey, next))
    if (found === undefined) log.info({ event: 'anchor.made', batch: next.batch }, 'the anchor of this standby begins')
    noted = next
  }

  return async (db) => {
    try {
      await follow(db)
      return undefined
    } catch (error) {
      // A leader that starts for the first time has not made it yet.
      if (error instanceof RecordKeyMissing) return undefined
      if (error instanceof JournalMismatch || error instanceof JournalIdentityMissing) return error.message
      const { code, syscall } = error as NodeJS.ErrnoException
      if (syscall !== undefined && /^(open|write|rename|fdatasync)$/.test(syscall))
        return `the anchor cannot be written (${code})`
      throw error
    }
  }
}

/** Undefined without the file: the first call makes it. */
function placeIn(file: string, dataDir: string, key: Buffer): Place | undefined {
  const found = parseAnchor(anchorTextIn(dataDir), key)
  if (found.type === 'anchor') return found.place
  if (found.isMissing) return undefined
  throw new JournalMismatch(`${file} ${found.problem}`)
}

const placeOf = (journal: string, { batch, hash }: JournalRow): Place => ({
  journal,
  batch,
  hash: hash.toString('hex'),
})

/** Undefined while the journal has no rows. */
async function newestPlace(db: Queryable, id: string, hashes: RecordHashes): Promise<Place | undefined> {
  const stored = await queryOne<Tables['journal']>(db, 'select * from journal order by batch desc limit 1')
  if (stored === undefined) return undefined
  const row = rowOf(stored)
  refuseChanged(row, hashes)
  return placeOf(id, row)
}

/** The last row after the place, which must be in the journal. Throws `JournalMismatch`. */
async function endAfter(db: Queryable, from: Place, id: string, hashes: RecordHashes): Promise<Place> {
  if (from.journal !== id)
    throw new JournalMismatch(`the anchor belongs to the journal ${from.journal}, but this journal is ${id}`)
  let before: JournalRow | undefined
  for await (const row of readRows(db, from.batch - 1)) {
    refuseChanged(row, hashes)
    const fits =
      before === undefined
        ? row.batch === from.batch && row.hash.toString('hex') === from.hash
        : row.batch === before.batch + 1 && row.prevHash.equals(before.hash)
    if (!fits) throw new JournalMismatch(`batch ${row.batch} of the journal does not continue what the anchor says`)
    before = row
  }
  if (before === undefined)
    throw new JournalMismatch(`the journal ends before batch ${from.batch}, which the anchor says was committed`)
  return placeOf(id, before)
}

function refuseChanged(row: JournalRow, hashes: RecordHashes): void {
  if (!isSameHash(row.hash, hashes.row(row)))
    throw new JournalMismatch(`batch ${row.batch} of the journal was changed from outside`)
}
