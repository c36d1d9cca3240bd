/** Demo markets: no trade at an absurd price stops them, and a pair that an operator halted stays halted. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import { known } from '../../src/engine/assert.ts'
import type { Command } from '../../src/engine/commands.ts'
import type { Market } from '../../src/engine/state.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { startDemoTraders } from '../../src/server/demo/demo-traders.ts'
import { listCatalogue } from '../../src/server/listing/list.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { simulatedDisk } from '../simulation/simulated-journal.ts'
import { quiet } from './quiet.ts'

const DOGE = 7
const ROUND_MILLIS = 2_000
const UNIT = 10n ** 8n

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function begin(disk = simulatedDisk(JOURNAL)): Promise<Sequencer> {
  const clock = { now: () => 1_700_000_000_000 }
  const sequencer = new Sequencer({ openJournal: async () => disk.open(() => 'kept'), clock, log: quiet })
  await sequencer.start(0)
  await listCatalogue(sequencer)
  return sequencer
}

const doge = (sequencer: Sequencer): Promise<Market> =>
  sequencer.read(({ markets }) => known(markets.get(DOGE), 'it is listed'))

const does = (sequencer: Sequencer, command: Command): Promise<string> =>
  sequencer.submit(command, (_state, { answer }) => (answer.type === 'refused' ? answer.refusal.code : answer.type))

/** Two people agree on a price that nobody else would. */
async function tradeAt(sequencer: Sequencer, price: number): Promise<void> {
  const { pair } = await doge(sequencer)
  const quantity = Number((2n * UNIT) / (BigInt(price) * pair.tickLot) + 1n) as Lots
  for (const [user, currency] of [
    ['ann', 1],
    ['bob', pair.base.id],
  ] as const)
    await does(sequencer, {
      type: 'open-account',
      user,
      kind: 'user',
      referralCode: null,
      referrer: null,
      grants: [{ currency, amount: 10n ** 16n }],
    })
  for (const [user, side] of [
    ['bob', 'sell'],
    ['ann', 'buy'],
  ] as const)
    await does(sequencer, {
      type: 'place-order',
      user,
      clientId: null,
      pair: DOGE,
      side,
      terms: {
        type: 'limit',
        price: price as Ticks,
        quantity,
        timeInForce: 'GTC',
        postOnly: false,
      },
    })
}

test.each([
  ['next to nothing of', () => 1],
  ['a hundred thousand times', (reference: number) => reference * 100_000],
])('a market that was left at %s its price comes back', async (_name, priceFrom) => {
  const sequencer = await begin()
  const { pair } = await doge(sequencer)
  // Step by step, each within what a limit order may be away from the last trade.
  const goal = priceFrom(pair.referencePrice)
  for (let price: number = pair.referencePrice; price !== goal; ) {
    const [least, most] = [Math.ceil(price * 0.5), Math.ceil(price * 1.4)]
    price = Math.min(Math.max(goal, least), most)
    await tradeAt(sequencer, price)
  }
  expect((await doge(sequencer)).lastPrice).toBe(goal)
  const traders = await startDemoTraders(sequencer, 7, quiet)
  await vi.advanceTimersByTimeAsync(60 * ROUND_MILLIS)
  const market = await doge(sequencer)
  const away = market.lastPrice / pair.referencePrice
  expect([away > 0.7, away < 1.4]).toEqual([true, true])
  expect([market.book.buy.orders > 0, market.book.sell.orders > 0]).toEqual([true, true])
  const before = await sequencer.read(({ lastTrade }) => lastTrade)
  await vi.advanceTimersByTimeAsync(60 * ROUND_MILLIS)
  expect(await sequencer.read(({ lastTrade }) => lastTrade)).toBeGreaterThan(before + 100)
  await traders.stop()
  await sequencer.stop()
})

test('a pair that an operator halted is halted after a restart, whatever else the catalogue says', async () => {
  const disk = simulatedDisk(JOURNAL)
  const first = await begin(disk)
  const { pair } = await doge(first)
  const rules = { ...pair.rules, status: 'halted', takerFee: pair.rules.takerFee + 1 } as const
  expect(await does(first, { type: 'set-pair-rules', pair: DOGE, rules })).toBe('done')
  await first.stop()
  const second = await begin(disk)
  expect((await doge(second)).pair.rules).toEqual({ ...pair.rules, status: 'halted' })
  const { seq } = second
  await listCatalogue(second)
  expect(second.seq).toBe(seq)
  await second.stop()
})
