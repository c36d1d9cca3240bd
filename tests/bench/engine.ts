/**
 * The engine against `nodejs-order-book`, in one run and on the same streams of orders. Ours does all it does in the
 * exchange: accounts, holds, fees, ledger, events. The peer keeps a book only. Both are handed their arguments ready.
 */

import { OrderBook } from 'nodejs-order-book'
import { carryOut, commandOf, newExchange, type Workload, workload } from './workload.ts'

type Row = {
  readonly workload: string
  readonly live_orders: number
  /** Commands a second. */
  readonly tern: number
  /** The same with a client id remembered for every order. */
  readonly tern_with_ids: number
  readonly peer: number
  readonly ratio: string
}

const STEPS = 300_000
const MOST_MILLIS = 8_000

const shapes = [
  { name: 'thin', live: 1_000, depth: 100 },
  { name: 'normal', live: 60_000, depth: 2_000 },
  { name: 'deep', live: 600_000, depth: 20_000 },
]

export function benchEngine(): Row[] {
  return shapes.map(({ name, live, depth }) => {
    const load = workload(live, STEPS, depth)
    const [tern, withIds, peer] = [ours(load, false), ours(load, true), theirs(load)]
    return {
      workload: name,
      live_orders: live,
      tern: Math.round(tern),
      tern_with_ids: Math.round(withIds),
      peer: Math.round(peer),
      ratio: `${(tern / peer).toFixed(1)} ×`,
    }
  })
}

/** Commands a second, over the whole stream or as much of it as fits in the time. */
function measure<T>(steps: readonly T[], run: (step: T) => void): number {
  const start = performance.now()
  let done = 0
  for (const step of steps) {
    run(step)
    done += 1
    if (done % 1_000 === 0 && performance.now() - start > MOST_MILLIS) break
  }
  return done / ((performance.now() - start) / 1_000)
}

function ours({ users, prefill, steps }: Workload, withClientIds: boolean): number {
  const state = newExchange(users)
  for (const step of prefill) carryOut(state, commandOf(step, withClientIds))
  const commands = steps.map((step) => commandOf(step, withClientIds))
  return measure(commands, (command) => carryOut(state, command))
}

function theirs({ prefill, steps }: Workload): number {
  const book = new OrderBook()
  const limits = ({ prefill: all }: Pick<Workload, 'prefill'>) =>
    all.map((step) => {
      const id = String(step.order)
      return step.type === 'cancel'
        ? id
        : { id, side: step.side, size: step.quantity, price: step.price, timeInForce: 'GTC' }
    })
  const run = (asked: ReturnType<typeof limits>[number]): void => {
    if (typeof asked === 'string') book.cancel(asked)
    else book.limit(asked as Parameters<OrderBook['limit']>[0])
  }
  for (const asked of limits({ prefill })) run(asked)
  return measure(limits({ prefill: steps }), run)
}
