/**
 * The engine against `nodejs-order-book`, in one run, in turns, and on the same streams of orders. Ours does all it does
 * in the exchange: accounts, holds, fees, ledger, events. The peer keeps a book only, used as its README says. Both are
 * handed their arguments ready. A level is a plain array there and its cancels look through it, so it slows down with
 * the number of orders at a price; ours slows down with the memory it walks through.
 */

import { OrderBook } from 'nodejs-order-book'
import { type Bench, processorMillis, type Row, rounded } from './figures.ts'
import { carryOut, commandOf, newExchange, type Step, type Workload, workload } from './workload.ts'

const STEPS = 300_000
const ROUNDS = 3
const MOST_MILLIS = 5_000

const shapes = [
  { name: 'thin', live: 1_000, depth: 100 },
  { name: 'normal', live: 60_000, depth: 2_000 },
  { name: 'deep', live: 600_000, depth: 20_000 },
]

export const benchEngine: Bench = {
  includes:
    'thousands of commands a second of processor time, median of rounds in turns; accounts, holds, fees, ledger and events on our side, a bare book on the other; no journal',
  run: async () => shapes.map(measureShape),
}

function measureShape({ name, live, depth }: (typeof shapes)[number]): Row {
  const load = workload(live, STEPS, depth)
  const rounds = Array.from({ length: ROUNDS }, () => [ours(load, false), ours(load, true), theirs(load)])
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

/** Commands a second of this thread's processor time, over the whole stream or as much of it as fits in the time. */
function measure<T>(steps: readonly T[], run: (step: T) => void): number {
  const start = processorMillis()
  let done = 0
  for (const step of steps) {
    run(step)
    done += 1
    if (done % 1_000 === 0 && processorMillis() - start > MOST_MILLIS) break
  }
  return done / ((processorMillis() - start) / 1_000)
}

function ours({ users, prefill, steps }: Workload, withClientIds: boolean): number {
  const state = newExchange(users)
  for (const step of prefill) carryOut(state, commandOf(step, withClientIds))
  const commands = steps.map((step) => commandOf(step, withClientIds))
  return measure(commands, (command) => carryOut(state, command))
}

function theirs({ prefill, steps }: Workload): number {
  const book = new OrderBook()
  const run = (asked: ReturnType<typeof askedOfPeer>): void => {
    if (typeof asked === 'string') book.cancel(asked)
    else book.limit(asked)
  }
  for (const step of prefill) run(askedOfPeer(step))
  return measure(steps.map(askedOfPeer), run)
}

function askedOfPeer(step: Step): string | Parameters<OrderBook['limit']>[0] {
  const id = String(step.order)
  if (step.type === 'cancel') return id
  const { side, quantity: size, price } = step
  return { id, side, size, price, timeInForce: 'GTC' } as Parameters<OrderBook['limit']>[0]
}
