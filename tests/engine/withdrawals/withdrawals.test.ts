import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { chainOwner, free, held, limitsOf, paidAddressesOf, withdrawalOf } from '../../../src/engine/exchange.ts'
import { ADDRESS, Bank, BTC, BY, GAS_ASSET, NETWORK, TOKEN, USDT, usdt } from './bank.ts'

const ANN = 'ann' as UserId
const HOUR = 3_600_000
const DAY = 24 * HOUR

test('A withdrawal holds its amount, is paid once, and its fee stays with the exchange', () => {
  const x = new Bank(['ann'])
  const withdrawal = x.opens('ann', 100)
  expect([withdrawal.status, x.freeOf('ann'), held(x.state, ANN, USDT)]).toEqual(['approved', usdt(4_900), usdt(100)])
  const payment = x.pays(withdrawal)
  expect([payment.nonce, x.pays(withdrawal)]).toEqual([0, payment])
  expect([x.settles(payment, 15n * 10n ** 9n), x.settles(payment, 15n * 10n ** 9n), x.fails(payment)]).toEqual([
    'done',
    'done',
    'done',
  ])
  expect([x.statusOf(withdrawal), x.freeOf('ann'), held(x.state, ANN, USDT)]).toEqual(['settled', usdt(4_900), 0n])
  expect([free(x.state, chainOwner('testnet'), USDT), free(x.state, 'fees', USDT)]).toEqual([usdt(99), usdt(1)])
  expect([free(x.state, 'gas', BTC), x.rawOnChain(BTC)]).toEqual([-1n, -15n * 10n ** 9n])
})

test('An address is known from the first payment that was closed as paid, and from no request or failed payment', () => {
  const x = new Bank(['ann', 'bob'])
  const other = `0x${'ee'.repeat(20)}`
  const known = (user: UserId) => paidAddressesOf(x.state, user).map(({ address, since }) => [address, since])
  x.fails(x.pays(x.opens('ann', 100, { address: other })))
  x.does({ type: 'cancel-withdrawal', user: ANN, withdrawal: x.opens('ann', 100, { address: other }).id })
  const payment = x.pays(x.opens('ann', 100))
  expect(known(ANN)).toEqual([])
  x.settles(payment)
  const first = x.state.at
  x.now += 2 * DAY
  x.settles(x.pays(x.opens('ann', 100)))
  x.settles(x.pays(x.opens('bob', 100, { address: other })))
  expect([known(ANN), known('bob' as UserId)]).toEqual([[[ADDRESS, first]], [[other, x.state.at]]])
})

test('A payment that fails returns the whole amount once, and its network fee is booked', () => {
  const x = new Bank(['ann'])
  const withdrawal = x.opens('ann', 100)
  const payment = x.pays(withdrawal)
  expect([x.fails(payment, 'reverted', 10n ** 10n), x.fails(payment), x.settles(payment)]).toEqual([
    'done',
    'done',
    'done',
  ])
  expect([x.statusOf(withdrawal), x.freeOf('ann'), free(x.state, 'gas', BTC)]).toEqual(['returned', usdt(5_000), -1n])
  expect(x.assigns(withdrawal)).toBe('WITHDRAWAL_CLOSED')
})

test('A repeated client id gets the first withdrawal, also a day later while it is open; other content is refused', () => {
  const x = new Bank(['ann', 'bob'])
  const first = x.opens('ann', 100, { id: 'same' })
  x.now += 2 * DAY
  expect(x.requests('ann', 100, { id: 'same' })).toEqual(first)
  expect(x.requests('ann', 101, { id: 'same' })).toBe('CLIENT_ID_REUSED')
  expect(x.requests('ann', 100, { id: 'same', address: `0x${'b'.repeat(40)}` })).toBe('CLIENT_ID_REUSED')
  expect(x.opens('bob', 100, { id: 'same' }).id).not.toBe(first.id)
  expect(x.freeOf('ann')).toBe(usdt(4_900))
})

test('A closed withdrawal is known for a day', () => {
  const x = new Bank(['ann'])
  const old = x.opens('ann', 100, { id: 'same' })
  x.does({ type: 'cancel-withdrawal', user: 'ann', withdrawal: old.id })
  x.now += DAY - 1
  expect(x.opens('ann', 100, { id: 'same' }).id).toBe(old.id)
  x.now += 1
  x.opens('ann', 10)
  expect(withdrawalOf(x.state, old.id)).toBeUndefined()
})

test('A withdrawal is cancelled by its user only before it has a payment', () => {
  const x = new Bank(['ann', 'bob'])
  const cancel = (user: string, withdrawal: number) => x.result({ type: 'cancel-withdrawal', user, withdrawal })
  const first = x.opens('ann', 100)
  expect([cancel('bob', first.id), cancel('ann', 999), cancel('ann', first.id), cancel('ann', first.id)]).toEqual([
    'WITHDRAWAL_NOT_FOUND',
    'WITHDRAWAL_NOT_FOUND',
    'done',
    'done',
  ])
  expect([x.freeOf('ann'), x.assigns(first)]).toEqual([usdt(5_000), 'WITHDRAWAL_CLOSED'])
  const second = x.opens('ann', 100)
  const payment = x.pays(second)
  expect(cancel('ann', second.id)).toBe('WITHDRAWAL_UNDERWAY')
  x.settles(payment)
  expect(cancel('ann', second.id)).toBe('WITHDRAWAL_CLOSED')
})

test('A withdrawal in review is paid only after the approval of an operator', () => {
  const x = new Bank(['ann'])
  x.does({ type: 'set-withdrawal-limits', ...BY, limits: limits({ automatic: usdt(50) }) })
  const withdrawal = x.opens('ann', 60)
  expect([withdrawal.status, withdrawal.review, x.assigns(withdrawal)]).toEqual([
    'review',
    'large_amount',
    'PAYMENT_REFUSED',
  ])
  x.does({ type: 'approve-withdrawal', withdrawal: withdrawal.id, signature: null, ...BY })
  expect(x.pays(withdrawal).nonce).toBe(0)
  expect(x.result({ type: 'reject-withdrawal', withdrawal: withdrawal.id, ...BY })).toBe('WITHDRAWAL_UNDERWAY')
  const rejected = x.opens('ann', 60)
  expect(x.result({ type: 'reject-withdrawal', withdrawal: rejected.id, ...BY })).toBe('done')
  expect([x.statusOf(rejected), x.freeOf('ann')]).toEqual(['rejected', usdt(4_940)])
  expect(x.result({ type: 'approve-withdrawal', withdrawal: rejected.id, signature: null, ...BY })).toBe(
    'WITHDRAWAL_CLOSED',
  )
})

const limits = (changes: object) => ({
  daily: [usdt(1_000), usdt(50_000)] as const,
  automatic: usdt(2_000),
  newAddresses: usdt(100),
  hourlyPerCoin: usdt(100_000),
  ...changes,
})

test('The daily limit counts all coins by value for 24 hours, without returned and cancelled withdrawals', () => {
  const x = new Bank(['ann'])
  x.opens('ann', 600)
  expect(x.requests('ann', 401)).toBe('KYC_REQUIRED')
  // One BTC is worth 100 USDT.
  x.opens('ann', 1, { currency: BTC })
  expect(limitsOf(x.state, ANN, x.now)).toMatchObject({ used: usdt(700), limit: usdt(1_000) })
  const cancelled = x.opens('ann', 300)
  x.does({ type: 'cancel-withdrawal', user: 'ann', withdrawal: cancelled.id })
  const returned = x.opens('ann', 300)
  x.fails(x.pays(returned))
  expect([typeof x.requests('ann', 300), x.requests('ann', 5)]).toEqual(['object', 'KYC_REQUIRED'])
  x.now += DAY
  expect(typeof x.requests('ann', 1_000)).toBe('object')
})

test('New addresses have a limit of their own', () => {
  const x = new Bank(['ann'])
  x.opens('ann', 60, { isNew: true })
  expect(x.requests('ann', 41, { isNew: true })).toBe('NEW_ADDRESS_LIMIT')
  expect([typeof x.requests('ann', 41), typeof x.requests('ann', 40, { isNew: true })]).toEqual(['object', 'object'])
})

test('When a coin leaves faster than its hourly limit, withdrawals wait for an operator', () => {
  const x = new Bank(['ann', 'bob'])
  x.does({ type: 'set-withdrawal-limits', ...BY, limits: limits({ hourlyPerCoin: usdt(100) }) })
  expect([x.opens('ann', 60).status, x.opens('bob', 50).review]).toEqual(['approved', 'hourly_limit'])
  x.now += HOUR
  expect(x.opens('bob', 50).status).toBe('approved')
})

test('Invalid amounts, unknown networks, paused networks and frozen accounts are refused without an effect', () => {
  const x = new Bank(['ann'])
  expect([0, 4.99, 50_001, 5.0000001].map((amount) => x.requests('ann', amount))).toEqual([
    'REQUIRED_AMOUNT',
    'MIN_AMOUNT',
    'MAX_AMOUNT',
    'PRECISION',
  ])
  x.does({ type: 'set-withdrawal-limits', ...BY, limits: limits({ daily: [usdt(90_000), usdt(90_000)] }) })
  expect(x.requests('ann', 5_001)).toBe('INSUFFICIENT_BALANCE')
  x.sets({ ...TOKEN, withdrawals: 'paused', notice: 'upgrade' })
  expect(x.requests('ann', 10)).toBe('WITHDRAW_DISABLED')
  x.sets({ ...TOKEN, withdrawals: 'review' })
  expect(x.opens('ann', 10).review).toBe('network_review')
  x.sets(TOKEN)
  x.does({ type: 'freeze-account', user: 'ann', origin: 'owner' })
  expect([x.requests('ann', 10), x.requests('carl', 10)]).toEqual(['ACCOUNT_FROZEN', 'ACCOUNT_NOT_FOUND'])
  expect(held(x.state, ANN, USDT)).toBe(usdt(10))
})

test('A paused network assigns no payments, but the result of earlier ones is booked', () => {
  const x = new Bank(['ann'])
  const [first, second] = [x.opens('ann', 10), x.opens('ann', 10)]
  const payment = x.pays(first)
  x.does({ type: 'set-network-paused', network: NETWORK, paused: true, operator: null, reason: 'a difference' })
  expect([x.assigns(second), x.settles(payment), x.requests('ann', 10)]).toEqual([
    'PAYMENT_REFUSED',
    'done',
    'WITHDRAW_DISABLED',
  ])
})

test('An address has at most 16 payments that are not final, with nonces without gaps', () => {
  const x = new Bank(['ann'])
  const all = Array.from({ length: 17 }, () => x.opens('ann', 10))
  const assigned = all.map((withdrawal) => x.assigns(withdrawal))
  expect(assigned.slice(0, 16).map((payment) => typeof payment === 'object' && payment.nonce)).toEqual(
    Array.from({ length: 16 }, (_, index) => index),
  )
  expect(assigned[16]).toBe('PAYMENT_REFUSED')
  x.settles(assigned[3] as never)
  expect(x.assigns(all[16] as never)).toMatchObject({ nonce: 16 })
})

test('A sweep and its gas are payments of their own addresses, one at a time', () => {
  const x = new Bank(['ann', 'bob'])
  const sweep = { kind: 'sweep', from: 2, currency: USDT, raw: 5n } as const
  const assign = (purpose: object) => x.result({ type: 'assign-payment', network: NETWORK, purpose } as never)
  expect([assign(sweep), assign(sweep), assign({ ...sweep, currency: BTC }), assign({ ...sweep, from: 3 })]).toEqual([
    'payment',
    'PAYMENT_REFUSED',
    'payment',
    'PAYMENT_REFUSED',
  ])
  expect([assign({ kind: 'gas', to: 2, raw: 5n }), assign({ kind: 'gas', to: 2, raw: 5n })]).toEqual([
    'payment',
    'PAYMENT_REFUSED',
  ])
  expect([...x.state.payments.open.values()].map(({ wallet, nonce }) => [wallet, nonce])).toEqual([
    [2, 0],
    [2, 1],
    [0, 0],
  ])
})

test('When a play chain is lost, its payments are returned, its books closed, and users keep their balances', () => {
  const x = new Bank(['ann'])
  x.credits('ann', 10_000_000n)
  const [paid, approved] = [x.opens('ann', 100), x.opens('ann', 50)]
  x.pays(paid)
  const close = { type: 'close-generation', network: NETWORK, generation: 1 } as const
  expect([x.result(close), x.result(close)]).toEqual(['done', 'done'])
  expect([x.statusOf(paid), x.statusOf(approved), x.freeOf('ann'), x.rawOnChain(USDT)]).toEqual([
    'returned',
    'approved',
    usdt(4_960),
    0n,
  ])
  expect([x.stream, x.pays(approved).nonce]).toEqual(['evm:testnet:2', 0])
})

test('A payment for a generation that was closed is refused, and the withdrawal gets one of the new generation', () => {
  const x = new Bank(['ann'])
  const { id } = x.opens('ann', 100)
  const assign = { type: 'assign-payment', network: NETWORK, purpose: { kind: 'withdrawal', withdrawal: id } } as const
  x.does({ type: 'close-generation', network: NETWORK, generation: 1 })
  expect([x.result({ ...assign, generation: 1 }), x.state.payments.open.size]).toEqual(['PAYMENT_REFUSED', 0])
  expect([x.result({ ...assign, generation: 2 }), x.state.payments.open.size]).toEqual(['payment', 1])
  x.does({ type: 'close-generation', network: NETWORK, generation: 2 })
  expect(x.state.payments.open.size).toBe(0)
})

test('A payment that is unknown after a restore is booked once, in the order of its nonces', () => {
  const x = new Bank(['ann'])
  const payment = { type: 'book-payment', network: NETWORK, wallet: 0, gas: 7n, ...BY } as const
  const transfer = { currency: USDT, raw: 30_000_000n, to: `0x${'b'.repeat(40)}` }
  const book = (nonce: number, user: string | null, moved: typeof transfer | null = transfer) =>
    x.result({ ...payment, txid: `0x${nonce}`, nonce, user, transfer: moved })
  const world = free(x.state, 'world', USDT)
  expect([book(1, null), book(0, 'ann'), book(0, 'ann'), book(1, null), book(2, null, null)]).toEqual([
    'PAYMENT_REFUSED',
    'done',
    'done',
    'done',
    'done',
  ])
  // The user pays the fee too.
  expect([x.freeOf('ann'), free(x.state, 'world', USDT) - world]).toEqual([usdt(4_969), -usdt(30)])
  expect([x.rawOnChain(USDT), x.rawOnChain(BTC)]).toEqual([-60_000_000n, -21n])
  expect(x.pays(x.opens('ann', 10)).nonce).toBe(3)
  expect(book(4, 'ann', { ...transfer, raw: 10n ** 12n })).toBe('INSUFFICIENT_BALANCE')
})

test('A withdrawal that was paid before a restore gets its payment while the network is paused, with that nonce only', () => {
  const x = new Bank(['ann'])
  const opened = x.opens('ann', 100)
  const pause = { type: 'set-network-paused', network: NETWORK, paused: true, ...BY } as const
  const purpose = { kind: 'withdrawal', withdrawal: opened.id } as const
  const assign = (paidWith: object) =>
    x.result({ type: 'assign-payment', network: NETWORK, purpose, ...paidWith } as never)
  expect([
    x.result(pause),
    assign({}),
    assign({ paidWith: 1 }),
    assign({ paidWith: 0 }),
    assign({ paidWith: 0 }),
  ]).toEqual(['done', 'PAYMENT_REFUSED', 'PAYMENT_REFUSED', 'payment', 'payment'])
  expect(x.statusOf(opened)).toBe('assigned')
})

test('The coin that pays fees has no contract, and amounts keep to what the chain can express', () => {
  const x = new Bank(['ann'])
  expect(x.sets({ ...GAS_ASSET, contract: ADDRESS })).toBe('LISTING_CONFLICT')
  expect(x.requests('ann', 0.01, { currency: BTC })).toMatchObject({ fee: GAS_ASSET.withdrawFee, value: usdt(1) })
})

test('A token is listed only on a network whose fees can be booked', () => {
  const x = new Bank(['ann'])
  const network = { id: 2, code: 'other', name: 'Other', kind: 'evm', chainId: 6, gasCurrency: 2 } as const
  x.does({ type: 'list-network', network, ...BY })
  const lists = (listed: typeof TOKEN) => x.result({ type: 'set-network-asset', network: 2, asset: listed, ...BY })
  expect(lists(TOKEN)).toBe('NETWORK_INVALID')
  const terms = { network: 2, wallet: 0, nonce: 0, txid: '0xold', transfer: null, gas: 5n, user: null, ...BY } as const
  expect(x.result({ type: 'book-payment', ...terms })).toBe('CURRENCY_NOT_FOUND')
  expect([lists(GAS_ASSET), lists(TOKEN)]).toEqual(['done', 'done'])
  expect(x.result({ type: 'book-payment', ...terms })).toBe('done')
})
