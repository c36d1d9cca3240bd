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
import { type BackupKeys, type Entry, readBackup, writeBackup } from '../backup/format.ts'
import { load } from '../backup/load.ts'
import { openClients } from '../postgres/database.ts'
import { queryOne } from '../postgres/query.ts'
import { openReadOnlySession } from '../postgres/read-only-session.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { type KeysOption, keysOf, keysText } from './keys-of-backup.ts'
import { COPIED_TABLES } from './rebuild-read-models.ts'
import { replayStored } from './replay.ts'
import { formatCount, openStoredExchange } from './stored-exchange.ts'

type Source = Pick<Config, 'dataDir' | 'databaseUrl'> & { readonly signer?: Config['signer'] }

export const signerFolderOf = (dataDir: string): string => join(dataDir, 'signer')

/** Returns what was written; throws if the copy is not equal to what it was made from. */
export async function backup(source: Source, file: string, option?: KeysOption): Promise<string> {
  const session = await openReadOnlySession({ ...source, log: openLog('silent') })
  const { client, schema } = session
  let keys: BackupKeys
  try {
    keys = await keysOf((await queryOne<{ value: string }>(client, MODE))?.value, option, source.signer)
    const folder = signerFolderOf(source.dataDir)
    const signerFolder = keys.type === 'included' && existsSync(folder) ? folder : undefined
    await writeNew(file, dump({ client, schema, signerFolder, keys, now: systemClock().now() }))
  } finally {
    await session.close()
  }
  const report = await verifyBackup(file)
  return `${report}\n${keysText(keys)}\nwrote ${file}, ${formatCount(statSync(file).size)} bytes`
}

const MODE = `select value from settings where name = 'mode'`

async function writeNew(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  try {
    await writeBackup(file, entries)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
}

/** Restores the file into a temporary database and replays its journal against all read models. */
async function verifyBackup(file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tern-backup-'))
  const copy = { dataDir: folder, databaseUrl: undefined }
  try {
    const clients = await openClients({ ...copy, log: openLog('silent') })
    try {
      await load(readBackup(file), { connect: clients.connect, signerFolder: signerFolderOf(folder) })
      // As a start of this version would.
      await clients.migrate()
      const exchange = await openStoredExchange(copy, COPIED_TABLES)
      const { report, problem } = await replayStored(exchange, true).finally(() => exchange.close())
      if (problem !== undefined) throw new Error(`the copy differs: ${problem}`)
      return report
    } finally {
      await clients.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(): Promise<void> {
  const { file, option } = parse(process.argv.slice(2))
  process.stdout.write(`${await backup(readConfig(), resolve(file), option)}\n`)
}

const USAGE = `usage: npm run backup -- FILE
       npm run backup -- FILE --signer FILE.manifest | --without-signer     with real money`

function parse(args: readonly string[]): { readonly file: string; readonly option: KeysOption } {
  const options = { signer: { type: 'string' }, 'without-signer': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const { signer, 'without-signer': isWithout } = values
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0 || (signer !== undefined && isWithout)) throw new Error(USAGE)
  if (signer !== undefined) return { file, option: { type: 'manifest', file: resolve(signer) } }
  return { file, option: isWithout ? { type: 'without' } : undefined }
}

if (import.meta.main)
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
