/** Unclaimed deposits that an operator sends to an address. */

import { expect, test } from 'vitest'
import { depositReturns, free, SMALL, unclaimedDeposits } from '../../../src/engine/exchange.ts'
import { beginLoading, loadPiece, saveSnapshot } from '../../../src/engine/snapshot.ts'
import { stateText } from '../state-text.ts'
import { ADDRESS, Bank, BY, NETWORK, USDT, usdt } from '../withdrawals/bank.ts'

const TO = `0x${'f'.repeat(40)}`

/** With an unclaimed deposit of 30 USDT. */
function bank(): Bank {
  const x = new Bank(['ann'])
  x.credits('unclaimed', 30_000_000n, USDT, 50n)
  return x
}

const begin = (x: Bank) =>
  ({ type: 'return-unclaimed', stream: x.stream, txid: '0x50', part: 0, address: TO, ...BY }) as const
const idOf = (x: Bank) => depositReturns(x.state)[0]?.id as never

const purposeOf = (x: Bank, changed: object = {}) => ({
  kind: 'return',
  return: idOf(x),
  currency: USDT,
  address: TO,
  raw: 30_000_000n,
  signature: null,
  ...changed,
})
const assign = (x: Bank, changed: object = {}) =>
  x.does({ type: 'assign-payment', network: NETWORK, purpose: purposeOf(x, changed) } as never)
const paymentIn = (x: Bank) => [...x.state.payments.open.keys()][0] as never

test('A returned deposit leaves the books and the chain once its payment is final, with its network fee', () => {
  const x = bank()
  const before = x.rawOnChain(USDT)
  expect(x.result(begin(x))).toBe('done')
  expect([x.result(begin(x)), unclaimedDeposits(x.state)]).toEqual(['DEPOSIT_NOT_FOUND', []])
  expect([assign(x).type, assign(x).type, x.state.payments.open.size]).toEqual(['payment', 'payment', 1])
  const settle = { type: 'settle-payment', payment: paymentIn(x), txid: '0x1', gas: 7n } as const
  expect([x.result(settle), x.result(settle)]).toEqual(['done', 'done'])
  expect([free(x.state, 'unclaimed', USDT), before - x.rawOnChain(USDT), depositReturns(x.state)]).toEqual([
    0n,
    30_000_000n,
    [],
  ])
  expect([x.result(begin(x)), assign(x).type]).toEqual(['DEPOSIT_NOT_FOUND', 'refused'])
})

test('A return whose payment failed is unclaimed again, and can be assigned or returned again', () => {
  const x = bank()
  x.does(begin(x))
  assign(x)
  x.does({ type: 'fail-payment', payment: paymentIn(x), proof: 'reverted', txid: '0x1', gas: 7n })
  expect([unclaimedDeposits(x.state).length, depositReturns(x.state), free(x.state, 'unclaimed', USDT)]).toEqual([
    1,
    [],
    usdt(30),
  ])
  expect([x.result(begin(x)), assign(x).type]).toEqual(['done', 'payment'])
})

test('A return is paid with its own terms only', () => {
  const x = bank()
  x.does(begin(x))
  for (const changed of [
    { address: ADDRESS },
    { raw: 30_000_001n },
    { currency: 2 },
    { signature: 'a' },
    { return: 1 },
  ])
    expect(assign(x, changed).type).toBe('refused')
  expect(x.state.payments.open.size).toBe(0)
})

test('A return is approved or cancelled before its payment is assigned, and not afterwards', () => {
  const x = bank()
  x.does(begin(x))
  const cancel = { type: 'cancel-return', return: idOf(x), ...BY } as const
  expect([x.result(cancel), x.result(cancel), unclaimedDeposits(x.state).length]).toEqual([
    'done',
    'DEPOSIT_NOT_FOUND',
    1,
  ])
  x.does(begin(x))
  const approve = { type: 'approve-return', return: idOf(x), signature: 'abc', ...BY } as const
  expect([x.result(approve), assign(x).type, assign(x, { signature: 'abc' }).type]).toEqual([
    'done',
    'refused',
    'payment',
  ])
  expect([x.result(approve), x.result({ ...cancel, return: idOf(x) })]).toEqual(['PAYMENT_REFUSED', 'PAYMENT_REFUSED'])
})

test('After a restore, returns without a payment are unclaimed, because they may have been paid since the backup', () => {
  const x = bank()
  x.does(begin(x))
  x.does({ type: 'begin-epoch', gap: 1_000_000_000, reason: 'a restore' })
  expect([depositReturns(x.state), unclaimedDeposits(x.state).length]).toEqual([[], 1])
})

test('A generation that ends makes its returns unclaimed again', () => {
  const x = bank()
  x.does(begin(x))
  assign(x)
  x.does({ type: 'close-generation', network: NETWORK, generation: 1 })
  expect([depositReturns(x.state), unclaimedDeposits(x.state).length]).toEqual([[], 1])
})

test('A saved state keeps its returns', () => {
  const x = bank()
  x.does(begin(x))
  assign(x)
  const { head, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, SMALL)
  for (const piece of pieces) loadPiece(loaded, piece)
  expect(depositReturns(loaded)).toHaveLength(1)
  expect(stateText(loaded)).toEqual(stateText(x.state))
})
