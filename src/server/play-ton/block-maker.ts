/** Makes blocks of the play TON chain while messages wait. A block is stored before any client can see it. */

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Cell, loadMessage } from '@ton/core'
import { TonApiError } from '../../chains/ton/toncenter.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import { openTurns } from '../runtime/in-turn.ts'
import type { Log } from '../runtime/log.ts'
import {
  addExternal,
  deleteMessages,
  storeBlock,
  storeUntil,
  type TonBlock,
  type WaitingMessage,
  waitingMessages,
} from './ton-blocks.ts'
import { type BlockResult, VmCrashed } from './vm-calls.ts'
import type { VmThread } from './vm-thread.ts'

type BlockMakerDeps = {
  readonly vm: Pick<VmThread, 'run'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The time between two blocks while messages wait. */
  readonly blockMillis: Millis
  readonly onBlock: () => void
}

export type BlockMaker = {
  /** The hash of a message that now waits for a block, also after a crash. Throws `TonApiError` if it is none. */
  submit(boc: Uint8Array): Promise<string>
  /** Without messages no block is made, but the chain's time follows the clock. */
  follow(): Promise<void>
  /** Makes blocks until `stop`. Throws if the database or the virtual machine fails. */
  run(): Promise<void>
  stop(): void
}

const MAX_BYTES = 65_535
const MAX_DEPTH = 512
/** Of all senders. */
const MAX_WAITING = 200
const MAX_BLOCK_MESSAGES = 100
/** So that messages that are sent together share a block. */
const GATHER_MILLIS = 20
/** How far the time may stay behind the clock. */
const FOLLOW_SECONDS = 5

/** `newest` is the newest block that is stored. */
export function openBlockMaker(deps: BlockMakerDeps, newest: TonBlock): BlockMaker {
  const { database, clock, blockMillis, onBlock } = deps
  const inTurn = openTurns()
  let block = newest
  const stopping = new AbortController()
  const { signal } = stopping
  // Messages may have waited at the last stop.
  let wake = Promise.withResolvers<void>()
  wake.resolve()

  const sleep = (millis: Millis): Promise<void> => pause(millis, undefined, { signal }).catch(() => undefined)
  const timeNow = (): number => Math.max(block.until, Math.floor(clock.now() / 1_000))

  /** Whether a message waited. */
  const make = (): Promise<boolean> =>
    inTurn(async () => {
      const waiting = await waitingMessages(database, MAX_BLOCK_MESSAGES)
      if (waiting.length > 0) block = await blockOf(deps, block, timeNow(), waiting)
      return waiting.length > 0
    })

  return {
    async submit(boc) {
      const { hash, receiver } = readMessage(boc)
      const message = { hash, receiver, boc: Buffer.from(boc), at: clock.now() }
      if (!(await addExternal(database, message, MAX_WAITING)))
        throw new TonApiError(503, 'too many messages wait for a block')
      wake.resolve()
      return hash
    },
    follow: () =>
      inTurn(async () => {
        const until = timeNow()
        if (until < block.until + FOLLOW_SECONDS) return
        await storeUntil(database, block, until)
        block = { ...block, until }
      }),
    async run() {
      while (!signal.aborted) {
        await wake.promise
        wake = Promise.withResolvers()
        await sleep(GATHER_MILLIS)
        while (!signal.aborted && (await make())) {
          onBlock()
          await sleep(blockMillis)
        }
      }
    },
    stop() {
      stopping.abort()
      wake.resolve()
    },
  }
}

/** Executes the messages and stores the block; the last block if none of them had an effect. */
async function blockOf(
  deps: BlockMakerDeps,
  last: TonBlock,
  time: number,
  waiting: readonly WaitingMessage[],
): Promise<TonBlock> {
  const { vm, database, log } = deps
  const request = { time, lt: BigInt(last.lt), messages: waiting.map(({ boc }) => boc) }
  const result = await vm.run(request).catch((error: unknown) => {
    if (error instanceof VmCrashed) return drop(deps, waiting[error.index ?? -1], error)
    throw error
  })
  for (const { index, exitCode } of result.refused)
    log.debug({ event: 'play_ton.refused', hash: waiting[index]?.hash, exitCode }, 'a contract refused a message')
  const executed = waiting.slice(0, result.consumed)
  if (result.transactions.length === 0) {
    const numbers = executed.map(({ number }) => number)
    await deleteMessages(database, numbers)
    return last
  }
  const block = blockAfter(last, time, result)
  await storeBlock(database, block, result, executed)
  return block
}

/** The virtual machine cannot be used any more: it starts again without the message. */
async function drop(
  { database, log }: BlockMakerDeps,
  message: WaitingMessage | undefined,
  error: Error,
): Promise<never> {
  if (message !== undefined) {
    log.error({ event: 'play_ton.dropped', hash: message.hash, err: error }, 'a message ended the virtual machine')
    await deleteMessages(database, [message.number])
  }
  throw error
}

function blockAfter({ height, hash }: TonBlock, time: number, { lt, transactions }: BlockResult): TonBlock {
  const next = createHash('sha256').update(`${hash} ${height + 1} ${time}`)
  for (const transaction of transactions) next.update(transaction.hash)
  return { height: height + 1, time, until: time, lt: Number(lt), hash: next.digest('hex') }
}

/** Throws `TonApiError` unless the bytes are a message from outside the chain to an account. */
function readMessage(boc: Uint8Array): { readonly hash: string; readonly receiver: string } {
  if (boc.length > MAX_BYTES) throw new TonApiError(422, `a message has at most ${MAX_BYTES} bytes`)
  const cell = parsed(boc)
  if (cell === undefined || cell.depth() > MAX_DEPTH) throw new TonApiError(422, 'not a bag of cells')
  const { info } = loadedMessage(cell)
  if (info.type !== 'external-in') throw new TonApiError(422, 'not an external message')
  if (info.dest.workChain !== 0) throw new TonApiError(422, 'the play chain has only the workchain 0')
  return { hash: cell.hash().toString('hex'), receiver: info.dest.toRawString() }
}

function parsed(boc: Uint8Array): Cell | undefined {
  try {
    const cells = Cell.fromBoc(Buffer.from(boc))
    return cells.length === 1 ? cells[0] : undefined
  } catch {
    return undefined
  }
}

function loadedMessage(cell: Cell): ReturnType<typeof loadMessage> {
  try {
    return loadMessage(cell.beginParse())
  } catch {
    throw new TonApiError(422, 'not a message')
  }
}
