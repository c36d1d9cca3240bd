/** Random deposits and withdrawals against a chain of the test: what the books say is what the chain has. */

import { expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import { rawOfUnits } from '../../../src/contract/wallet/networks.ts'
import { type Event, type Payment, withdrawalsOf } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { Bank, BTC, NETWORK, TOKEN, USDT } from './bank.ts'

const USERS = ['ann', 'bob', 'cat']
const HOUR = 3_600_000

type Chain = {
  readonly has: Map<CurrencyId, bigint>
  /** Every transfer that was final, by position. */
  readonly transfers: { position: bigint; to: string; raw: bigint; currency: CurrencyId }[]
}

type Tally = { credited: Map<string, number>; outcomes: Map<number, string[]>; counts: Map<string, number> }

function run(seed: number, steps: number, tally: Tally): Bank {
  const dice = random(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(dice() * values.length)] as T
  const x = new Bank(USERS)
  const chain: Chain = { has: new Map(), transfers: [] }
  const change = (currency: CurrencyId, raw: bigint) => chain.has.set(currency, (chain.has.get(currency) ?? 0n) + raw)
  const note = (events: readonly Event[]): void => {
    for (const event of events) {
      tally.counts.set(event.type, (tally.counts.get(event.type) ?? 0) + 1)
      const key = 'txid' in event && 'position' in event ? `${seed}/${event.txid}` : undefined
      if (key !== undefined) tally.credited.set(key, (tally.credited.get(key) ?? 0) + 1)
      if (event.type === 'payment-settled' || event.type === 'payment-failed' || event.type === 'withdrawal-released')
        if (event.withdrawal !== null) {
          const id = seed * 1_000_000 + event.withdrawal
          tally.outcomes.set(id, [...(tally.outcomes.get(id) ?? []), event.type])
        }
    }
  }
  const does = (command: Parameters<Bank['does']>[0]): void => {
    x.does(command)
    note(x.events)
  }
  const mine = (): void => {
    const currency = pick([USDT, BTC])
    const raw = currency === USDT ? BigInt(1 + Math.floor(dice() * 5e7)) : BigInt(1 + Math.floor(dice() * 9e15)) * 13n
    const position = BigInt(chain.transfers.length + 1)
    chain.transfers.push({ position, to: pick([...USERS, 'unclaimed', 'world']), raw, currency })
    change(currency, raw)
  }
  /** Sends transfers again that were credited before. */
  const scan = (): void => {
    const from = Math.max(0, Math.floor(dice() * chain.transfers.length) - 3)
    const credits = chain.transfers
      .filter(({ position }) => position > (x.state.deposits.positions.get(x.stream) ?? 0n) - BigInt(from % 4))
      .map((transfer) => ({ ...transfer, txid: `tx-${transfer.position}`, part: 0, address: '0x' }))
    does({ type: 'credit-deposits', network: NETWORK, stream: x.stream, credits })
  }
  const finish = (payment: Payment): void => {
    const gas = BigInt(Math.floor(dice() * 1e13))
    const isPaid = dice() < 0.7
    change(BTC, -gas)
    const withdrawal =
      payment.purpose.kind === 'withdrawal' ? x.state.withdrawals.byId.get(payment.purpose.withdrawal) : undefined
    if (isPaid && withdrawal !== undefined)
      change(
        withdrawal.currency,
        -rawOfUnits((withdrawal.amount - withdrawal.fee) as never, withdrawal.currency === USDT ? TOKEN.decimals : 18),
      )
    const result = { payment: payment.id, txid: '0x', gas }
    const command = isPaid
      ? ({ type: 'settle-payment', ...result } as const)
      : ({ type: 'fail-payment', proof: 'reverted', ...result } as const)
    does(command)
    does(command)
  }
  for (let step = 0; step < steps; step++) {
    x.now += Math.floor(dice() * HOUR)
    const user = pick(USERS)
    const roll = dice()
    if (roll < 0.25) mine()
    else if (roll < 0.4) scan()
    else if (roll < 0.65) {
      x.requests(user, Math.floor(dice() * 200) / 2, { currency: pick([USDT, BTC]), isNew: dice() < 0.2 })
      note(x.events)
    } else if (roll < 0.8) {
      for (const withdrawal of withdrawalsOf(x.state, user as never).slice(-2)) {
        x.assigns(withdrawal)
        note(x.events)
      }
    } else if (roll < 0.9) for (const payment of [...x.state.payments.open.values()].slice(0, 2)) finish(payment)
    else
      for (const { id } of withdrawalsOf(x.state, user as never).slice(-1))
        does({ type: 'cancel-withdrawal', user, withdrawal: id })
  }
  scan()
  for (const currency of [USDT, BTC]) expect(x.rawOnChain(currency)).toBe(chain.has.get(currency) ?? 0n)
  expect(x.state.deposits.positions.get(x.stream)).toBe(BigInt(chain.transfers.length))
  return x
}

test('Each transfer is booked once, each withdrawal ends once, and the books equal the chain, in 150 random runs', () => {
  const tally: Tally = { credited: new Map(), outcomes: new Map(), counts: new Map() }
  for (let seed = 1; seed <= 150; seed++) run(seed, 150, tally)
  expect(Math.max(...tally.credited.values())).toBe(1)
  expect([...tally.outcomes.values()].filter((outcomes) => outcomes.length !== 1)).toEqual([])
  for (const type of ['deposit-credited', 'deposit-booked', 'payment-settled', 'payment-failed', 'withdrawal-released'])
    expect(tally.counts.get(type)).toBeGreaterThan(200)
}, 120_000)
