/**
 * Keeps the markets of play mode alive, through the same commands as everybody: a market maker for each pair, and
 * noise traders who buy and sell a little everywhere.
 */

import type { PairId, UserId } from '../../contract/ids.ts'
import { type Ticks, UNIT_DECIMALS } from '../../contract/money.ts'
import { known } from '../../engine/assert.ts'
import type { Command, OpenAccount } from '../../engine/commands.ts'
import type { Market, State } from '../../engine/state.ts'
import { type Sequencer, Unavailable } from '../core/sequencer.ts'
import type { Log } from '../log.ts'
import { adjust, ladder, lotsFor } from './market-maker.ts'
import { random } from './random.ts'
import { type ReferencePrice, walk } from './reference-price.ts'

/** One pair at a time, at most four commands: at most twenty a second. */
const VISIT_EVERY_MILLIS = 200
const NOISE_TRADERS = 5
const NOISE_CHANCE = 0.55
const STOCK_NOTIONAL = 250_000_000

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

/** Fixed ids, so that every start finds them again. Version 8: ours to lay out. */
const DEMO = 'de300000-0000-8000-8000-'
const demoUser = (number: number): UserId => DEMO + String(number).padStart(12, '0')
export const isDemoTrader = (user: UserId): boolean => user.startsWith(DEMO)
const makerOf = (pair: PairId): UserId => demoUser(1_000 + pair)
const noiseTrader = (number: number): UserId => demoUser(number)

function accountsOf({ markets, accounts, currencies }: State): OpenAccount[] {
  const all = [...markets.values()]
  const usdt = known(
    [...currencies.values()].find(({ symbol }) => symbol === 'USDT'),
    'USDT is listed',
  ).id
  const money = { currency: usdt, amount: BigInt(STOCK_NOTIONAL) * 10n ** BigInt(UNIT_DECIMALS) }
  const stock = ({ pair }: Market) => ({
    currency: pair.base.id,
    amount: BigInt(lotsFor(pair, pair.referencePrice, STOCK_NOTIONAL)) * pair.lot,
  })
  const open = (user: UserId, grants: OpenAccount['grants']): OpenAccount => ({
    type: 'open-account',
    user,
    kind: 'demo',
    referralCode: null,
    referrer: null,
    grants,
  })
  const makers = all.map((market) => open(makerOf(market.pair.id), [money, stock(market)]))
  const traders = Array.from({ length: NOISE_TRADERS }, (_, number) =>
    open(noiseTrader(number + 1), [money, ...all.map(stock)]),
  )
  return [...makers, ...traders].filter(({ user }) => !accounts.has(user))
}

function firstLadder(state: State, pair: PairId, next: () => number): Command[] {
  const market = known(state.markets.get(pair), 'a demo pair is listed')
  const user = makerOf(pair)
  const hasOrders = (state.accounts.get(user)?.orders.size ?? 0) > 0
  return hasOrders ? [] : ladder({ user, pair: market.pair, next }, market.lastPrice)
}

function thoughts(state: State, id: PairId, references: Map<PairId, ReferencePrice>, next: () => number): Command[] {
  const { pair, lastPrice } = known(state.markets.get(id), 'a demo pair is listed')
  const reference = references.get(id) ?? { ticks: lastPrice }
  references.set(id, reference)
  const price = walk(reference, pair, next)
  const maker = { user: makerOf(id), pair, next }
  const orders = [...(state.accounts.get(maker.user)?.orders.values() ?? [])]
  const commands = adjust(maker, price, orders).slice(0, 3)
  if (next() < NOISE_CHANCE) commands.push(noise(state, id, next))
  return commands
}

/** Mostly small, now and then a larger one. */
function noise(state: State, id: PairId, next: () => number): Command {
  const { pair, lastPrice } = known(state.markets.get(id), 'a demo pair is listed')
  const user = noiseTrader(1 + Math.floor(next() * NOISE_TRADERS))
  const notional = 5 + 400 * next() ** 3 * (next() < 0.05 ? 20 : 1)
  const quantity = lotsFor(pair, Math.max(1, lastPrice) as Ticks, notional)
  const side = next() < 0.5 ? 'buy' : 'sell'
  const terms = { type: 'market', by: 'quantity', quantity, slippage: 20_000 } as const
  return { type: 'place-order', user, clientId: null, pair: id, side, terms }
}
