/**
 * `npm run backup -- FILE`: writes everything of the exchange, which may be running, into one new file, then restores it
 * into a temporary database and replays it there.
 */

import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dump } from '../backup/dump.ts'
import { readBackup, writeBackup } from '../backup/format.ts'
import { load } from '../backup/load.ts'
import { openClients } from '../postgres/database.ts'
import { openReadOnlySession } from '../postgres/read-only-session.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { COPIED_TABLES } from './rebuild-read-models.ts'
import { replayStored } from './replay.ts'
import { formatCount, openStoredExchange } from './stored-exchange.ts'

type Source = Pick<Config, 'dataDir' | 'databaseUrl'>

export const signerFolderOf = (dataDir: string): string => join(dataDir, 'signer')

/** Returns what was written; throws if the copy is not equal to what it was made from. */
export async function backup(source: Source, file: string): Promise<string> {
  const session = await openReadOnlySession({ ...source, log: openLog('silent') })
  try {
    const folder = signerFolderOf(source.dataDir)
    const signerFolder = existsSync(folder) ? folder : undefined
    await writeBackup(
      file,
      dump({ client: session.client, schema: session.schema, signerFolder, now: systemClock().now() }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  } finally {
    await session.close()
  }
  const report = await verifyBackup(file)
  return `${report}\nwrote ${file}, ${formatCount(statSync(file).size)} bytes`
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
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Error('usage: npm run backup -- FILE')
  process.stdout.write(`${await backup(readConfig(), resolve(file))}\n`)
}

if (import.meta.main)
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
