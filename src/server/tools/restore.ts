/**
 * `npm run restore -- FILE`: loads a backup into an empty database and begins a new epoch, because commands after the
 * backup are lost. Networks stay paused until `npm run operator -- reconcile CODE` has compared them with their chains.
 */

import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Command } from '../../engine/exchange.ts'
import { type Header, readBackup, readHeader } from '../backup/format.ts'
import { finish, isUnfinished, load } from '../backup/load.ts'
import { openClients, openDatabase } from '../postgres/database.ts'
import { type Config, readConfig } from '../runtime/config.ts'
import { openLog } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { openPostgresJournal } from '../sequencer/postgres-journal.ts'
import { Sequencer } from '../sequencer/sequencer.ts'
import { signerFolderOf } from './backup.ts'
import { signerReport } from './keys-of-backup.ts'
import { formatCount } from './stored-exchange.ts'

type Target = Pick<Config, 'dataDir' | 'databaseUrl'> & { readonly signer?: Config['signer'] }

/** Random, so that two restores of one backup do not use the same numbers. */
const MIN_GAP = 1_000_000_000
const MAX_GAP = 50_000_000_000

const RESTORED = 'restored from a backup: run "npm run operator -- reconcile CODE"'

/** Returns what was restored. */
export async function restore(target: Target, file: string): Promise<string> {
  const log = openLog('silent')
  const clients = await openClients({ ...target, log })
  try {
    if (await isInterrupted(clients.connect))
      return `completed an interrupted restore; ${await beginEpoch(target, await readHeader(file))}`
    const entries = readBackup(file)
    const header = await load(entries, { connect: clients.connect, signerFolder: signerFolderOf(target.dataDir) })
    const { createdAt, seq } = header
    return `restored the backup of ${createdAt}, command ${formatCount(seq)}; ${await beginEpoch(target, header)}`
  } finally {
    await clients.close()
  }
}

/** Everything was loaded, and then the process ended. */
async function isInterrupted(connect: () => Promise<pg.Client>): Promise<boolean> {
  const client = await connect()
  try {
    return await isUnfinished(client)
  } finally {
    await client.end()
  }
}

/** Returns how the exchange continues. Repeating it after an interruption begins one more epoch. */
async function beginEpoch(target: Target, { keys }: Header): Promise<string> {
  const log = openLog('silent')
  const database = await openDatabase({ ...target, log })
  const clock = systemClock()
  const sequencer = new Sequencer({ openJournal: () => openPostgresJournal(database), clock, log })
  try {
    await sequencer.start(0)
    const command: Command = { type: 'begin-epoch', gap: randomInt(MIN_GAP, MAX_GAP), reason: RESTORED }
    const next = await sequencer.submit(command, ({ seq }) => seq + 1)
    await finish(database.pool, clock.now())
    const lines = await signerReport((select) => sequencer.read(select), keys, target.signer)
    return [`the next command is ${formatCount(next)}`, ...lines].join('\n')
  } finally {
    await sequencer.stop()
    await database.close()
  }
}

async function run(): Promise<void> {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Error('usage: npm run restore -- FILE')
  process.stdout.write(`${await restore(readConfig(), resolve(file))}\n`)
}

if (import.meta.main)
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
