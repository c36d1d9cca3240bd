/**
 * The engine against `nodejs-order-book`: one run, alternating rounds, the same streams of orders. The engine includes
 * accounts, holds, fees, ledger and events. The peer keeps only a book and is used as its README describes. Arguments
 * are prepared before. The peer's levels are plain arrays that a cancel scans, so it slows down with the number of
 * orders at a price; the engine slows down with cache misses.
 */

import { OrderBook } from 'nodejs-order-book'
import { type Bench, processorMillis, type Row, rounded } from './statistics.ts'
import { commandOf, executeNext, newExchange, type Step, type Workload, workload } from './workload.ts'

const STEPS = 300_000
const ROUNDS = 3
const MAX_MILLIS = 5_000

const shapes = [
  { name: 'thin', live: 1_000, depth: 100 },
  { name: 'normal', live: 60_000, depth: 2_000 },
  { name: 'deep', live: 600_000, depth: 20_000 },
]

export const benchEngine: Bench = {
  includes:
    'thousands of commands per second of CPU time, median of alternating rounds; the engine with accounts, holds, fees, ledger and events, the peer with a book only; no journal',
  run: async () => shapes.map(measureShape),
}

function measureShape({ name, live, depth }: (typeof shapes)[number]): Row {
  const load = workload(live, STEPS, depth)
  const rounds = Array.from({ length: ROUNDS }, () => [
    measureTern(load, false),
    measureTern(load, true),
    measurePeer(load),
  ])
  const [tern, withIds, peer] = [0, 1, 2].map((each) => median(rounds.map((round) => round[each] ?? 0)))
  return {
    workload: name,
    'live orders': live,
    tern: rounded((tern ?? 0) / 1_000),
    'with client ids': rounded((withIds ?? 0) / 1_000),
    peer: rounded((peer ?? 0) / 1_000),
    ratio: `${((tern ?? 0) / (peer ?? 1)).toFixed(1)} ×`,
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Commands per second of this thread's CPU time, over the whole stream or the part of it that fits in the time. */
function measure<T>(steps: readonly T[], run: (step: T) => void): number {
  const start = processorMillis()
  let done = 0
  for (const step of steps) {
    run(step)
    done += 1
    if (done % 1_000 === 0 && processorMillis() - start > MAX_MILLIS) break
  }
  return done / ((processorMillis() - start) / 1_000)
}

function measureTern({ users, prefill, steps }: Workload, withClientIds: boolean): number {
  const state = newExchange(users)
  for (const step of prefill) executeNext(state, commandOf(step, withClientIds))
  const commands = steps.map((step) => commandOf(step, withClientIds))
  return measure(commands, (command) => executeNext(state, command))
}

function measurePeer({ prefill, steps }: Workload): number {
  const book = new OrderBook()
  const run = (order: ReturnType<typeof peerArguments>): void => {
    if (typeof order === 'string') book.cancel(order)
    else book.limit(order)
  }
  for (const step of prefill) run(peerArguments(step))
  return measure(steps.map(peerArguments), run)
}

function peerArguments(step: Step): string | Parameters<OrderBook['limit']>[0] {
  const id = String(step.order)
  if (step.type === 'cancel') return id
  const { side, quantity: size, price } = step
  return { id, side, size, price, timeInForce: 'GTC' } as Parameters<OrderBook['limit']>[0]
}
