/** Random deposits, withdrawals and payments on an EVM and on a TON network, on which BTC pays the fees. */

import type { CurrencyId, NetworkId, PaymentId, ReturnId, UserId, WithdrawalId } from '../../src/contract/ids.ts'
import type { Units } from '../../src/contract/money.ts'
import { rawOfUnits } from '../../src/contract/wallet/networks.ts'
import type { Command, DepositReturn, State } from '../../src/engine/exchange.ts'
import type { Random } from './simulated-traders.ts'

const NETWORK = 1 as NetworkId
const TON = 2 as NetworkId
const TON_STREAM = 'ton:tonnet:1'
const MASTER = `0:${'b'.repeat(64)}`
const BY = { operator: 'simulation', reason: 'a random change' }
const TERMS = { deposits: 'open', withdrawals: 'open', notice: '' } as const

export const networkListings: readonly Command[] = [
  {
    type: 'list-network',
    operator: 'ops',
    reason: 'a test',
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
    operator: 'ops',
    reason: 'a test',
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

/** As reconciling ends the pauses of a restore. */
export const networkResumptions: readonly Command[] = [NETWORK, TON].map((network) => setPaused(network, false))

/** Ids are guessed among the last commands, so many commands are refused. With a `state`, half of the ids are in it. */
export function randomFundsCommand(dice: Random, user: UserId, id: string, lastSeq: number, state?: State): Command {
  const recent = (): number => Math.max(1, lastSeq - Math.floor(dice() * 60))
  const known = <Id extends number>(ids: Iterable<Id> = []): Id =>
    (dice() < 0.5 ? pick(dice, [...ids]) : undefined) ?? (recent() as Id)
  const payment = (): PaymentId => known(state?.payments.open.keys())
  const withdrawal = (): WithdrawalId => known(state?.withdrawals.byId.keys())
  const currency = (1 + Math.floor(dice() * 2)) as CurrencyId
  const commands: readonly (readonly [weight: number, command: () => Command])[] = [
    [2, () => ({ type: 'give-deposit-number', user })],
    [0.5, () => ({ type: 'begin-stream', network: NETWORK, position: BigInt(1 + Math.floor(dice() * 3)) })],
    [8, () => creditDeposits(dice, user, currency)],
    [5, () => creditOnTon(dice, user, currency, lastSeq)],
    [10, () => requestWithdrawal(dice, user, id, currency)],
    [8, () => assignPayment(dice, withdrawal(), currency, state)],
    [3, () => executePayment(dice, pick(dice, openOnTon(state)) ?? payment(), id)],
    [8, () => ({ type: 'settle-payment', payment: payment(), txid: id, gas: gas(dice) })],
    [3, () => failPayment(dice, payment())],
    [3, () => retryPayment(dice, payment())],
    [2, () => decidePayment(dice, pick(dice, openOnTon(state)) ?? payment())],
    [1, () => ({ type: 'skip-nonces', network: TON, wallet: 0, next: Math.floor(dice() * lastSeq), ...BY })],
    [2, () => returnUnclaimed(dice, lastSeq, state)],
    [1, () => ({ type: 'approve-return', return: recent() as ReturnId, signature: 'signed', ...BY })],
    [0.5, () => ({ type: 'cancel-return', return: recent() as ReturnId, ...BY })],
    [0.5, () => bookSurplus(dice, currency, lastSeq)],
    [3, () => ({ type: 'cancel-withdrawal', user, withdrawal: recent() as WithdrawalId })],
    [3, () => ({ type: 'approve-withdrawal', withdrawal: recent() as WithdrawalId, signature: null, ...BY })],
    [1, () => ({ type: 'reject-withdrawal', withdrawal: recent() as WithdrawalId, ...BY })],
    [1, () => ({ type: 'review-withdrawal', withdrawal: recent() as WithdrawalId, review: 'would_fail' })],
    [2, () => bookPayment(dice, user, currency, state)],
    [
      2,
      () => ({
        type: 'charge-payment',
        txid: pick(dice, [...(state?.withdrawals.found.keys() ?? [])]) ?? foundTxid(dice),
        user,
        ...BY,
      }),
    ],
    [1, () => setPaused(dice() < 0.5 ? NETWORK : TON, dice() < 0.3)],
    [1, () => ({ type: 'set-level', user, level: dice() < 0.7 ? 1 : 0, reason: 'simulated', ...decision(dice) })],
    [0.2, () => ({ type: 'close-generation', network: NETWORK, generation: 1 + Math.floor(dice() * 3) })],
  ]
  let roll = dice() * commands.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, command] of commands) {
    roll -= weight
    if (roll < 0) return command()
  }
  return { type: 'give-deposit-number', user }
}

const pick = <T>(dice: Random, from: readonly T[]): T | undefined => from[Math.floor(dice() * from.length)]
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

/** Some positions repeat. What own payments brought back, and fees of receiving, are booked to gas. */
function creditOnTon(dice: Random, user: UserId, currency: CurrencyId, lastSeq: number): Command {
  const position = tonPosition(dice, lastSeq)
  const to = ([user, user, 'unclaimed', 'world', 'gas'] as const)[Math.floor(dice() * 5)] ?? user
  const isCoin = isTonCoin(currency)
  const credit = {
    position: BigInt(position),
    txid: `ton-${position}`,
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
    stream: tonStream(currency),
    credits: [credit],
  }
}

/** Compared with the chain at an early position, so that most deposits come after it. */
function bookSurplus(dice: Random, currency: CurrencyId, lastSeq: number): Command {
  const place =
    dice() < 0.5
      ? { network: NETWORK, stream: 'evm:testnet:1', through: BigInt(lastSeq % 20) }
      : { network: TON, stream: tonStream(currency), through: BigInt(Math.floor(lastSeq / 20)) }
  return { type: 'book-surplus', ...place, currency, raw: gas(dice) }
}

const isTonCoin = (currency: CurrencyId): boolean => currency === 2
const tonStream = (currency: CurrencyId): string => (isTonCoin(currency) ? TON_STREAM : `${TON_STREAM}:${MASTER}`)

/** Coarse, so that a guess is often right. */
const tonPosition = (dice: Random, lastSeq: number): number => 5 + Math.floor(lastSeq / 20 - dice() * 4)

const openOnTon = (state?: State): PaymentId[] =>
  [...(state?.payments.open.values() ?? [])].filter(({ network }) => network === TON).map(({ id }) => id)

const executePayment = (dice: Random, payment: PaymentId, txid: string): Command => ({
  type: 'execute-payment',
  payment,
  txid,
  gas: gas(dice),
})

const decidePayment = (dice: Random, payment: PaymentId): Command => ({
  type: 'decide-payment',
  payment,
  decision: dice() < 0.5 ? 'arrived' : 'lost',
  ...BY,
})

const retryPayment = (dice: Random, payment: PaymentId): Command => ({
  type: 'retry-payment',
  payment,
  proof: dice() < 0.5 ? 'expired' : 'skipped',
  txid: null,
  gas: gas(dice),
})

function returnUnclaimed(dice: Random, lastSeq: number, state?: State): Command {
  const guess =
    dice() < 0.5
      ? { stream: 'evm:testnet:1', txid: `tx-${Math.floor(dice() * 200)}`, part: 0 }
      : { stream: TON_STREAM, txid: `ton-${tonPosition(dice, lastSeq)}`, part: 0 }
  const { stream, txid, part } = pick(dice, [...(state?.deposits.unclaimed.values() ?? [])]) ?? guess
  return { type: 'return-unclaimed', stream, txid, part, address: stream.startsWith('ton:') ? '0:' : '0x', ...BY }
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

function assignPayment(dice: Random, withdrawal: WithdrawalId, currency: CurrencyId, state?: State): Command {
  const waiting = dice() < 0.2 ? pick(dice, [...(state?.deposits.returns.values() ?? [])]) : undefined
  if (waiting !== undefined) return assignReturn(dice, waiting)
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

function assignReturn(dice: Random, { id, deposit, address, signature }: DepositReturn): Command {
  const { network, currency, amount } = deposit
  const isTon = network === TON
  const raw = rawOfUnits(amount, currency === 1 ? 6 : isTon ? 9 : 18)
  const purpose = { kind: 'return', return: id, currency, address, raw, signature } as const
  return { type: 'assign-payment', network, purpose, ...(isTon && { createdAt: Math.floor(dice() * 1e6) }) }
}

const foundTxid = (dice: Random): string => `found-${Math.floor(dice() * 20)}`

/** Mostly with the next nonce of the hot wallet. */
function bookPayment(dice: Random, user: UserId, currency: CurrencyId, state?: State): Command {
  const [network, to] = dice() < 0.7 ? ([NETWORK, '0x'] as const) : ([TON, '0:'] as const)
  const nonce = state?.payments.nextNonces.get(`${network}/0`) ?? Math.floor(dice() * 8)
  const raw = BigInt(1 + Math.floor(dice() * 3e6)) * (currency === 1 ? 1n : 10n ** 9n)
  const transfer = { currency, raw, to, ...(network === TON && { memo: 'order 7' }) }
  const place = { network, wallet: 0, nonce, txid: foundTxid(dice), gas: gas(dice) } as const
  return { type: 'book-payment', ...place, transfer, user: dice() < 0.3 ? user : null, ...BY }
}

const failPayment = (dice: Random, payment: PaymentId): Command => ({
  type: 'fail-payment',
  payment,
  proof: dice() < 0.5 ? 'reverted' : 'replaced',
  txid: null,
  gas: gas(dice),
})

function setPaused(network: NetworkId, paused: boolean): Command {
  return { type: 'set-network-paused', network, paused, operator: null, reason: 'simulated' }
}

/** Of an operator, or one of the identity provider that may be an old one. */
const decision = (dice: Random) =>
  dice() < 0.5 ? { operator: 'ops' } : ({ operator: null, decidedAt: Math.floor(dice() * 1_000) } as const)
