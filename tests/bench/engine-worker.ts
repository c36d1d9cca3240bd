// A process that measures one exchange: as in the server, none is beside it, whose optimized code would be shared.
// Arguments: the file of the workload, and what is measured.
import { readFileSync } from 'node:fs'
import { OrderBook } from 'nodejs-order-book'
import { processorMillis } from './statistics.ts'
import { commandOf, executeNext, newExchange, type Step, type Workload } from './workload.ts'

export type Subject = 'tern' | 'with client ids' | 'peer'

const MAX_MILLIS = 5_000

const measures: Readonly<Record<Subject, (workload: Workload) => number>> = {
  tern: (workload) => measureTern(workload, false),
  'with client ids': (workload) => measureTern(workload, true),
  peer: measurePeer,
}

const [file = '', subject = 'tern'] = process.argv.slice(2)
process.send?.(measures[subject as Subject](JSON.parse(readFileSync(file, 'utf8'))))

/** Commands per second of this thread's CPU time, over the stream after its first third, or what fits of both in the time. */
function measure<T>(steps: readonly T[], run: (step: T) => void): number {
  const warm = runPart(steps, 0, Math.floor(steps.length / 3), run)
  const start = processorMillis()
  const done = runPart(steps, warm, steps.length, run)
  return (done - warm) / ((processorMillis() - start) / 1_000)
}

/** Where it stopped. */
function runPart<T>(steps: readonly T[], from: number, to: number, run: (step: T) => void): number {
  const start = processorMillis()
  for (let at = from; at < to; at++) {
    if (at % 1_000 === 999 && processorMillis() - start > MAX_MILLIS) return at
    run(steps[at] as T)
  }
  return to
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
