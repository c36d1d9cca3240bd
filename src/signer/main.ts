/**
 * The signer process: the only one that knows the keys. `npm run signer` starts it next to a live exchange; with play
 * money the server starts it with `--child`, and it ends with the server. Exit code 3: key or journal was changed.
 */

import { rmSync } from 'node:fs'
import { JournalCorrupt } from './journal.ts'
import { KeyUnreadable } from './key-file.ts'
import { readSignerSettings } from './settings.ts'
import { openSigner } from './signer.ts'
import { listen } from './socket-server.ts'

const CORRUPT = 3

function log(event: string, message: string): void {
  process.stderr.write(`${JSON.stringify({ event, time: Date.now(), msg: message })}\n`)
}

function fail(error: unknown): never {
  const isCorrupt = error instanceof JournalCorrupt || error instanceof KeyUnreadable
  log('signer.failed', error instanceof Error ? error.message : String(error))
  process.exit(isCorrupt ? CORRUPT : 1)
}

async function run(): Promise<void> {
  process.umask(0o077)
  const { folder, socket, token, passphrase } = readSignerSettings()
  if (process.argv.includes('--child')) process.stdin.on('end', () => process.exit(0)).resume()
  const signer = openSigner({ folder, passphrase, now: Date.now })
  await listen(socket, { signer, token, onFailed: fail })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      rmSync(socket, { force: true })
      process.exit(0)
    })
  log('signer.started', `the signer answers at ${socket}`)
}

await run().catch(fail)
