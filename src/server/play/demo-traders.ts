/**
 * Demo traders of play mode, who use the same commands as users: a market maker for each pair, and noise traders who buy
 * and sell small amounts on all pairs.
 */

import type { PairId } from '../../contract/ids.ts'
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

/** One pair per tick with at most four commands: at most twenty commands a second. */
const TICK_MILLIS = 200
/** Interval per pair, with ten pairs. */
const SECONDS_PER_PAIR = 2
const NOISE_CHANCE = 0.55

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
    const commands = await sequencer.read((state) => nextCommands(state, pair, references, next))
    await submitAll(sequencer, commands)
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

function nextCommands(
  state: State,
  id: PairId,
  references: Map<PairId, ReferencePrice>,
  next: () => number,
): Command[] {
  const market = expectDefined(marketOf(state, id), 'a demo pair is listed')
  const { pair, lastPrice } = market
  if (pair.rules.status !== 'trading') return []
  const reference = references.get(id) ?? referenceAt(lastPrice)
  references.set(id, reference)
  const price = walk(reference, pair, next, SECONDS_PER_PAIR)
  const maker = { user: makerOf(id), pair, next }
  const orders = openOrdersOf(state, maker.user)
  const commands = adjust(maker, price, orders).slice(0, 3)
  if (next() < NOISE_CHANCE) commands.push(noise(pair, price, next))
  return commands
}
