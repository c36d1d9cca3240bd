/**
 * `npm run restore -- FILE`: loads a backup into an empty database and begins a new epoch, because commands after the
 * backup are lost. Networks stay paused until `npm run operator -- reconcile CODE` has compared them with their chains.
 * `--key KEY` opens a backup that was made with another `SECRET_KEY`.
 */

import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readFollowed } from '../backup/followed-folder.ts'
import { endOf, type Header, readBackup } from '../backup/format.ts'
import { finish, load, placeSignerFolder, unfinished } from '../backup/load.ts'
import { restoreMark } from '../play/mode-guard.ts'
import { openClients, openDatabase } from '../postgres/database.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { openRecordKey } from '../secrets/record-key.ts'
import { openAnchor, setAnchorAside } from '../sequencer/anchor.ts'
import { beginEpoch } from '../sequencer/begin-epoch.ts'
import { openPostgresJournal } from '../sequencer/postgres-journal.ts'
import { postgresSnapshots } from '../sequencer/postgres-snapshots.ts'
import { Sequencer } from '../sequencer/sequencer.ts'
import { openSnapshots } from '../sequencer/snapshots.ts'
import { compareAccounts, differenceText, recordedAccounts } from '../users/compare-accounts.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { signerFolderOf } from './backup.ts'
import { fail } from './fail.ts'
import { baseIn } from './follow-journal.ts'
import { signerReport } from './keys-of-backup.ts'
import { type KeyFile, openBackup } from './open-backup.ts'
import { formatCount, type Place } from './stored-exchange.ts'

type Target = Place & { readonly signer?: Config['signer'] }

const RESTORED = 'restored from a backup: run "npm run operator -- reconcile CODE"'

/** Returns what was restored. `keyFile`: undefined if the keys of the target open the backup. */
export async function restore(target: Target, file: string, keyFile?: KeyFile): Promise<string> {
  const log = openLog('silent')
  const base = statSync(file).isDirectory() ? baseIn(file) : file
  if (!existsSync(base)) throw new Error(`the folder ${file} has no complete backup: its file "base" is missing`)
  refuseFolderOfOther(target)
  const { header, recordKey } = await openBackup(base, target, keyFile)
  const clients = await openClients({ ...target, log })
  try {
    const end = await endOf(base)
    const interrupted = await interruptedRestore(clients.connect, restoreMark(target.dataDir))
    if (interrupted !== undefined) {
      if (interrupted.end !== end)
        throw new Error(
          'the restore of another backup was interrupted here: complete it with that file, or restore into an empty place',
        )
      placeSignerFolder(signerFolderOf(target.dataDir))
      return `completed an interrupted restore; ${await continueFrom(target, header, interrupted.last)}`
    }
    const { connect } = clients
    const key = recordKey.deriveKey('backups')
    const followed =
      base === file ? undefined : { entries: readFollowed(file, key), key: recordKey.deriveKey('accounts') }
    const { dataDir } = target
    const files = { signerFolder: signerFolderOf(dataDir), markFile: restoreMark(dataDir) }
    const place = { connect, ...files, sealed: recordKey.sealed, end }
    const last = await load(readBackup(base, key), place, followed)
    const { createdAt, seq } = header
    return `restored the backup of ${createdAt}, command ${formatCount(seq)}; ${await continueFrom(target, header, last)}`
  } finally {
    await clients.close()
  }
}

/** What root restores into it, its owner could not open. */
function refuseFolderOfOther({ dataDir }: Target): void {
  const isOfOther = process.getuid?.() === 0 && existsSync(dataDir) && statSync(dataDir).uid !== 0
  if (isOfOther) throw new Error(`${dataDir} belongs to another system user: run this as that user`)
}

/** Of which everything was loaded before the process ended; undefined if there is none. */
async function interruptedRestore(connect: () => Promise<pg.Client>, markFile: string) {
  const client = await connect()
  try {
    return await unfinished(client, markFile)
  } finally {
    await client.end()
  }
}

/**
 * Returns how the exchange continues. Repeating it after an interruption begins one more epoch. `loaded`: the last command that
 * was loaded: another program can delete rows between the load and this start.
 */
async function continueFrom(target: Target, { keys, seq }: Header, loaded: number): Promise<string> {
  const log = openLog('silent')
  const database = await openDatabase({ ...target, log })
  const clock = systemClock()
  const { deriveKey } = await openRecordKey(database.pool, target)
  const key = deriveKey('journal')
  const anchorDeps = { ...target, isAnchorRequired: false, key: deriveKey('anchor'), log }
  const openJournal = async () => {
    const journal = await openPostgresJournal(database, key)
    await setAnchorAside(journal, anchorDeps)
    return journal
  }
  // A play exchange deletes the rows of its journal that come before its snapshots. None is taken here.
  const takeNone = { interval: Number.POSITIVE_INFINITY, stopInterval: Number.POSITIVE_INFINITY }
  const snapshots = openSnapshots({ store: postgresSnapshots(database.pool), log, ...takeNone })
  const sequencer = new Sequencer({ openJournal, clock, log, snapshots })
  const anchor = openAnchor(anchorDeps)
  try {
    await sequencer.start(seq)
    const last = await sequencer.read(({ seq, at }) => ({ seq, at }))
    if (last.seq < loaded)
      throw new Error(
        `the journal ends at command ${formatCount(last.seq)}, but ${formatCount(loaded)} was loaded: another program deleted rows. Restore into an empty place`,
      )
    const next = await beginEpoch(sequencer, RESTORED)
    await anchor.follow(sequencer)
    await finish(database.pool, restoreMark(target.dataDir))
    const lines = await signerReport((select) => sequencer.read(select), keys, target.signer)
    const recorded = await sequencer.read(recordedAccounts)
    const found = await compareAccounts(database.pool, deriveKey('accounts'), recorded)
    const accounts = found.differing > 0 ? [`${differenceText(found)}. ${UNUSABLE}`] : []
    return [`the next command is ${formatCount(next)}`, ...lines, ...accounts, closingLine(last)].join('\n')
  } finally {
    await sequencer.stop()
    await anchor.stop()
    await database.close()
  }
}

const UNUSABLE = 'Nobody can use them; after a start, "npm run operator -- accounts" lists them.'

const USAGE = `usage: npm run restore -- FILE
       npm run restore -- DIR                                         of "npm run backup -- --follow DIR"
       npm run restore -- FILE --key KEY [--passphrase-file FILE]     made with another SECRET_KEY`

/** What was answered after the last command is lost. */
const closingLine = ({ seq, at }: { readonly seq: number; readonly at: number }): string =>
  `The last restored command is ${formatCount(seq)}, committed at ${new Date(at).toISOString()}: what was committed after it is lost.`

async function run(args: readonly string[]): Promise<string> {
  const options = { key: { type: 'string' }, 'passphrase-file': { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [file, ...others] = positionals
  const { key, 'passphrase-file': passphraseFile } = values
  if (file === undefined || others.length > 0) throw new Error(USAGE)
  const keyFile =
    key === undefined ? undefined : { file: resolve(key), passphrase: () => askPassphrase(passphraseFile) }
  return restore(readConfig(), resolve(file), keyFile)
}

if (import.meta.main) run(process.argv.slice(2)).then((text) => void process.stdout.write(`${text}\n`), fail)
