/** Runs anvil, an Ethereum node for tests, as a child process that never survives this process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { httpJsonRpc, type JsonRpc } from '../../chains/evm/json-rpc.ts'
import type { HttpLimits } from '../../chains/post-json.ts'

export type Anvil = {
  readonly rpc: JsonRpc
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** No anvil for this platform. The message is shown to the operator. */
export class AnvilMissing extends Error {}

/** Throws `AnvilMissing`. `setting` is the value of ANVIL_PATH. */
export function findAnvil(setting: string | undefined): string {
  const file = setting ?? packaged()
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    throw new AnvilMissing(`${file} is not an executable file: set ANVIL_PATH to an installed anvil`)
  }
}

function packaged(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch {
    throw new AnvilMissing(`no anvil is packaged for ${process.platform}-${process.arch}: set ANVIL_PATH`)
  }
}

/** The shell outlives this process just long enough to kill anvil: its standard input closes when this process ends. */
const WRAPPER = `exec 3<&0
"$0" "$@" </dev/null &
anvil=$!
{ cat <&3 >/dev/null; kill -9 $anvil; } 2>/dev/null &
wait $anvil`

const START_TIMEOUT_MILLIS = 10_000
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/
/** Fixed, because the hash of a block depends on the rules of the chain. */
const HARDFORK = 'prague'

/**
 * Balances are checked in the block, not when a transaction is accepted: else a replay could refuse one whose sender got
 * its coins in the same block.
 */
const SWITCHES = ['--no-mining', '--no-cors', '--disable-pool-balance-checks'] as const

type Settings = {
  readonly binary: string
  /** Used for the genesis and for temporary files; its content is replaced. */
  readonly folder: string
  readonly genesis: object
  readonly chainId: number
  readonly limits?: HttpLimits
}

/** Resolves when anvil answers. Blocks are only made by `evm_mine`; the last but one before the newest is final. */
export async function startAnvil({ binary, folder, genesis, chainId, limits }: Settings): Promise<Anvil> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const genesisFile = join(folder, 'genesis.json')
  writeFileSync(genesisFile, JSON.stringify(genesis))
  const flags = {
    host: '127.0.0.1',
    port: '0',
    'chain-id': String(chainId),
    init: genesisFile,
    accounts: '1',
    balance: '0',
    hardfork: HARDFORK,
    order: 'fifo',
    'slots-in-an-epoch': '1',
    'cache-path': join(folder, 'cache'),
  }
  const values = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('/bin/sh', ['-c', WRAPPER, binary, ...SWITCHES, ...values], {
    cwd: folder,
    env: { HOME: folder, PATH: process.platform === 'win32' ? '' : '/usr/bin:/bin' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin?.on('error', () => undefined)
  async function stop(): Promise<void> {
    child.stdin?.destroy()
    await ended
    child.stdout?.destroy()
  }
  try {
    const port = await portOf(child, ended)
    return { rpc: httpJsonRpc(`http://127.0.0.1:${port}`, limits), ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function portOf(child: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timeout = setTimeout(() => reject(new Error('anvil did not start in time')), START_TIMEOUT_MILLIS)
    void ended.then(() => reject(new Error('anvil ended at its start')))
    child.stdout?.on('data', (data) => {
      // Afterwards the output is read and dropped: a full pipe would block anvil.
      if (timeout.hasRef() && output.length < 100_000) output += String(data)
      const port = LISTENING.exec(output)?.[1]
      if (port === undefined) return
      clearTimeout(timeout)
      output = ''
      resolve(port)
    })
  })
}
