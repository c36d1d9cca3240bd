import { expect, test } from 'vitest'
import type { OrderId } from '../../src/contract/ids.ts'
import { orderUuid } from '../../src/contract/ids.ts'
import { lastTradeOf, saveSnapshot, userOfDepositNumber } from '../../src/engine/exchange.ts'
import { Exchange, JOURNAL } from './exchange.ts'
import { Bank, NETWORK } from './withdrawals/bank.ts'

const GAP = 1_000_000_000

test('After an epoch began, orders and trades have numbers that no order or trade before had', () => {
  const x = new Exchange({ ann: { USDT: 1_000 }, bob: { BTC: 10 } })
  x.buys('ann', 1, { at: 100 })
  x.sells('bob', 1, { at: 100 })
  const [order, trade] = [x.lastOrder as OrderId, lastTradeOf(x.state)]
  expect(x.does({ type: 'begin-epoch', gap: GAP, reason: 'restored' })).toEqual({ type: 'done' })
  expect(x.buys('ann', 1, { at: 100 })).toBe('open')
  expect(x.sells('bob', 1, { at: 100 })).toBe('filled 1')
  expect([x.lastOrder - order, lastTradeOf(x.state) - trade]).toEqual([GAP + 3, GAP + 1])
  expect(orderUuid(JOURNAL, x.lastOrder as OrderId)).not.toBe(orderUuid(JOURNAL, order))
})

test('A deposit number that was given after the backup is not given again', () => {
  const x = new Bank(['ann', 'bob'], false)
  x.does({ type: 'give-deposit-number', user: 'ann' })
  for (let epoch = 0; epoch < 2; epoch++) x.does({ type: 'begin-epoch', gap: GAP, reason: 'restored' })
  x.does({ type: 'give-deposit-number', user: 'bob' })
  expect([...x.state.deposits.numbers.values()]).toEqual([1, 200_002])
  expect(userOfDepositNumber(x.state, 2)).toBeUndefined()
  const loaded = saveSnapshot(x.state).pieces.find(({ part }) => part === 'skipped-deposit-numbers')
  expect(loaded?.items).toEqual([200_001])
})

test('An epoch pauses all networks, and a gap outside its range is refused', () => {
  const x = new Bank(['ann'])
  for (const gap of [0, GAP - 1, 50_000_000_001, 1e9 + 0.5])
    expect(x.result({ type: 'begin-epoch', gap, reason: 'restored' })).toBe('INVALID_REQUEST')
  x.does({ type: 'begin-epoch', gap: GAP, reason: 'restored' })
  expect([x.state.networks.get(NETWORK)?.paused, x.requests('ann', 10)]).toEqual(['restored', 'WITHDRAW_DISABLED'])
})
