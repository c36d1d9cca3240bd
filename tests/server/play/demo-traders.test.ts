/** Demo markets recover from trades at extreme prices, and a halted pair stays halted. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PairId } from '../../../src/contract/ids.ts'
import { cost, type Pair } from '../../../src/contract/markets/instruments.ts'
import type { Lots, Ticks } from '../../../src/contract/money.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import type { Command, Event, Market } from '../../../src/engine/exchange.ts'
import { depth, lastTradeOf, marketOf, markets, orderCount } from '../../../src/engine/exchange.ts'
import { listCatalogue } from '../../../src/server/markets/list-instruments.ts'
import { openDemoTraders } from '../../../src/server/play/demo-traders.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import type { Plain } from '../../fixtures/plain.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { simulatedDisk } from '../../simulation/simulated-journal.ts'

const [BTC, DOGE] = [1, 7] as [PairId, PairId]
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
  const before = await sequencer.read(lastTradeOf)
  await vi.advanceTimersByTimeAsync(60 * ROUND_MILLIS)
  expect(await sequencer.read(lastTradeOf)).toBeGreaterThan(before + 100)
  await traders.stop()
  await sequencer.stop()
})

test('For an hour every demo market has ten levels a side, and Bitcoin is bought and sold at almost the same price', async () => {
  const sequencer = await startSequencer()
  const traders = await openDemoTraders(sequencer, 11, quiet)
  traders.start()
  const thin: unknown[] = []
  const volumes = new Map<string, bigint>()
  const count = (event: Event, pairs: ReadonlyMap<PairId, Pair>): void => {
    if (event.type !== 'traded') return
    const pair = expectDefined(pairs.get(event.pair), 'it is listed')
    const { symbol } = pair.base
    volumes.set(symbol, (volumes.get(symbol) ?? 0n) + cost(pair, event.price, event.quantity))
  }
  const pairs = await sequencer.read((state) => new Map(Array.from(markets(state), ({ pair }) => [pair.id, pair])))
  sequencer.listen({
    onCommitted: (batch) => {
      for (const { outcome } of batch) for (const event of outcome.events) count(event, pairs)
    },
  })
  for (let round = 0; round < 1_800; round++) {
    await vi.advanceTimersByTimeAsync(ROUND_MILLIS)
    await sequencer.read((state) => {
      for (const id of pairs.keys())
        for (const side of ['buy', 'sell'] as const) {
          const levels = [...depth(state, id, side)].length
          if (levels < 10) thin.push([round, pairs.get(id)?.symbol, side, levels])
        }
      const [bid, ask] = (['buy', 'sell'] as const).map((side) => [...depth(state, BTC, side)][0]?.price ?? 0)
      const spread = ((ask ?? 0) - (bid ?? 0)) / (bid ?? 1)
      if (spread > 0.0002) thin.push([round, 'BTC', spread])
    })
  }
  expect(thin).toEqual([])
  const byTurnover = [...volumes].sort(([, a], [, b]) => (a < b ? 1 : -1)).map(([symbol]) => symbol)
  expect(byTurnover.slice(0, 2)).toEqual(['BTC', 'ETH'])
  const hourOfBitcoin = Number((volumes.get('BTC') ?? 0n) / UNIT)
  expect([hourOfBitcoin > 1_000_000, hourOfBitcoin < 6_000_000]).toEqual([true, true])
  await traders.stop()
  await sequencer.stop()
}, 120_000)

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
