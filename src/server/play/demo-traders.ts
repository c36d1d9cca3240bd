/**
 * Keeps the markets of play mode alive, through the same commands as everybody: a market maker for each pair, and
 * noise traders who buy and sell a little everywhere.
 */

import type { PairId } from '../../contract/ids.ts'
import { known } from '../../engine/assert.ts'
import type { Command } from '../../engine/commands.ts'
import type { State } from '../../engine/state.ts'
import { type Sequencer, Unavailable } from '../core/sequencer.ts'
import type { Log } from '../log.ts'
import { accountsOf, makerOf } from './demo-accounts.ts'
import { adjust, ladder } from './market-maker.ts'
import { noise } from './noise-trader.ts'
import { random } from './random.ts'
import { type ReferencePrice, referenceAt, walk } from './reference-price.ts'

/** One pair at a time, at most four commands: at most twenty a second. */
const VISIT_EVERY_MILLIS = 200
/** Ten pairs take turns. */
const VISIT_SECONDS = 2
const NOISE_CHANCE = 0.55

export type DemoTraders = { stop(): Promise<void> }

export async function startDemoTraders(sequencer: Sequencer, seed: number, log: Log): Promise<DemoTraders> {
  const next = random(seed ^ sequencer.seq)
  const pairs = await sequencer.read((state) => [...state.markets.keys()])
  const references = new Map<PairId, ReferencePrice>()
  for (const command of await sequencer.read(accountsOf)) await carryOut(sequencer, [command])
  for (const pair of pairs) await carryOut(sequencer, await sequencer.read((state) => firstLadder(state, pair, next)))

  let turn = 0
  async function visit(): Promise<void> {
    const pair = pairs[turn++ % pairs.length]
    if (pair === undefined || sequencer.trouble !== undefined) return
    const commands = await sequencer.read((state) => thoughts(state, pair, references, next))
    await carryOut(sequencer, commands)
  }

  let visiting: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    visiting = visit().catch((error) => {
      if (!(error instanceof Unavailable)) log.error({ err: error }, 'a demo trader failed')
    })
  }, VISIT_EVERY_MILLIS)
  return {
    async stop() {
      clearInterval(timer)
      await visiting
    },
  }
}

const carryOut = async (sequencer: Sequencer, commands: readonly Command[]): Promise<void> => {
  await Promise.all(commands.map((command) => sequencer.submit(command, () => undefined)))
}

function firstLadder(state: State, pair: PairId, next: () => number): Command[] {
  const market = known(state.markets.get(pair), 'a demo pair is listed')
  const user = makerOf(pair)
  const hasOrders = (state.accounts.get(user)?.orders.length ?? 0) > 0
  return hasOrders ? [] : ladder({ user, pair: market.pair, next }, market.lastPrice)
}

function thoughts(state: State, id: PairId, references: Map<PairId, ReferencePrice>, next: () => number): Command[] {
  const market = known(state.markets.get(id), 'a demo pair is listed')
  const { pair, lastPrice } = market
  if (pair.rules.status !== 'trading') return []
  const reference = references.get(id) ?? referenceAt(lastPrice)
  references.set(id, reference)
  const price = walk(reference, pair, next, VISIT_SECONDS)
  const maker = { user: makerOf(id), pair, next }
  const orders = state.accounts.get(maker.user)?.orders ?? []
  const commands = adjust(maker, price, orders).slice(0, 3)
  if (next() < NOISE_CHANCE) commands.push(noise(pair, price, next))
  return commands
}
