/** `npm run backup -- --follow DIR`: a backup, and beside it each committed row of the journal, within a second. */

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { FollowBroken, type FollowedTo, followOnce, placeOf } from '../backup/follow.ts'
import { openFollowedAccounts } from '../backup/followed-accounts.ts'
import { FollowedElsewhere } from '../backup/followed-file.ts'
import { deleteContained, FOLLOW_LIMITS, type FollowLimits, openFollowedFolder } from '../backup/followed-folder.ts'
import { endOf, readHeader } from '../backup/format.ts'
import { openClients } from '../postgres/database.ts'
import { refuseWithoutCluster } from '../postgres/read-only-session.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { recordHashes } from '../sequencer/journal.ts'
import { openBackup } from './open-backup.ts'
import { formatCount, type Place } from './stored-exchange.ts'

const POLL_MILLIS = 100

export const baseIn = (folder: string): string => join(folder, 'base')

type FollowOptions = {
  /** Writes a backup into a new file, and returns what it wrote. */
  readonly backUp: (file: string) => Promise<string>
  readonly signal: AbortSignal
  readonly print: (line: string) => void
  /** Overridden by tests. */
  readonly limits?: FollowLimits
}

/** Until `signal`; returns how far it has come. A database that is away is waited for. Throws `FollowBroken`. */
export async function follow(source: Place, folder: string, options: FollowOptions): Promise<string> {
  const { backUp, signal, print, limits = FOLLOW_LIMITS } = options
  const base = baseIn(folder)
  if (!existsSync(base)) print(await makeBase(folder, backUp))
  const { header, recordKey } = await openBackup(base, source)
  refuseWithoutCluster(source)
  const key = recordKey.deriveKey('backups')
  const hashes = recordHashes(recordKey.deriveKey('journal'), header.journal)
  const accounts = openFollowedAccounts(recordKey.deriveKey('accounts'), (user) => print(differingText(user)))
  const clock = systemClock()
  const files = await openFollowedFolder({
    folder,
    key,
    limits,
    now: clock.now,
    onEntry: accounts.onEntry,
    base: { end: await endOf(base), seq: header.seq },
  })
  let begun: number | undefined
  const deleteOld = async (): Promise<void> => {
    if (begun === files.begun) return
    begun = files.begun
    // The backup can have been renewed.
    const { seq } = await readHeader(base)
    const deleted = await deleteContained(folder, key, { seq, now: clock.now(), keptMillis: limits.keptMillis })
    for (const name of deleted) print(`deleted ${name}: the backup has its rows`)
  }
  const clients = await openClients({ ...source, log: openLog('silent') })
  print('following the journal')
  let client: pg.Client | undefined
  let to: FollowedTo | undefined
  let problem: string | undefined
  try {
    while (!signal.aborted) {
      try {
        client ??= await listeningClient(clients.connect)
        to = await followOnce(
          { client, hashes, folder: files, accounts },
          to ?? (await placeOf({ client, hashes }, files.seq, files.last)),
        )
        await deleteOld()
        if (problem !== undefined) print('following again')
        problem = undefined
      } catch (error) {
        if (error instanceof FollowBroken || error instanceof FollowedElsewhere) throw error
        const reason = waitingText(folder, error)
        if (reason !== problem) print(reason)
        problem = reason
        await client?.end().catch(() => undefined)
        client = undefined
      }
      await sleep(POLL_MILLIS, undefined, { signal }).catch(() => undefined)
    }
    return closingLine(folder, to, accounts.missing)
  } finally {
    files.close()
    await client?.end().catch(() => undefined)
    await clients.close()
  }
}

const waitingText = (folder: string, error: unknown): string => {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'write' || syscall === 'fsync')
    return `waiting for the disk of ${folder}: it cannot be written (${code})`
  return `waiting for the database: ${message}`
}

/** A newer backup in a folder that is followed: files that it contains are deleted when they are old. */
export async function renew(folder: string, backUp: FollowOptions['backUp']): Promise<string> {
  if (!existsSync(baseIn(folder))) throw new Error(`${folder} has no backup: begin with --follow`)
  return makeBase(folder, backUp)
}

/** The name shows that the backup is complete and was replayed. */
async function makeBase(folder: string, backUp: FollowOptions['backUp']): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${baseIn(folder)}.new`
  rmSync(draft, { force: true })
  const report = await backUp(draft)
  renameSync(draft, baseIn(folder))
  return report
}

async function listeningClient(connect: () => Promise<pg.Client>): Promise<pg.Client> {
  const client = await connect()
  // The next query reports the error.
  client.on('error', () => undefined)
  return client
}

const differingText = (user: string): string =>
  `the stored rows of the account ${user} are not those that the journal knows: they are not written, and the copy keeps those of before`

function closingLine(folder: string, to: FollowedTo | undefined, missing: number): string {
  if (to === undefined) return `followed nothing: the database was never reached; ${folder} has what it had before`
  const time = to.at === undefined ? '' : `, committed at ${new Date(to.at).toISOString()}`
  const but =
    missing === 0 ? '' : `, but for accounts whose stored rows are not those that the journal knows: ${missing}`
  return `followed up to command ${formatCount(to.seq)}${time}: ${folder} has everything until then${but}`
}
