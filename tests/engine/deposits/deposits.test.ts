import { expect, test } from 'vitest'
import type { NetworkId, UserId } from '../../../src/contract/ids.ts'
import { depositCountOf, free, positionOf, unclaimedDeposits } from '../../../src/engine/exchange.ts'
import { ADDRESS, Bank, BTC, BY, GAS_ASSET, NETWORK, TOKEN, USDT, usdt } from '../withdrawals/bank.ts'

const ANN = 'ann' as UserId

test('A deposit is credited once, however often its position is sent', () => {
  const x = new Bank(['ann'])
  expect([x.credits('ann', 10_000_000n, USDT, 100n), x.credits('ann', 10_000_000n, USDT, 100n)]).toEqual([
    'done',
    'done',
  ])
  expect(x.credits('ann', 7_000_000n, USDT, 99n)).toBe('done')
  expect([x.freeOf('ann'), depositCountOf(x.state, ANN), positionOf(x.state, x.stream)]).toEqual([usdt(5_010), 1, 100n])
})

test('Deposits begin after the position at which a chain is followed for the first time, which is noted once', () => {
  const x = new Bank(['ann'])
  const begins = (position: bigint, network = NETWORK) => x.does({ type: 'begin-stream', network, position }).type
  expect([begins(0n), begins(5n, 99 as NetworkId)]).toEqual(['refused', 'refused'])
  expect([begins(100n), begins(50n), begins(200n), positionOf(x.state, x.stream)]).toEqual([
    ...Array(3).fill('done'),
    100n,
  ])
  expect([x.credits('ann', 10_000_000n, USDT, 100n), x.freeOf('ann')]).toEqual(['done', usdt(5_000)])
  expect([x.credits('ann', 10_000_000n, USDT, 101n), x.freeOf('ann')]).toEqual(['done', usdt(5_010)])
})

test('A raw amount is rounded down to units, and the rest stays in the books of the network', () => {
  const x = new Bank(['ann'])
  x.credits('ann', 10n ** 18n + 9_999_999_999n, BTC)
  expect(x.freeOf('ann', BTC)).toBe(usdt(11))
  expect(x.rawOnChain(BTC)).toBe(10n ** 18n + 9_999_999_999n)
})

test('A deposit below the minimum is booked but not credited', () => {
  const x = new Bank(['ann'])
  x.credits('ann', 999_999n)
  expect([x.freeOf('ann'), free(x.state, 'unclaimed', USDT), unclaimedDeposits(x.state)]).toEqual([
    usdt(5_000),
    99_999_900n,
    [],
  ])
  expect(depositCountOf(x.state, ANN)).toBe(0)
})

test('A transfer without an owner is unclaimed until an operator assigns it, once', () => {
  const x = new Bank(['ann', 'bob'])
  x.credits('unclaimed', 3_000_000n, USDT, 50n)
  const [deposit] = unclaimedDeposits(x.state)
  expect(deposit).toMatchObject({ currency: USDT, amount: usdt(3), address: ADDRESS })
  const assign = { type: 'assign-unclaimed', stream: x.stream, txid: '0x50', part: 0, to: 'bob', ...BY } as const
  expect([x.result({ ...assign, to: 'nobody' }), x.result(assign), x.result(assign)]).toEqual([
    'ACCOUNT_NOT_FOUND',
    'done',
    'DEPOSIT_NOT_FOUND',
  ])
  expect([x.freeOf('bob'), free(x.state, 'unclaimed', USDT)]).toEqual([usdt(5_003), 0n])
})

test('A transfer to an address whose user has no account is unclaimed', () => {
  const x = new Bank(['ann'])
  x.credits('carl', 3_000_000n)
  expect(unclaimedDeposits(x.state)).toHaveLength(1)
})

test('Funding by the operator is owed by nobody', () => {
  const x = new Bank(['ann'])
  const before = free(x.state, 'world', USDT)
  x.credits('world', 3_000_000n)
  expect([free(x.state, 'world', USDT) - before, x.rawOnChain(USDT)]).toEqual([usdt(3), 3_000_000n])
})

test('A surplus on the chain is booked to unclaimed to the raw unit, and not while the network is paused', () => {
  const x = new Bank(['ann'])
  const before = x.rawOnChain(BTC)
  const place = { network: NETWORK, stream: x.stream, through: 50n }
  const surplus = { type: 'book-surplus', ...place, currency: BTC, raw: 10n ** 18n + 7n } as const
  expect(x.result(surplus)).toBe('done')
  expect([free(x.state, 'unclaimed', BTC), x.rawOnChain(BTC) - before]).toEqual([usdt(1), 10n ** 18n + 7n])
  expect(unclaimedDeposits(x.state)).toEqual([])
  expect([x.result({ ...surplus, raw: 0n }), x.result({ ...surplus, currency: 99 as never })]).toEqual([
    'NETWORK_INVALID',
    'CURRENCY_NOT_FOUND',
  ])
  x.does({ type: 'set-network-paused', network: NETWORK, operator: null, reason: 'a deficit', paused: true })
  expect(x.result(surplus)).toBe('NETWORK_UNAVAILABLE')
})

test('What a surplus may contain is not credited when the chain is read again, and what comes later is', () => {
  const x = new Bank(['ann'])
  const place = { network: NETWORK, stream: x.stream }
  x.does({ type: 'book-surplus', ...place, through: 50n, currency: BTC, raw: 10n ** 18n })
  const before = x.freeOf('ann')
  expect(x.credits('ann', 5_000_000n, USDT, 50n)).toBe('done')
  expect([x.freeOf('ann'), positionOf(x.state, x.stream)]).toEqual([before, 50n])
  expect(x.credits('ann', 5_000_000n, USDT, 51n)).toBe('done')
  expect([x.freeOf('ann') - before, positionOf(x.state, x.stream)]).toEqual([usdt(5), 51n])
  x.does({ type: 'book-surplus', ...place, through: 10n, currency: BTC, raw: 1n })
  expect(positionOf(x.state, x.stream)).toBe(51n)
  expect(
    x.result({ type: 'book-surplus', ...place, stream: 'evm:other:1', through: 60n, currency: BTC, raw: 1n }),
  ).toBe('NETWORK_INVALID')
})

test('A paused network and a foreign stream credit nothing, and the deposit is credited later', () => {
  const x = new Bank(['ann'])
  const pause = { type: 'set-network-paused', network: NETWORK, operator: null, reason: 'a difference' } as const
  x.does({ ...pause, paused: true })
  expect(x.credits('ann', 3_000_000n, USDT, 10n)).toBe('NETWORK_UNAVAILABLE')
  x.does({ ...pause, paused: false })
  const credit = { position: 10n, txid: '0x', part: 0, currency: USDT, raw: 5n, to: 'ann', address: ADDRESS }
  expect(x.result({ type: 'credit-deposits', network: NETWORK, stream: 'evm:testnet:2', credits: [credit] })).toBe(
    'NETWORK_INVALID',
  )
  expect(
    x.result({ type: 'credit-deposits', network: NETWORK, stream: x.stream, credits: [{ ...credit, raw: 0n }] }),
  ).toBe('NETWORK_INVALID')
  expect([x.credits('ann', 3_000_000n, USDT, 10n), x.freeOf('ann')]).toEqual(['done', usdt(5_003)])
})

test('Deposit numbers are given once per user, without gaps, and only to accounts', () => {
  const x = new Bank(['ann', 'bob'])
  for (const user of ['ann', 'bob', 'ann']) x.does({ type: 'give-deposit-number', user })
  expect([...x.state.deposits.numbers]).toEqual([
    ['ann', 1],
    ['bob', 2],
  ])
  expect(x.result({ type: 'give-deposit-number', user: 'carl' })).toBe('ACCOUNT_NOT_FOUND')
})

test('A coin of a network keeps its contract and decimals, and invalid terms are refused', () => {
  const x = new Bank(['ann'])
  expect([x.sets({ ...TOKEN, decimals: 8 }), x.sets({ ...TOKEN, contract: ADDRESS })]).toEqual([
    'LISTING_CONFLICT',
    'LISTING_CONFLICT',
  ])
  for (const wrong of [
    { minWithdraw: TOKEN.withdrawFee },
    { withdrawFee: -1n as never },
    { maxWithdraw: usdt(4) },
    { minDeposit: 0n as never },
  ])
    expect(x.sets({ ...TOKEN, ...wrong })).toBe('NETWORK_INVALID')
  expect(x.sets({ ...TOKEN, notice: 'slow today' })).toBe('done')
  expect(x.sets({ ...GAS_ASSET, currency: 9 as never })).toBe('CURRENCY_NOT_FOUND')
})
