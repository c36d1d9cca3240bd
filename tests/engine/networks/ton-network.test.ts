/** Networks on TON: streams by coin, fees of receiving, nonces with gaps, and payments that are made again. */

import { beforeEach, describe, expect, test } from 'vitest'
import type { NetworkId, UserId } from '../../../src/contract/ids.ts'
import type { Units } from '../../../src/contract/money.ts'
import { rawOfUnits } from '../../../src/contract/wallet/networks.ts'
import {
  assertInvariants,
  type Credit,
  chainOwner,
  depositReturns,
  free,
  held,
  jettonStreamOf,
  type Payment,
  streamOf,
  unclaimedDeposits,
  type Withdrawal,
} from '../../../src/engine/exchange.ts'
import { networkOf } from '../../../src/engine/networks/views.ts'
import { Exchange } from '../exchange.ts'
import { BTC, BY, GAS_ASSET, TOKEN, USDT, usdt } from '../withdrawals/bank.ts'

const TON = 2 as NetworkId
const MASTER = `0:${'b'.repeat(64)}`
const RECEIVER = `0:${'c'.repeat(64)}`
const ANN = 'ann' as UserId

let bank: Exchange
let stream: string
let jettons: string

const network = { id: TON, code: 'ton', name: 'TON', kind: 'ton', chainId: -31_338, gasCurrency: BTC } as const
const result = (command: Parameters<Exchange['does']>[0]): string => {
  const answer = bank.does(command)
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}
const listed = () => {
  const info = networkOf(bank.state, TON)
  if (info === undefined) throw new Error('the network is not listed')
  return info
}

beforeEach(() => {
  bank = new Exchange({ ann: { USDT: 5_000, BTC: 10 }, bob: { USDT: 5_000 } })
  bank.does({ type: 'list-network', network, ...BY })
  for (const asset of [
    { ...GAS_ASSET, decimals: 9 },
    { ...TOKEN, contract: MASTER },
  ])
    bank.does({ type: 'set-network-asset', network: TON, asset, ...BY })
  stream = streamOf(listed())
  jettons = jettonStreamOf(listed(), MASTER)
})

describe('The listing of a TON network', () => {
  test('needs a negative chain id, 9 decimals for its coin, and raw addresses as contracts', () => {
    expect(
      result({ type: 'list-network', network: { ...network, id: 3 as NetworkId, code: 'x', chainId: 5 }, ...BY }),
    ).toBe('NETWORK_INVALID')
    for (const change of [{ decimals: 18 }, { contract: `0x${'1'.repeat(40)}` }])
      expect(
        result({ type: 'set-network-asset', network: TON, asset: { ...GAS_ASSET, decimals: 9, ...change }, ...BY }),
      ).not.toBe('done')
    expect([stream, jettons]).toEqual(['ton:ton:1', `ton:ton:1:${MASTER}`])
  })
})

describe('Deposits on TON', () => {
  const credit = (position: bigint, changes: Partial<Credit>): Credit => ({
    position,
    txid: `0x${position}`,
    part: 0,
    currency: BTC,
    raw: 1_234_567_899n,
    to: ANN,
    address: RECEIVER,
    ...changes,
  })
  const credits = (at: string, ...items: Credit[]): string =>
    result({ type: 'credit-deposits', network: TON, stream: at, credits: items })
  const onChain = (): bigint => rawOfUnits(-free(bank.state, chainOwner('ton'), BTC) as Units, 9) + listed().dust(BTC)

  test('credit the whole amount to the user and the fee of receiving it to gas, exact to the last raw unit', () => {
    const before = free(bank.state, ANN, BTC)
    expect(credits(stream, credit(10n, { fee: 123_456n }))).toBe('done')
    expect(free(bank.state, ANN, BTC) - before).toBe(123_456_789n)
    expect(onChain()).toBe(1_234_567_899n - 123_456n)
    credits(stream, credit(11n, { to: 'gas', raw: 0n, fee: 7n }), credit(12n, { to: 'gas', raw: 49_999_999n }))
    expect(onChain()).toBe(1_234_567_899n - 123_456n - 7n + 49_999_999n)
    expect(free(bank.state, 'gas', BTC)).toBe(4_999_999n - 12_345n)
    assertInvariants(bank.state)
  })

  test('are refused in the stream of another coin, with a negative fee, or without an amount', () => {
    expect(credits(jettons, credit(10n, {}))).toBe('NETWORK_INVALID')
    expect(credits(stream, credit(10n, { currency: USDT }))).toBe('NETWORK_INVALID')
    expect(credits(jettons, credit(10n, { currency: USDT, raw: 5_000_000n }))).toBe('done')
    expect(credits(stream, credit(10n, { fee: -1n }))).toBe('NETWORK_INVALID')
    expect(credits(stream, credit(10n, { raw: 0n }))).toBe('NETWORK_INVALID')
  })

  test('are credited once per position of their stream', () => {
    credits(jettons, credit(10n, { currency: USDT, raw: 5_000_000n }))
    credits(jettons, credit(10n, { currency: USDT, raw: 5_000_000n }))
    credits(stream, credit(9n, {}))
    expect(free(bank.state, ANN, USDT)).toBe(usdt(5_005))
    expect(free(bank.state, ANN, BTC)).toBe(usdt(10) + 123_456_789n)
  })
})

describe('Payments on TON', () => {
  function opens(memo?: string, currency = USDT, amount = 100): Withdrawal {
    const answer = bank.does({
      type: 'request-withdrawal',
      user: ANN,
      clientId: `id-${bank.state.seq}`,
      network: TON,
      currency,
      address: RECEIVER,
      ...(memo !== undefined && { memo }),
      amount: usdt(amount),
      isNewAddress: false,
      review: null,
    })
    if (answer.type !== 'withdrawal') throw new Error(JSON.stringify(answer))
    return answer.withdrawal
  }
  const assign = (withdrawal: Withdrawal, changes: { paidWith?: number; createdAt?: number } = { createdAt: 1_000 }) =>
    bank.does({
      type: 'assign-payment',
      network: TON,
      purpose: { kind: 'withdrawal', withdrawal: withdrawal.id },
      ...changes,
    })
  function pays(withdrawal: Withdrawal): Payment {
    const answer = assign(withdrawal)
    if (answer.type !== 'payment') throw new Error(JSON.stringify(answer))
    return answer.payment
  }
  const retry = (payment: Payment, proof: 'expired' | 'skipped'): string =>
    result({ type: 'retry-payment', payment: payment.id, proof, txid: null, gas: 2_000n })
  const now = ({ id }: Withdrawal) => bank.state.withdrawals.byId.get(id)

  test('need the time of the chain, and the same withdrawal gets the same payment again', () => {
    const withdrawal = opens()
    expect(assign(withdrawal, {}).type).toBe('refused')
    const payment = pays(withdrawal)
    expect(payment).toMatchObject({ nonce: 0, createdAt: 1_000 })
    expect(pays(withdrawal)).toEqual(payment)
  })

  test('A memo belongs to the withdrawal, and a repeated request with another memo is refused', () => {
    const withdrawal = opens('7001234567')
    expect(withdrawal.memo).toBe('7001234567')
    const { user, clientId, network: id, currency, address, amount } = withdrawal
    const request = { user, clientId, network: id, currency, address, amount, isNewAddress: false, review: null }
    expect(result({ type: 'request-withdrawal', ...request, memo: '7001234567' })).toBe('withdrawal')
    expect(result({ type: 'request-withdrawal', ...request })).toBe('CLIENT_ID_REUSED')
  })

  test('An expired payment is made again with another nonce, and the amount stays held', () => {
    const withdrawal = opens()
    const first = pays(withdrawal)
    expect(retry(first, 'expired')).toBe('done')
    expect(now(withdrawal)).toMatchObject({ status: 'approved', payment: null })
    expect(held(bank.state, ANN, USDT)).toBe(usdt(100))
    const second = pays(withdrawal)
    expect([second.nonce, second.id === first.id]).toEqual([1, false])
    expect(retry(first, 'expired')).toBe('done')
    expect(now(withdrawal)?.payment).toBe(second.id)
    result({ type: 'settle-payment', payment: second.id, txid: '0xpaid', gas: 5_000n })
    expect(now(withdrawal)?.status).toBe('settled')
    expect(held(bank.state, ANN, USDT)).toBe(0n)
    assertInvariants(bank.state)
  })

  test('A second payment that sends nothing waits for an operator, and an approval makes a third one', () => {
    const withdrawal = opens()
    retry(pays(withdrawal), 'skipped')
    expect(now(withdrawal)?.status).toBe('approved')
    retry(pays(withdrawal), 'skipped')
    expect(now(withdrawal)).toMatchObject({ status: 'review', review: 'would_fail', skips: 2 })
    bank.does({ type: 'approve-withdrawal', withdrawal: withdrawal.id, signature: null, ...BY })
    expect(pays(withdrawal).nonce).toBe(2)
  })

  test('A payment that was made before a restore keeps its nonce, also with nonces missing before it', () => {
    const answer = assign(opens(), { paidWith: 7, createdAt: 1_000 })
    expect(answer).toMatchObject({ type: 'payment', payment: { nonce: 7 } })
    expect(pays(opens()).nonce).toBe(8)
    const booking = { type: 'book-payment', network: TON, wallet: 0, txid: '0x1', gas: 3n, user: null, ...BY } as const
    expect(result({ ...booking, nonce: 12, transfer: null })).toBe('done')
    expect(pays(opens()).nonce).toBe(13)
  })

  describe('An operator decides about jettons that neither arrived nor came back:', () => {
    const decide = ({ id }: Payment, decision: 'arrived' | 'lost'): string =>
      result({ type: 'decide-payment', payment: id, decision, ...BY })
    const execute = ({ id }: Payment, gas: bigint): string =>
      result({ type: 'execute-payment', payment: id, txid: '0x1', gas })
    const jettonsOnChain = (): bigint => rawOfUnits(-free(bank.state, chainOwner('ton'), USDT) as Units, 6)

    test('if they arrived, the withdrawal is settled, and a second decision is refused', () => {
      const withdrawal = opens()
      const payment = pays(withdrawal)
      const before = jettonsOnChain()
      execute(payment, 7_000n)
      expect([decide(payment, 'arrived'), decide(payment, 'lost')]).toEqual(['done', 'PAYMENT_NOT_FOUND'])
      expect([now(withdrawal)?.status, before - jettonsOnChain()]).toEqual(['settled', 99_000_000n])
      expect([free(bank.state, ANN, USDT), held(bank.state, ANN, USDT)]).toEqual([usdt(4_900), 0n])
      assertInvariants(bank.state)
    })

    test('if they are lost, the user gets the amount back and the exchange bears what left the chain', () => {
      const withdrawal = opens()
      const payment = pays(withdrawal)
      const [before, world] = [jettonsOnChain(), free(bank.state, 'world', USDT)]
      execute(payment, 7_000n)
      expect([decide(payment, 'lost'), decide(payment, 'arrived')]).toEqual(['done', 'PAYMENT_NOT_FOUND'])
      expect([now(withdrawal)?.status, before - jettonsOnChain()]).toEqual(['returned', 99_000_000n])
      expect([free(bank.state, ANN, USDT), held(bank.state, ANN, USDT)]).toEqual([usdt(5_000), 0n])
      expect(world - free(bank.state, 'world', USDT)).toBe(usdt(99))
      assertInvariants(bank.state)
    })

    test('the fee is booked once, when the message was executed, and the payment is not made again', () => {
      const payment = pays(opens())
      const gas = (): bigint => free(bank.state, 'gas', BTC)
      expect(decide(payment, 'lost')).toBe('PAYMENT_REFUSED')
      const before = gas()
      expect([execute(payment, 70_000_000n), execute(payment, 90_000_000n)]).toEqual(['done', 'done'])
      expect(before - gas()).toBe(7_000_000n)
      const settle = { type: 'settle-payment', payment: payment.id, txid: '0x1' } as const
      expect([result({ ...settle, gas: 1n }), retry(payment, 'expired')]).toEqual([
        'PAYMENT_REFUSED',
        'PAYMENT_REFUSED',
      ])
      expect([result({ ...settle, gas: 0n }), before - gas()]).toEqual(['done', 7_000_000n])
      expect([execute(payment, 5n), before - gas()]).toEqual(['done', 7_000_000n])
      assertInvariants(bank.state)
    })

    test('a payment of coins, a deployment and an unknown payment are refused, because their results are on the chain', () => {
      const deploy = { type: 'assign-payment', network: TON, purpose: { kind: 'deploy' }, createdAt: 1_000 } as const
      const answer = bank.does(deploy)
      if (answer.type !== 'payment') throw new Error(answer.type)
      expect([execute(answer.payment, 1n), decide(answer.payment, 'lost')]).toEqual([
        'PAYMENT_REFUSED',
        'PAYMENT_REFUSED',
      ])
      const coins = pays(opens(undefined, BTC, 1))
      expect([execute(coins, 1n), decide(coins, 'arrived')]).toEqual(['PAYMENT_REFUSED', 'PAYMENT_REFUSED'])
      const unknown = { ...coins, id: 99_999 as Payment['id'] }
      expect([execute(unknown, 1n), decide(unknown, 'lost')]).toEqual(['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_FOUND'])
    })
  })

  test('Numbers that only the signer used are skipped on a paused network, and the next number never becomes lower', () => {
    const skip = { type: 'skip-nonces', network: TON, wallet: 0, next: 5, ...BY } as const
    const pause = { type: 'set-network-paused', network: TON, ...BY } as const
    expect(result(skip)).toBe('PAYMENT_REFUSED')
    bank.does({ ...pause, paused: true })
    expect([result(skip), result(skip), result({ ...skip, next: 2 })]).toEqual(['done', 'done', 'done'])
    expect([result({ ...skip, next: 1.5 }), result({ ...skip, wallet: 1 })]).toEqual([
      'PAYMENT_REFUSED',
      'PAYMENT_REFUSED',
    ])
    bank.does({ ...pause, paused: false })
    expect(pays(opens()).nonce).toBe(5)
  })

  test('An unclaimed deposit is returned by a payment with a time, and one that expires gets another number', () => {
    const credit = { position: 9n, txid: 'ab', part: 0, currency: USDT, raw: 30_000_000n, address: RECEIVER } as const
    const credits = [{ ...credit, to: 'unclaimed' as const }]
    result({ type: 'credit-deposits', network: TON, stream: jettons, credits })
    const begin = { type: 'return-unclaimed', stream: jettons, txid: 'ab', part: 0, address: RECEIVER, ...BY } as const
    expect([result(begin), result(begin)]).toEqual(['done', 'DEPOSIT_NOT_FOUND'])
    const [known] = depositReturns(bank.state)
    const purpose = { kind: 'return', return: known?.id, currency: USDT, address: RECEIVER, raw: 30_000_000n } as const
    const paysReturn = (): Payment => {
      const terms = { ...purpose, signature: null } as never
      const answer = bank.does({ type: 'assign-payment', network: TON, purpose: terms, createdAt: 1_000 })
      if (answer.type !== 'payment') throw new Error(JSON.stringify(answer))
      return answer.payment
    }
    const first = paysReturn()
    expect(retry(first, 'expired')).toBe('done')
    const second = paysReturn()
    expect([first.nonce, second.nonce]).toEqual([0, 1])
    result({ type: 'settle-payment', payment: second.id, txid: '0x2', gas: 5_000n })
    expect([free(bank.state, 'unclaimed', USDT), free(bank.state, chainOwner('ton'), USDT)]).toEqual([0n, 0n])
    expect([depositReturns(bank.state), unclaimedDeposits(bank.state)]).toEqual([[], []])
    assertInvariants(bank.state)
  })

  test('There are no sweeps, and the hot wallet is deployed by one payment at a time', () => {
    const deploy = { type: 'assign-payment', network: TON, purpose: { kind: 'deploy' }, createdAt: 1_000 } as const
    bank.does({ type: 'give-deposit-number', user: ANN })
    const sweep = { kind: 'sweep', from: 1, currency: USDT, raw: 5n } as const
    expect(result({ ...deploy, purpose: sweep })).toBe('PAYMENT_REFUSED')
    expect(result(deploy)).toBe('payment')
    expect(result(deploy)).toBe('PAYMENT_REFUSED')
  })

  test('On an EVM network, payments have no time and are never made again', () => {
    const evm = { id: 5 as NetworkId, code: 'evm', name: 'EVM', kind: 'evm', chainId: 5, gasCurrency: BTC } as const
    bank.does({ type: 'list-network', network: evm, ...BY })
    bank.does({ type: 'set-network-asset', network: evm.id, asset: GAS_ASSET, ...BY })
    const purpose = { kind: 'deploy' } as const
    expect(result({ type: 'assign-payment', network: evm.id, purpose })).toBe('PAYMENT_REFUSED')
    expect(result({ type: 'assign-payment', network: evm.id, purpose, createdAt: 5 })).toBe('PAYMENT_REFUSED')
  })
})
