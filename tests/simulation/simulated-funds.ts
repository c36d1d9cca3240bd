/** Random deposits, withdrawals and payments on an EVM and on a TON network, on which BTC pays the fees. */

import type { CurrencyId, NetworkId, PaymentId, ReturnId, UserId, WithdrawalId } from '../../src/contract/ids.ts'
import type { Units } from '../../src/contract/money.ts'
import type { Command } from '../../src/engine/exchange.ts'
import type { Random } from './simulated-traders.ts'

const NETWORK = 1 as NetworkId
const TON = 2 as NetworkId
const MASTER = `0:${'b'.repeat(64)}`
const BY = { operator: 'simulation', reason: 'a random change' }
const TERMS = { deposits: 'open', withdrawals: 'open', notice: '' } as const

export const networkListings: readonly Command[] = [
  {
    type: 'list-network',
    network: { id: NETWORK, code: 'testnet', name: 'Testnet', kind: 'evm', chainId: 5, gasCurrency: 2 as CurrencyId },
  },
  ...([2, 1] as CurrencyId[]).map(
    (currency): Command => ({
      type: 'set-network-asset',
      network: NETWORK,
      asset: {
        currency,
        contract: currency === 1 ? `0x${'1'.repeat(40)}` : null,
        decimals: currency === 1 ? 6 : 18,
        minDeposit: 1_000n as Units,
        withdrawFee: 1_000n as Units,
        minWithdraw: 2_000n as Units,
        maxWithdraw: (100n * 10n ** 8n) as Units,
        ...TERMS,
      },
      ...BY,
    }),
  ),
  {
    type: 'list-network',
    network: { id: TON, code: 'tonnet', name: 'Tonnet', kind: 'ton', chainId: -5, gasCurrency: 2 as CurrencyId },
  },
  ...([2, 1] as CurrencyId[]).map(
    (currency): Command => ({
      type: 'set-network-asset',
      network: TON,
      asset: {
        currency,
        contract: currency === 1 ? MASTER : null,
        decimals: currency === 1 ? 6 : 9,
        minDeposit: 1_000n as Units,
        withdrawFee: 1_000n as Units,
        minWithdraw: 2_000n as Units,
        maxWithdraw: (100n * 10n ** 8n) as Units,
        ...TERMS,
      },
      ...BY,
    }),
  ),
]

/** Ids are guessed among the last commands, so some commands are refused. */
export function randomFundsCommand(dice: Random, user: UserId, id: string, lastSeq: number): Command {
  const recent = (): number => Math.max(1, lastSeq - Math.floor(dice() * 60))
  const currency = (1 + Math.floor(dice() * 2)) as CurrencyId
  const commands: readonly (readonly [weight: number, command: () => Command])[] = [
    [2, () => ({ type: 'give-deposit-number', user })],
    [8, () => creditDeposits(dice, user, currency)],
    [5, () => creditOnTon(dice, user, currency)],
    [10, () => requestWithdrawal(dice, user, id, currency)],
    [8, () => assignPayment(dice, recent() as WithdrawalId, currency)],
    [8, () => ({ type: 'settle-payment', payment: recent() as PaymentId, txid: id, gas: gas(dice) })],
    [3, () => failPayment(dice, recent() as PaymentId)],
    [3, () => retryPayment(dice, recent() as PaymentId)],
    [1, () => returnUnclaimed(dice)],
    [1, () => ({ type: 'approve-return', return: recent() as ReturnId, signature: 'signed', ...BY })],
    [0.5, () => ({ type: 'cancel-return', return: recent() as ReturnId, ...BY })],
    [0.5, () => ({ type: 'book-surplus', network: dice() < 0.5 ? NETWORK : TON, currency, raw: gas(dice) })],
    [3, () => ({ type: 'cancel-withdrawal', user, withdrawal: recent() as WithdrawalId })],
    [3, () => ({ type: 'approve-withdrawal', withdrawal: recent() as WithdrawalId, signature: null, ...BY })],
    [1, () => ({ type: 'reject-withdrawal', withdrawal: recent() as WithdrawalId, ...BY })],
    [1, () => ({ type: 'review-withdrawal', withdrawal: recent() as WithdrawalId, review: 'would_fail' })],
    [1, () => setPaused(dice() < 0.5 ? NETWORK : TON, dice() < 0.3)],
    [1, () => ({ type: 'set-level', user, level: dice() < 0.7 ? 1 : 0, operator: null, reason: 'simulated' })],
    [0.2, () => ({ type: 'close-generation', network: NETWORK, generation: 1 + Math.floor(dice() * 3) })],
  ]
  let roll = dice() * commands.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, command] of commands) {
    roll -= weight
    if (roll < 0) return command()
  }
  return { type: 'give-deposit-number', user }
}

const gas = (dice: Random): bigint => BigInt(Math.floor(dice() * 1e12))

/** Positions repeat, and most are of the first generation. */
function creditDeposits(dice: Random, user: UserId, currency: CurrencyId): Command {
  const first = Math.floor(dice() * 200)
  const to = ([user, user, user, 'unclaimed', 'world'] as const)[Math.floor(dice() * 5)] ?? user
  const credits = [0, 1].map((step) => ({
    position: BigInt(1 + first + step),
    txid: `tx-${first + step}`,
    part: 0,
    currency,
    raw: currency === 1 ? BigInt(1 + Math.floor(dice() * 3e6)) : BigInt(1 + Math.floor(dice() * 9e15)) * 77n,
    to,
    address: '0x',
  }))
  return { type: 'credit-deposits', network: NETWORK, stream: `evm:testnet:${dice() < 0.8 ? 1 : 2}`, credits }
}

/** What own payments brought back, and fees of receiving, are booked to gas. */
function creditOnTon(dice: Random, user: UserId, currency: CurrencyId): Command {
  const first = Math.floor(dice() * 300)
  const to = ([user, user, 'unclaimed', 'world', 'gas'] as const)[Math.floor(dice() * 5)] ?? user
  const isCoin = currency === 2
  const credit = {
    position: BigInt(1 + first),
    txid: `ton-${first}`,
    part: 0,
    currency,
    raw: BigInt(Math.floor(dice() * 3e6)),
    to: to === 'gas' && !isCoin ? ('unclaimed' as const) : to,
    address: '0:',
    ...(isCoin && { fee: BigInt(Math.floor(dice() * 1e6)) }),
  }
  return {
    type: 'credit-deposits',
    network: TON,
    stream: `ton:tonnet:1${isCoin ? '' : `:${MASTER}`}`,
    credits: [credit],
  }
}

const retryPayment = (dice: Random, payment: PaymentId): Command => ({
  type: 'retry-payment',
  payment,
  proof: dice() < 0.5 ? 'expired' : 'skipped',
  txid: null,
  gas: gas(dice),
})

function returnUnclaimed(dice: Random): Command {
  const position = Math.floor(dice() * 200)
  const place = { stream: 'evm:testnet:1', txid: `tx-${position}`, part: 0 }
  return { type: 'return-unclaimed', ...place, address: '0x', ...BY }
}

const requestWithdrawal = (dice: Random, user: UserId, clientId: string, currency: CurrencyId): Command => ({
  type: 'request-withdrawal',
  user,
  clientId,
  ...(dice() < 0.7 ? { network: NETWORK, address: '0x' } : { network: TON, address: '0:', memo: 'order 7' }),
  currency,
  amount: (BigInt(Math.floor(dice() * 40_000)) * 100n) as Units,
  isNewAddress: dice() < 0.3,
  review: dice() < 0.2 ? 'similar_address' : null,
})

function assignPayment(dice: Random, withdrawal: WithdrawalId, currency: CurrencyId): Command {
  const number = 1 + Math.floor(dice() * 3)
  const raw = BigInt(1 + Math.floor(dice() * 1e9))
  const roll = dice()
  const purpose =
    roll < 0.8
      ? ({ kind: 'withdrawal', withdrawal } as const)
      : roll < 0.9
        ? ({ kind: 'sweep', from: number, currency, raw } as const)
        : ({ kind: 'gas', to: number, raw } as const)
  if (dice() < 0.7) return { type: 'assign-payment', network: NETWORK, purpose }
  const onTon = purpose.kind === 'gas' ? ({ kind: 'deploy' } as const) : purpose
  return { type: 'assign-payment', network: TON, purpose: onTon, createdAt: Math.floor(dice() * 1e6) }
}

const failPayment = (dice: Random, payment: PaymentId): Command => ({
  type: 'fail-payment',
  payment,
  proof: dice() < 0.5 ? 'reverted' : 'replaced',
  txid: null,
  gas: gas(dice),
})

const setPaused = (network: NetworkId, paused: boolean): Command => ({
  type: 'set-network-paused',
  network,
  paused,
  operator: null,
  reason: 'simulated',
})
