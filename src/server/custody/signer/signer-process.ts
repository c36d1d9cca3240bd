/** The signer of a play exchange: a child process that is restarted when it ends, and ends with this process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfExists, writeFileDurably } from '../../../files/durable-file.ts'
import type { PolicyFile } from '../../../signer/policy.ts'
import type { Log } from '../../runtime/log.ts'
import type { SignerAddress } from './signer-client.ts'

type SignerProcess = Extract<SignerAddress, { readonly socket: string }> & {
  /** Does not wait until the signer answers. */
  start(policy: PolicyFile): void
  /** Undefined while it is not running. */
  pid(): number | undefined
  stop(): Promise<void>
}

type ProcessDeps = {
  readonly dataDir: string
  /** Each journal has a key of its own, because the nonces of another exchange must not be mixed up. */
  readonly journal: string
  readonly log: Log
}

const PROGRAM = join(import.meta.dirname, '../../../signer/main.ts')
/** Key or journal was changed: only an operator can decide what to do. */
const CORRUPT = 3
const RESTART_MILLIS = 500

const secretsFile = z.strictObject({ token: z.string().min(32), passphrase: z.string().min(32) })

/** Nothing runs before `start`. */
export function openSignerProcess({ dataDir, journal, log }: ProcessDeps): SignerProcess {
  const folder = join(dataDir, 'signer', journal)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { token, passphrase } = secretsIn(join(folder, 'secrets'))
  const socket = join(dataDir, 'signer.sock')
  const env = { SIGNER_DIR: folder, SIGNER_SOCKET: socket, SIGNER_TOKEN: token, SIGNER_PASSPHRASE: passphrase }
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let isStopping = false

  function spawnSigner(): void {
    const started = spawn(process.execPath, [PROGRAM, '--child'], { env, stdio: ['pipe', 'ignore', 'pipe'] })
    child = started
    // The child may be gone when its input is closed.
    started.stdin.on('error', () => undefined)
    started.once('error', (err) => log.error({ event: 'signer.not_started', err }, 'the signer could not be started'))
    let output = ''
    started.stderr.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2_000)
    })
    started.once('close', (code, signal) => {
      child = undefined
      if (isStopping) return
      const facts = { event: 'signer.ended', code, signal, output }
      if (code === CORRUPT) {
        log.error(facts, 'the signer found a changed key or journal: withdrawals wait for an operator')
        return
      }
      log.warn(facts, 'the signer ended: it is started again')
      restart = setTimeout(spawnSigner, RESTART_MILLIS)
    })
  }

  return {
    socket,
    token,
    start(policy) {
      writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy, undefined, 2), { mode: 0o600 })
      spawnSigner()
    },
    pid: () => child?.pid,
    async stop() {
      isStopping = true
      clearTimeout(restart)
      const running = child
      if (running === undefined) return
      const ended = new Promise((resolve) => running.once('close', resolve))
      running.kill('SIGTERM')
      await ended
    },
  }
}

/** Random, generated once. */
function secretsIn(file: string): z.infer<typeof secretsFile> {
  const text = readIfExists(file)
  if (text !== undefined) return secretsFile.parse(JSON.parse(text))
  const secrets = { token: randomBytes(32).toString('hex'), passphrase: randomBytes(32).toString('hex') }
  writeFileDurably(file, JSON.stringify(secrets))
  return secrets
}
