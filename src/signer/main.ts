/**
 * The signer process: the only one that knows the keys. `npm run signer` starts it next to a live exchange; with play
 * money the server starts it with `--child`, and it ends with the server. Exit code 3: key or journal was changed.
 */

import { rmSync } from 'node:fs'
import { runCommand } from './commands.ts'
import { JournalCorrupt } from './journal.ts'
import { KeyUnreadable } from './key-file.ts'
import { readFolderSettings, readSocketSettings } from './settings.ts'
import { openSigner } from './signer.ts'
import { openSocketFolder } from './socket-folder.ts'
import { listen } from './socket-server.ts'

const CORRUPT = 3

function log(event: string, message: string): void {
  process.stderr.write(`${JSON.stringify({ event, time: Date.now(), msg: message })}\n`)
}

const isCorrupt = (error: unknown): boolean => error instanceof JournalCorrupt || error instanceof KeyUnreadable
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function fail(error: unknown): never {
  log('signer.failed', textOf(error))
  process.exit(isCorrupt(error) ? CORRUPT : 1)
}

async function serve(isChild: boolean): Promise<void> {
  const { folder, passphrase } = readFolderSettings()
  const { socket, token, group } = readSocketSettings(folder)
  if (isChild) process.stdin.on('end', () => process.exit(0)).resume()
  const signer = openSigner({ folder, passphrase, policy: isChild ? 'play' : 'live', now: Date.now })
  const { path, gid } = group === undefined ? { path: socket, gid: undefined } : openSocketFolder(socket, folder, group)
  await listen(path, { signer, token, gid, onFailed: fail })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      rmSync(path, { force: true })
      process.exit(0)
    })
  const { evm, ton } = signer.hot
  log('signer.started', `the signer answers at ${path}; its hot wallets are ${evm} and on TON ${ton}`)
}

process.umask(0o077)
const args = process.argv.slice(2)
const isChild = args.length === 1 && args[0] === '--child'
if (args.length === 0 || isChild) await serve(isChild).catch(fail)
else
  try {
    runCommand(args)
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    process.exitCode = isCorrupt(error) ? CORRUPT : 1
  }
