/** Demo markets recover from trades at extreme prices, and a halted pair stays halted. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PairId } from '../../../src/contract/ids.ts'
import type { Lots, Ticks } from '../../../src/contract/money.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import type { Command, Market } from '../../../src/engine/exchange.ts'
import { marketOf, orderCount } from '../../../src/engine/exchange.ts'
import { listCatalogue } from '../../../src/server/markets/list-instruments.ts'
import { openDemoTraders } from '../../../src/server/play/demo-traders.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import type { Plain } from '../../fixtures/plain.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { simulatedDisk } from '../../simulation/simulated-journal.ts'

const DOGE = 7 as PairId
const ROUND_MILLIS = 2_000
const UNIT = 10n ** 8n

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function startSequencer(disk = simulatedDisk(JOURNAL)): Promise<Sequencer> {
  const clock = { now: () => 1_700_000_000_000 }
  const sequencer = new Sequencer({ openJournal: async () => disk.open(() => 'kept'), clock, log: quiet })
  await sequencer.start(0)
  await listCatalogue(sequencer)
  return sequencer
}

const doge = (sequencer: Sequencer): Promise<Market> =>
  sequencer.read((state) => expectDefined(marketOf(state, DOGE), 'it is listed'))

const submit = (sequencer: Sequencer, command: Plain<Command>): Promise<string> =>
  sequencer.submit(command as Command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal.code : answer.type,
  )

/** Trades between two users at this price. */
async function tradeAt(sequencer: Sequencer, price: number): Promise<void> {
  const { pair } = await doge(sequencer)
  const quantity = Number((2n * UNIT) / (BigInt(price) * pair.tickLot) + 1n) as Lots
  for (const [user, currency] of [
    ['ann', 1],
    ['bob', pair.base.id],
  ] as const)
    await submit(sequencer, {
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
    await submit(sequencer, {
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
  ['almost zero times', () => 1],
  ['100,000 times', (reference: number) => reference * 100_000],
])('A demo market at %s its reference price returns to it', async (_name, priceFrom) => {
  const sequencer = await startSequencer()
  const { pair } = await doge(sequencer)
  // Each step stays within the price band of a limit order.
  const goal = priceFrom(pair.referencePrice)
  for (let price: number = pair.referencePrice; price !== goal; ) {
    const [least, most] = [Math.ceil(price * 0.5), Math.ceil(price * 1.4)]
    price = Math.min(Math.max(goal, least), most)
    await tradeAt(sequencer, price)
  }
  expect((await doge(sequencer)).lastPrice).toBe(goal)
  const traders = await openDemoTraders(sequencer, 7, quiet)
  traders.start()
  await vi.advanceTimersByTimeAsync(60 * ROUND_MILLIS)
  const market = await doge(sequencer)
  const deviation = market.lastPrice / pair.referencePrice
  expect([deviation > 0.6, deviation < 1.4]).toEqual([true, true])
  const sides = await sequencer.read((state) => [orderCount(state, DOGE, 'buy'), orderCount(state, DOGE, 'sell')])
  expect(Math.min(...sides)).toBeGreaterThan(0)
  const before = await sequencer.read(({ lastTrade }) => lastTrade)
  await vi.advanceTimersByTimeAsync(60 * ROUND_MILLIS)
  expect(await sequencer.read(({ lastTrade }) => lastTrade)).toBeGreaterThan(before + 100)
  await traders.stop()
  await sequencer.stop()
})

test('What an operator changed about a pair stays after a restart that applies the catalogue', async () => {
  const disk = simulatedDisk(JOURNAL)
  const first = await startSequencer(disk)
  const { pair } = await doge(first)
  const rules = { ...pair.rules, status: 'halted', takerFee: pair.rules.takerFee + 1 } as const
  expect(await submit(first, { type: 'set-pair-rules', ...BY_TEST, pair: DOGE, rules })).toBe('done')
  await first.stop()
  const second = await startSequencer(disk)
  expect((await doge(second)).pair.rules).toEqual(rules)
  const { seq } = second
  await listCatalogue(second)
  expect(second.seq).toBe(seq)
  await second.stop()
})
