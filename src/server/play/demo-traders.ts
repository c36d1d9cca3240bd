/**
 * Demo traders of play mode, who use the same commands as users: a market maker for each pair, and noise traders who buy
 * and sell small amounts on all pairs.
 */

import type { PairId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { Command, State } from '../../engine/exchange.ts'
import { marketOf, markets, openOrdersOf } from '../../engine/exchange.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { accountsOf, makerOf } from './demo-accounts.ts'
import { adjust, ladder } from './market-maker.ts'
import { noise } from './noise-trader.ts'
import { random } from './random.ts'
import { type ReferencePrice, referenceAt, walk } from './reference-price.ts'

/** One pair per tick, with about four commands. */
const TICK_MILLIS = 200
/** Interval per pair, with ten pairs. */
const SECONDS_PER_PAIR = 2
const NOISE_CHANCE = 0.55
const SECONDS_PER_TRADE = SECONDS_PER_PAIR / NOISE_CHANCE

type DemoTraders = { start(): void; stop(): Promise<void> }

/** Opens their accounts and places the first orders of the market makers. */
export async function openDemoTraders(sequencer: Sequencer, seed: number, log: Log): Promise<DemoTraders> {
  const next = random(seed ^ sequencer.seq)
  const pairs = await sequencer.read((state) => Array.from(markets(state), ({ pair }) => pair.id))
  const references = new Map<PairId, ReferencePrice>()
  for (const command of await sequencer.read(accountsOf)) await submitAll(sequencer, [command])
  for (const pair of pairs) await submitAll(sequencer, await sequencer.read((state) => firstLadder(state, pair, next)))

  let tick = 0
  async function trade(): Promise<void> {
    const pair = pairs[tick++ % pairs.length]
    if (pair === undefined || sequencer.unavailableReason !== undefined) return
    const price = await sequencer.read((state) => nextPrice(state, pair, references, next))
    if (price === undefined) return
    // The maker answers at once: between two rounds the best prices are there.
    if (next() < NOISE_CHANCE)
      await submitAll(sequencer, await sequencer.read((state) => [noiseOf(state, pair, price, next)]))
    await submitAll(sequencer, await sequencer.read((state) => makerCommands(state, pair, price, next)))
  }

  let trading: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start() {
      timer = setInterval(() => {
        trading = trade().catch((error) => {
          if (!(error instanceof Unavailable))
            log.error({ event: 'play.trader_failed', err: error }, 'a demo trader failed')
        })
      }, TICK_MILLIS)
    },
    async stop() {
      clearInterval(timer)
      await trading
    },
  }
}

const submitAll = async (sequencer: Sequencer, commands: readonly Command[]): Promise<void> => {
  await Promise.all(commands.map((command) => sequencer.submit(command, () => undefined)))
}

function firstLadder(state: State, pair: PairId, next: () => number): Command[] {
  const market = expectDefined(marketOf(state, pair), 'a demo pair is listed')
  const user = makerOf(pair)
  const hasOrders = openOrdersOf(state, user).length > 0
  return hasOrders ? [] : ladder({ user, pair: market.pair, next }, market.lastPrice)
}

/** Undefined while the pair is not traded. */
function nextPrice(
  state: State,
  id: PairId,
  references: Map<PairId, ReferencePrice>,
  next: () => number,
): Ticks | undefined {
  const { pair, lastPrice } = expectDefined(marketOf(state, id), 'a demo pair is listed')
  if (pair.rules.status !== 'trading') return undefined
  const reference = references.get(id) ?? referenceAt(lastPrice)
  references.set(id, reference)
  return walk(reference, pair, next, SECONDS_PER_PAIR)
}

const pairOf = (state: State, id: PairId): Pair => expectDefined(marketOf(state, id), 'a demo pair is listed').pair

const noiseOf = (state: State, id: PairId, price: Ticks, next: () => number): Command =>
  noise(pairOf(state, id), price, next, SECONDS_PER_TRADE)

function makerCommands(state: State, id: PairId, price: Ticks, next: () => number): Command[] {
  const maker = { user: makerOf(id), pair: pairOf(state, id), next }
  return adjust(maker, price, openOrdersOf(state, maker.user))
}
