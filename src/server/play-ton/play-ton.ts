/**
 * The TON chain of play mode: the virtual machine of TON in a thread, fed from our own tables. It is started next to the
 * server and continues from the stored accounts; a failure makes only this network unavailable.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import type { TonTransport } from '../../chains/ton/toncenter.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { type BlockMaker, openBlockMaker } from './block-maker.ts'
import { genesisOf, mintMessage } from './genesis.ts'
import { tonMethods } from './ton-api.ts'
import {
  deleteMessages,
  newestBlock,
  storedAccounts,
  storeGenesis,
  type TonBlock,
  waitingMessages,
} from './ton-blocks.ts'
import type { TonKey } from './ton-keys.ts'
import { startVm, VmEnded, type VmThread } from './vm-thread.ts'

type PlayTonStatus = 'starting' | 'available' | 'unavailable'

export type PlayTon = {
  readonly status: PlayTonStatus
  /** Resolves when the first start has succeeded or failed. */
  readonly settled: Promise<void>
  /** The methods of toncenter's API. Throws `ChainUnavailable` while the chain is not available. */
  readonly api: TonTransport
  /** Called after each block, and when the chain becomes available. */
  listen(onBlock: () => void): void
  /** Returns at once. */
  start(): void
  stop(): Promise<void>
}

export type PlayTonDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The time between two blocks while messages wait. */
  readonly blockMillis: Millis
  /** Owns all coins and jettons at first. */
  readonly treasury: TonKey
  /** For tests: another virtual machine. */
  readonly startVm?: () => VmThread
}

type Running = { readonly maker: BlockMaker; readonly api: TonTransport }

const LAST_RETRY_MILLIS = 15_000
const RETRY_MILLIS = [200, 1_000, 5_000, LAST_RETRY_MILLIS] as const
/** So often the virtual machine may end without a block before the oldest message is deleted. */
const MAX_ENDS = 2

export function openPlayTon(deps: PlayTonDeps): PlayTon {
  const listeners: (() => void)[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const settled = Promise.withResolvers<void>()
  let status: PlayTonStatus = 'starting'
  let running: Running | undefined
  let loop: Promise<void> = Promise.resolve()
  /** How often the virtual machine has ended since the last block. */
  let ends = 0

  function publish(): void {
    ends = 0
    for (const listener of listeners) listener()
  }

  /** Until the virtual machine ends or a block cannot be stored. */
  async function serve(): Promise<void> {
    const vm = (deps.startVm ?? startVm)()
    try {
      if (ends > MAX_ENDS) await dropOldest(deps)
      running = await open(deps, vm, publish)
      if (signal.aborted) return
      status = 'available'
      deps.log.info({ event: 'play_ton.available' }, 'the play TON chain is available')
      for (const listener of listeners) listener()
      settled.resolve()
      await makeBlocks(running.maker, vm)
    } finally {
      running = undefined
      await vm.stop()
    }
  }

  async function supervise(): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const failure: unknown = await serve().catch((error: unknown) => error)
      if (signal.aborted) return
      if (status === 'available') attempt = 0
      if (failure instanceof VmEnded) ends += 1
      status = attempt < RETRY_MILLIS.length - 1 ? 'starting' : 'unavailable'
      deps.log.warn({ event: 'play_ton.ended', err: failure, attempt }, 'the play TON chain ended: starting it again')
      settled.resolve()
      await pause(RETRY_MILLIS[attempt] ?? LAST_RETRY_MILLIS, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    get status() {
      return status
    },
    settled: settled.promise,
    api: async (method, params) => apiOf(running)(method, params),
    listen: (onBlock) => void listeners.push(onBlock),
    start() {
      loop = supervise()
    },
    async stop() {
      stopping.abort()
      running?.maker.stop()
      await loop
    },
  }
}

/** Afterwards the maker and the machine are stopped, and no block is in the middle of being stored. */
async function makeBlocks(maker: BlockMaker, vm: VmThread): Promise<void> {
  const work = maker.run()
  try {
    await Promise.race([work, vm.ended])
  } finally {
    maker.stop()
    await vm.stop()
    await work.catch(() => undefined)
  }
}

function apiOf(running: Running | undefined): TonTransport {
  if (running === undefined) throw new ChainUnavailable('the play TON chain is not running')
  return running.api
}

async function open(deps: PlayTonDeps, vm: VmThread, onBlock: () => void): Promise<Running> {
  const maker = openBlockMaker({ ...deps, vm, onBlock }, await load(deps, vm))
  return { maker, api: tonMethods({ ...deps, maker, vm }) }
}

/** Gives the virtual machine all accounts. The newest block. */
async function load({ database, clock, treasury }: PlayTonDeps, vm: VmThread): Promise<TonBlock> {
  const time = Math.floor(clock.now() / 1_000)
  if ((await newestBlock(database)) === undefined) {
    const { block, accounts } = genesisOf(treasury, time)
    await storeGenesis(database, block, accounts, mintMessage(treasury, time))
  }
  for await (const accounts of storedAccounts(database)) await vm.load(accounts)
  const newest = await newestBlock(database)
  if (newest === undefined) throw new Error('the genesis of the play TON chain was deleted')
  return newest
}

/** A message that ends the virtual machine each time would stop the chain permanently. */
async function dropOldest({ database, log }: PlayTonDeps): Promise<void> {
  const [oldest] = await waitingMessages(database, 1)
  if (oldest === undefined) return
  log.error(
    { event: 'play_ton.dropped', hash: oldest.hash },
    'the virtual machine ends again and again: a message was deleted',
  )
  await deleteMessages(database, [oldest.number])
}
