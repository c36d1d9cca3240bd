/**
 * `npm run backup -- FILE`: writes everything of the exchange, which may be running, into one new file, then restores it
 * into a temporary database and replays it there. With real money the keys are in a backup of the signer: its manifest must
 * be named (`--signer FILE.manifest`) or left out on purpose (`--without-signer`).
 */

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dump } from '../backup/dump.ts'
import { type BackupKeys, type Entry, endOf, readBackup, writeBackup } from '../backup/format.ts'
import { load } from '../backup/load.ts'
import { restoreMark } from '../play/mode-guard.ts'
import { openClients } from '../postgres/database.ts'
import { queryOne } from '../postgres/query.ts'
import { openReadOnlySession } from '../postgres/read-only-session.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { readRecordKey } from '../secrets/record-key.ts'
import { anchorTextIn, parseAnchor } from '../sequencer/anchor-file.ts'
import { fail } from './fail.ts'
import { follow, renew } from './follow-journal.ts'
import { type KeysOption, keysOf, keysText } from './keys-of-backup.ts'
import { openBackup } from './open-backup.ts'
import { COPIED_TABLES } from './rebuild-read-models.ts'
import { replayStored } from './replay.ts'
import { formatCount, openStoredExchange, type Place } from './stored-exchange.ts'

type BackupSource = Place & { readonly signer?: Config['signer']; readonly mode?: Config['mode'] }

export const signerFolderOf = (dataDir: string): string => join(dataDir, 'signer')

/** Returns what was written; throws if the copy is not equal to what it was made from. */
export async function backup(source: BackupSource, file: string, option?: KeysOption): Promise<string> {
  // Before the session: what the anchor names is in the journal then.
  const anchorText = anchorTextIn(source.dataDir)
  const session = await openReadOnlySession({ ...source, log: openLog('silent') })
  const { client, schema } = session
  let keys: BackupKeys
  let secretKey: string
  try {
    // With real money the keys are elsewhere, whatever a row says.
    const mode = source.mode === 'live' ? 'live' : (await queryOne<{ value: string }>(client, MODE))?.value
    keys = await keysOf(mode, option, source.signer)
    const folder = signerFolderOf(source.dataDir)
    const signerFolder = keys.type === 'included' && existsSync(folder) ? folder : undefined
    const { deriveKey, sealed: recordKey, openedWith } = await readRecordKey(client, source)
    secretKey = openedWith
    const entries = dump({ client, schema, signerFolder, recordKey, keys, now: systemClock().now() })
    await writeNew(file, deriveKey('backups'), entries)
  } finally {
    await session.close()
  }
  const report = await verifyBackup(file, secretKey, anchorText)
  return `${report}\n${keysText(keys)}\nwrote ${file}, ${formatCount(statSync(file).size)} bytes`
}

const MODE = `select value from settings where name = 'mode'`

async function writeNew(file: string, key: Buffer, entries: AsyncIterable<Entry>): Promise<void> {
  try {
    await writeBackup(file, key, entries)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}

/** Restores the file into a temporary database and replays its journal against all read models, up to the anchor at least. */
async function verifyBackup(file: string, secretKey: string, anchorText: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tern-backup-'))
  const copy = { dataDir: folder, databaseUrl: undefined, secretKey }
  try {
    const clients = await openClients({ ...copy, log: openLog('silent') })
    try {
      const { recordKey } = await openBackup(file, copy)
      await load(readBackup(file, recordKey.deriveKey('backups')), {
        connect: clients.connect,
        signerFolder: signerFolderOf(folder),
        markFile: restoreMark(folder),
        sealed: recordKey.sealed,
        end: await endOf(file),
      })
      // As a start of this version would.
      await clients.migrate()
      const exchange = await openStoredExchange(copy, COPIED_TABLES)
      const anchor = parseAnchor(anchorText, recordKey.deriveKey('anchor'))
      const { report, problem } = await replayStored({ ...exchange, anchor }, true).finally(() => exchange.close())
      if (problem !== undefined) throw new Error(`the copy differs: ${problem}`)
      return report
    } finally {
      await clients.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const USAGE = `usage: npm run backup -- FILE
       npm run backup -- --follow DIR          a backup, and each row that is committed after it, until it is stopped
       npm run backup -- --renew DIR           a newer backup in DIR, also while it is followed
       with real money, all with --signer FILE.manifest or --without-signer`

type Parsed = {
  readonly file: string
  readonly option: KeysOption
  readonly what: 'file' | 'follow' | 'renew'
}

function parse(args: readonly string[]): Parsed {
  const options = {
    signer: { type: 'string' },
    'without-signer': { type: 'boolean' },
    follow: { type: 'string' },
    renew: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const { signer, 'without-signer': isWithout, follow: followed, renew: renewed } = values
  const [file, ...others] = [followed, renewed, ...positionals].filter((each) => each !== undefined)
  if (file === undefined || others.length > 0 || (signer !== undefined && isWithout)) throw new Error(USAGE)
  const what = followed !== undefined ? 'follow' : renewed !== undefined ? 'renew' : 'file'
  const shared = { file: resolve(file), what } as const
  if (signer !== undefined) return { ...shared, option: { type: 'manifest', file: resolve(signer) } }
  return { ...shared, option: isWithout ? { type: 'without' } : undefined }
}

async function run(): Promise<void> {
  const { file, option, what } = parse(process.argv.slice(2))
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  const source = readConfig()
  const backUp = (base: string): Promise<string> => backup(source, base, option)
  if (what === 'file') return print(await backUp(file))
  if (what === 'renew') return print(await renew(file, backUp))
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  print(await follow(source, file, { backUp, signal: stopping.signal, print }))
}

if (import.meta.main) run().catch(fail)
