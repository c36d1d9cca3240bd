/** The engine against `nodejs-order-book`, in one run and on the same streams of orders. */

import { OrderBook } from 'nodejs-order-book'
import { newEngine, type Step, type Workload, workload } from './workload.ts'

export type EngineRow = {
  readonly workload: string
  readonly liveOrders: number
  readonly commands: number
  readonly tern: number
  readonly ternWithClientIds: number
  readonly peer: number
  readonly ratio: number
}

const SECONDS_AT_MOST = 8

export function benchEngine(): EngineRow[] {
  const shapes = [
    { name: 'thin', live: 1_000, depth: 100 },
    { name: 'normal', live: 60_000, depth: 2_000 },
    { name: 'deep', live: 600_000, depth: 20_000 },
  ]
  return shapes.map(({ name, live, depth }) => {
    const load = workload(name, live, 200_000, depth)
    const [plain, withIds, peer] = [ours(load), ours(load, true), theirs(load)].map((run) =>
      measure(run, load.steps),
    ) as [number, number, number]
    return {
      workload: name,
      liveOrders: live,
      commands: load.steps.length,
      tern: Math.round(plain),
      ternWithClientIds: Math.round(withIds),
      peer: Math.round(peer),
      ratio: Number((plain / peer).toFixed(1)),
    }
  })
}

/** Commands a second, over the whole stream or as much of it as fits in the time. */
function measure(run: (step: Step) => void, steps: readonly Step[]): number {
  const start = performance.now()
  let done = 0
  for (const step of steps) {
    run(step)
    done += 1
    if (done % 1_000 === 0 && performance.now() - start > SECONDS_AT_MOST * 1_000) break
  }
  return done / ((performance.now() - start) / 1_000)
}

function ours(load: Workload, withClientIds = false): (step: Step) => void {
  const engine = newEngine(load.users, withClientIds)
  const run = (step: Step): void => {
    engine.run(step)
  }
  for (const step of load.prefill) run(step)
  return run
}

/** The peer keeps a book only: no accounts, no holds, no fees. */
function theirs(load: Workload): (step: Step) => void {
  const book = new OrderBook()
  const run = (step: Step): void => {
    if (step.type === 'cancel') book.cancel(String(step.id))
    else
      book.limit({
        id: String(step.id),
        side: step.side,
        size: step.quantity,
        price: step.price,
        timeInForce: 'GTC',
      } as never)
  }
  for (const step of load.prefill) run(step)
  return run
}
