/**
 * The chain of play mode: anvil, fed from our own tables. It is started next to the server, restarted when it ends, and
 * replayed with equal hashes. If that is not possible, the network begins a new generation with an empty chain.
 */

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ChainUnavailable } from '../../chains/evm/chain.ts'
import { type JsonRpc, RpcError } from '../../chains/evm/json-rpc.ts'
import { heightOf } from '../../chains/evm/transfers.ts'
import type { Millis, NetworkId } from '../../contract/ids.ts'
import { PLAY_CHAIN_ID } from '../../contract/wallet/networks.ts'
import { assert } from '../../engine/assert.ts'
import { networkOf, positionOf, streamOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type Anvil, AnvilMissing, findAnvil, startAnvil } from './anvil.ts'
import { dropWaiting, waitingTransactions } from './blocks.ts'
import { type Gate, GateFailed, openGate } from './gate.ts'
import { genesisOf, tokenDeployment } from './genesis.ts'
import { type Miner, openMiner } from './miner.ts'
import { replayBlocks } from './replay.ts'

type PlayChainStatus = 'starting' | 'available' | 'unavailable'

export type PlayChain = {
  readonly status: PlayChainStatus
  /** Resolves when the first start has succeeded or failed. */
  readonly settled: Promise<void>
  /** Reads, and `eth_sendRawTransaction`. Throws `ChainUnavailable` while the chain is not available. */
  readonly rpc: JsonRpc
  /** Of the chain that runs. */
  readonly generation: number
  /** Called after each block, and when the chain becomes available. */
  listen(onBlock: () => void): void
  start(): void
  stop(): Promise<void>
}

type PlayChainDeps = {
  readonly network: NetworkId
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly dataDir: string
  readonly anvilPath: string | undefined
  readonly blockMillis: Millis
  /** Owns all coins at first. */
  readonly treasury: string
}

const RETRY_MILLIS = [200, 1_000, 5_000, 15_000] as const

export function openPlayChain(deps: PlayChainDeps): PlayChain {
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  const settled = Promise.withResolvers<void>()
  let status: PlayChainStatus = 'starting'
  let running: Running | undefined
  let loop: Promise<void> = Promise.resolve()
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  const shown = {
    signal: stopping.signal,
    publish,
    setStatus(next: PlayChainStatus) {
      status = next
      settled.resolve()
    },
    setRunning(next: Running | undefined) {
      running = next
    },
    wasAvailable: () => status === 'available',
  }

  return {
    get status() {
      return status
    },
    settled: settled.promise,
    get generation() {
      return running?.generation ?? -1
    },
    rpc: { call: (method, params) => callRunning(running, method, params) },
    listen: (onBlock) => void listeners.push(onBlock),
    start() {
      // An unexpected error is not caught: it ends the process.
      loop = supervise(deps, shown)
    },
    async stop() {
      stopping.abort()
      running?.miner.stop()
      await running?.anvil.stop()
      await loop
    },
  }
}

type Shown = {
  readonly signal: AbortSignal
  publish(): void
  setStatus(status: PlayChainStatus): void
  setRunning(running: Running | undefined): void
  /** In the last attempt. */
  wasAvailable(): boolean
}

/** Runs the chain until it is stopped, again and again. */
async function supervise(deps: PlayChainDeps, shown: Shown): Promise<void> {
  const { log, anvilPath } = deps
  const { signal } = shown
  const binary = anvilOrReason(anvilPath)
  if (typeof binary !== 'string') {
    shown.setStatus('unavailable')
    log.warn({ event: 'play_chain.unavailable', reason: binary.message }, 'the play chain cannot run here')
    return
  }
  for (let attempt = 0; !signal.aborted; attempt++) {
    const failure = await serve(deps, binary, shown).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (signal.aborted) return
    if (shown.wasAvailable()) attempt = 0
    shown.setStatus(attempt < RETRY_MILLIS.length - 1 ? 'starting' : 'unavailable')
    log.warn({ event: 'play_chain.ended', err: failure, attempt }, 'the play chain ended: starting it again')
    const wait = RETRY_MILLIS[Math.min(attempt, RETRY_MILLIS.length - 1)]
    await pause(wait, undefined, { signal }).catch(() => undefined)
  }
}

function anvilOrReason(anvilPath: string | undefined): string | AnvilMissing {
  try {
    return findAnvil(anvilPath)
  } catch (error) {
    if (error instanceof AnvilMissing) return error
    throw error
  }
}

/** Until anvil ends or a block cannot be stored. */
async function serve(deps: PlayChainDeps, binary: string, shown: Shown): Promise<void> {
  const running = await openChain(deps, binary, shown.signal, shown.publish)
  const { anvil, miner, generation } = running
  try {
    shown.setRunning(running)
    shown.setStatus('available')
    deps.log.info({ event: 'play_chain.available', generation }, 'the play chain is available')
    shown.publish()
    await Promise.race([miner.run(), anvil.ended])
  } finally {
    shown.setRunning(undefined)
    miner.stop()
    await anvil.stop()
  }
}

async function callRunning(running: Running | undefined, method: string, params: readonly unknown[] = []) {
  if (running === undefined) throw new ChainUnavailable('the play chain is not running')
  const { anvil, gate, miner } = running
  const [raw] = params
  const isSent = method === 'eth_sendRawTransaction' && typeof raw === 'string'
  try {
    if (isSent) return await miner.submit(Buffer.from(raw.slice(2), 'hex'))
    return await gate.pass(() => anvil.rpc.call(method, params))
  } catch (error) {
    throw error instanceof GateFailed ? new ChainUnavailable('the play chain starts again') : error
  }
}

type Running = { readonly anvil: Anvil; readonly gate: Gate; readonly miner: Miner; readonly generation: number }

/** An anvil with all stored blocks. Closes the generation and begins a new one if the stored blocks cannot be replayed. */
async function openChain(
  deps: PlayChainDeps,
  binary: string,
  signal: AbortSignal,
  onBlock: () => void,
): Promise<Running> {
  const { database, clock, log, dataDir, blockMillis, treasury } = deps
  const anvil = await startAnvil({
    binary,
    folder: join(dataDir, 'play-chain'),
    genesis: genesisOf(treasury),
    chainId: PLAY_CHAIN_ID,
    limits: { signal },
  })
  try {
    const { generation, minHeight } = await usedBlocks(deps)
    const replayed = await replayBlocks(anvil.rpc, database, generation, minHeight)
    if ('difference' in replayed) {
      log.error(
        { event: 'play_chain.differs', generation, difference: replayed.difference },
        'the stored play chain cannot be replayed: a new one begins, and users keep their balances',
      )
      await closeGeneration(deps, generation)
      throw new ChainUnavailable(replayed.difference)
    }
    const { head } = replayed
    const gate = openGate()
    const { rpc } = anvil
    const miner = openMiner({ rpc, database, generation, gate, clock, blockMillis, onBlock }, head)
    if (head.height === 0) {
      await miner.submit(await tokenDeployment(treasury))
      await miner.mine()
    }
    await submitWaiting(deps, miner, generation)
    return { anvil, gate, miner, generation }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/** The blocks of the current generation that the engine has credited from. */
const usedBlocks = ({ sequencer, network }: PlayChainDeps) =>
  sequencer.read((state) => {
    const listed = networkOf(state, network)
    assert(listed !== undefined, 'the network of the play chain is listed')
    return { generation: listed.generation, minHeight: heightOf(positionOf(state, streamOf(listed))) }
  })

const closeGeneration = ({ sequencer, network }: PlayChainDeps, generation: number): Promise<void> =>
  sequencer.submit({ type: 'close-generation', network, generation }, () => undefined)

/** Transactions that a crash left without a block. One that is not accepted any more is deleted. */
async function submitWaiting({ database }: PlayChainDeps, miner: Miner, generation: number): Promise<void> {
  for (const { txid, raw } of await waitingTransactions(database, generation))
    try {
      await miner.submit(raw)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      await dropWaiting(database, txid)
    }
}
