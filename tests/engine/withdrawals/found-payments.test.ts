/** Withdrawals that a restore lost: what was found on the chain is paid again only after a review, and can be charged. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { assertInvariants, foundPayments, free, receivedOn, type Withdrawal } from '../../../src/engine/exchange.ts'
import { Bank, BTC, BY, NETWORK, USDT, usdt } from './bank.ts'

const RECEIVER = `0x${'f'.repeat(40)}`
const DAY = 24 * 60 * 60 * 1_000
let bank: Bank
let nonce = 0

/** A found payment of 99 USDT: the withdrawal took 100. */
function finds(user: string | null = null, txid = `0xfound${nonce}`): string {
  const transfer = { currency: USDT, raw: 99_000_000n, to: RECEIVER }
  const place = { network: NETWORK, wallet: 0, nonce, txid, gas: 0n } as const
  nonce += 1
  bank.result({ type: 'book-payment', ...place, transfer, user: user as UserId | null, ...BY })
  return txid
}

beforeEach(() => {
  bank = new Bank(['ann', 'bob'])
  nonce = 0
  const large = usdt(1_000_000)
  const limits = { daily: [large, large], automatic: large, newAddresses: large, hourlyPerCoin: large } as const
  bank.does({ type: 'set-withdrawal-limits', limits, ...BY })
})
afterEach(() => assertInvariants(bank.state))

const charge = (txid: string, user: string): string =>
  bank.result({ type: 'charge-payment', txid, user: user as UserId, ...BY })
const asks = (user: string, amount: number, address = RECEIVER, currency = USDT): Withdrawal =>
  bank.opens(user, amount, { address, currency })
const approve = ({ id }: Withdrawal): string =>
  bank.result({ type: 'approve-withdrawal', withdrawal: id, signature: null, ...BY })

function approveAndPay(withdrawal: Withdrawal): void {
  approve(withdrawal)
  const payment = bank.pays(withdrawal)
  nonce += 1
  bank.settles(payment)
}

test('Requests that may repeat a found payment wait for an operator until as much was paid again', () => {
  const txid = finds()
  const [first, second] = [asks('ann', 60), asks('bob', 60)]
  expect([first, second]).toMatchObject([
    { status: 'review', review: 'found_payment', found: txid },
    { status: 'review', review: 'found_payment', found: txid },
  ])
  expect([asks('ann', 60, `0x${'e'.repeat(40)}`), asks('ann', 1, RECEIVER, BTC)]).toMatchObject([
    { status: 'approved' },
    { status: 'approved' },
  ])
  // What is rejected was not paid, and does not count.
  bank.result({ type: 'reject-withdrawal', withdrawal: first.id, ...BY })
  approveAndPay(second)
  const third = asks('ann', 60)
  expect(third).toMatchObject({ status: 'review', found: txid })
  approveAndPay(third)
  expect(asks('ann', 60)).toMatchObject({ status: 'approved', review: null })
  expect(foundPayments(bank.state)).toMatchObject([{ repeated: usdt(120), charged: 0n }])
})

test('Seven days after it was found, or once it is charged in full, a payment makes no request wait', () => {
  finds()
  bank.now += 7 * DAY - 1
  expect(asks('ann', 60).status).toBe('review')
  bank.now += 1
  expect(asks('ann', 60).status).toBe('approved')
  const txid = finds()
  expect(asks('ann', 60).status).toBe('review')
  expect(charge(txid, 'ann')).toBe('done')
  expect(asks('ann', 60).status).toBe('approved')
})

test('A known payer is charged what the lost withdrawal took, the fee included, if the balance suffices', () => {
  const [world, fees] = [free(bank.state, 'world', USDT), free(bank.state, 'fees', USDT)]
  const txid = finds('ann')
  expect([bank.freeOf('ann'), free(bank.state, 'world', USDT) - world, free(bank.state, 'fees', USDT) - fees]).toEqual([
    usdt(4_900),
    0n,
    usdt(1),
  ])
  expect([charge(txid, 'ann'), asks('ann', 60).status]).toEqual(['PAYMENT_CHARGED', 'approved'])
  asks('ann', 4_750, `0x${'e'.repeat(40)}`)
  finds('ann')
  expect([bank.freeOf('ann'), foundPayments(bank.state).length]).toEqual([usdt(90), 1])
})

test('An operator charges up to the free balance, also a frozen account; the exchange bears what is missing', () => {
  const world = free(bank.state, 'world', USDT)
  const txid = finds()
  asks('ann', 4_970, `0x${'e'.repeat(40)}`)
  bank.does({ type: 'freeze-account', user: 'ann', origin: 'owner' })
  expect([charge(txid, 'ann'), charge(txid, 'ann')]).toEqual(['done', 'INSUFFICIENT_BALANCE'])
  expect([bank.freeOf('ann'), free(bank.state, 'world', USDT) - world]).toEqual([0n, -usdt(69)])
  expect(foundPayments(bank.state)).toMatchObject([{ amount: usdt(100), charged: usdt(30) }])
  expect([charge('0xother', 'bob'), charge(txid, 'nobody'), charge(txid, 'bob'), charge(txid, 'bob')]).toEqual([
    'PAYMENT_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'done',
    'PAYMENT_CHARGED',
  ])
  expect([bank.freeOf('bob'), free(bank.state, 'world', USDT) - world]).toEqual([usdt(4_930), 0n])
})

test('After a restore, a withdrawal that may have been paid keeps its amount until the network is reconciled', () => {
  const withdrawal = asks('ann', 60)
  const cancel = { type: 'cancel-withdrawal', user: 'ann', withdrawal: withdrawal.id } as const
  const reject = { type: 'reject-withdrawal', withdrawal: withdrawal.id, ...BY } as const
  bank.does({ type: 'begin-epoch', gap: 1_000_000_000, reason: 'restored' })
  expect([bank.result(cancel as never), bank.result(reject)]).toEqual(['WITHDRAWAL_UNDERWAY', 'WITHDRAWAL_UNDERWAY'])
  bank.does({ type: 'set-network-paused', network: NETWORK, paused: false, ...BY })
  bank.does({ type: 'set-network-paused', network: NETWORK, paused: true, ...BY })
  expect(bank.result(cancel as never)).toBe('done')
})

test('A found payment is forgotten with the play chain on which it was made', () => {
  const txid = finds()
  bank.does({ type: 'close-generation', network: NETWORK, generation: 1 })
  expect([charge(txid, 'ann'), asks('ann', 60).status]).toEqual(['PAYMENT_NOT_FOUND', 'approved'])
})

test('An own address to which a found transaction moved coins is among those that have received some, until the chain begins again', () => {
  const place = { network: NETWORK, wallet: 0, nonce: 0, txid: '0xmoved', gas: 0n } as const
  const received = { currency: USDT, address: RECEIVER }
  bank.result({ type: 'book-payment', ...place, transfer: null, received, user: null, ...BY })
  expect(receivedOn(bank.state, NETWORK)).toEqual([{ network: NETWORK, ...received, transfers: 1 }])
  expect(foundPayments(bank.state)).toEqual([])
  bank.does({ type: 'close-generation', network: NETWORK, generation: 1 })
  expect(receivedOn(bank.state, NETWORK)).toEqual([])
})
