/** What happens outside of the exchange on TON: deposits in many forms, attacks, and requests of users. */

import { beginCell, type Cell } from '@ton/core'
import { memoOf } from '../../../src/chains/ton/memo.ts'
import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../src/contract/money.ts'
import { type AssetTerms, PLAY_TON_CHAIN_ID } from '../../../src/contract/wallet/networks.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import { BY, openRequests } from '../funds/requests.ts'
import { USERS } from '../funds/simulated-users.ts'
import type { Random } from '../simulated-traders.ts'
import { type Expected, jettonWalletOf, MASTER, type SimulatedTon } from './simulated-ton.ts'
import { bouncedBody, comment, EMPTY, excesses, internalTransfer, notification, TRANSFER } from './ton-bodies.ts'

export const USDT = 1 as CurrencyId
export const TON_COIN = 2 as CurrencyId
export const TREASURY = `0:${'7e'.repeat(32)}`
const STRANGER = `0:${'5a'.repeat(32)}`
const NANO = 10n ** 9n
const OPEN_NUMBERS = 50

const units = (amount: string): Units => parseUnits(amount) as Units
const common = { deposits: 'open', withdrawals: 'open', notice: '' } as const
const coinAsset: AssetTerms = {
  ...common,
  currency: TON_COIN,
  contract: null,
  decimals: 9,
  minDeposit: units('0.1'),
  withdrawFee: units('0.05'),
  minWithdraw: units('0.2'),
  maxWithdraw: units('50000'),
}
const jettonAsset: AssetTerms = {
  ...common,
  currency: USDT,
  contract: MASTER,
  decimals: 6,
  minDeposit: units('1'),
  withdrawFee: units('0.5'),
  minWithdraw: units('2'),
  maxWithdraw: units('50000'),
}
export const MIN_DEPOSITS = { coin: NANO / 10n, jetton: 1_000_000n } as const

export function tonListings(): readonly Command[] {
  const coins = [
    { id: USDT, symbol: 'USDT', name: 'Tether', decimals: 8 },
    { id: TON_COIN, symbol: 'TON', name: 'Toncoin', decimals: 8 },
  ]
  const network = { id: TON, code: 'ton', name: 'TON', kind: 'ton', chainId: PLAY_TON_CHAIN_ID } as const
  const large = (10n ** 18n) as Units
  const limits = { daily: [large, large], automatic: large, newAddresses: large, hourlyPerCoin: large } as const
  const grants = coins.map(({ id: currency }) => ({ currency, amount: units('3000') }))
  const account = { kind: 'user', referralCode: null, referrer: null, grants } as const
  return [
    ...coins.map((currency) => ({ type: 'list-currency', ...BY, currency }) as const),
    { type: 'list-network', network: { ...network, gasCurrency: TON_COIN }, ...BY },
    { type: 'set-network-asset', network: TON, asset: coinAsset, ...BY },
    { type: 'set-network-asset', network: TON, asset: jettonAsset, ...BY },
    { type: 'set-withdrawal-limits', limits, ...BY },
    ...USERS.map((user) => ({ type: 'open-account', user, ...account }) as const),
    ...USERS.map((user) => ({ type: 'give-deposit-number', user }) as const),
  ]
}

/** Numbers are given in the order of the commands, from 1 on. */
const memoOfUser = (user: UserId): string => memoOf(USERS.indexOf(user) + 1)

/** The comment in two cells. */
const snake = (text: string): Cell =>
  beginCell()
    .storeUint(0, 32)
    .storeBuffer(Buffer.from(text.slice(0, 3)))
    .storeRef(beginCell().storeBuffer(Buffer.from(text.slice(3))))
    .endCell()

type Form = readonly [name: string, make: (memo: string) => Cell]
const VALID: readonly Form[] = [
  ['with a memo', (memo) => comment(memo)],
  ['with spaces around the memo', (memo) => comment(`  ${memo} `)],
  ['with a memo in two cells', snake],
]
const INVALID: readonly Form[] = [
  ['without a comment', () => EMPTY],
  ['with a wrong digit', (memo) => comment(memo.slice(0, 9) + ((Number(memo[9]) + 1) % 10))],
  ['with a digit too many', (memo) => comment(`${memo}0`)],
  ['with a line feed', (memo) => comment(`${memo}\n`)],
  [
    'with full-width digits',
    (memo) => comment([...memo].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')),
  ],
  ['with bytes that are no text', (memo) => comment(Buffer.concat([Buffer.from(memo), Buffer.from([0xff])]))],
  [
    'with an encrypted comment',
    (memo) => beginCell().storeUint(0x2167da4b, 32).storeBuffer(Buffer.from(memo)).endCell(),
  ],
  ['with the memo of a number that no user has', () => comment(memoOf(USERS.length + OPEN_NUMBERS))],
]

export type TonUsers = ReturnType<typeof tonUsers>

/** `hasSilent`: some receivers get jettons without an answer. `paymentIds`: those that an attacker may guess. */
export function tonUsers(
  dice: Random,
  chain: SimulatedTon,
  count: (name: string) => void,
  { hasSilent, paymentIds }: { readonly hasSilent: boolean; readonly paymentIds: () => readonly number[] },
) {
  const asked = openRequests(dice, count)
  const receivers: string[] = []
  const answering: string[] = []
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T
  const below = (limit: number): bigint => BigInt(1 + Math.floor(dice() * limit))
  const { hot, hotJetton } = chain

  function send(name: string, to: string, value: bigint, body: Cell, expected?: Expected, from = STRANGER): void {
    count(name)
    chain.deliver({ from, to, value, bounce: dice() < 0.5, bounced: false, body }, expected)
  }

  /** From the jetton wallet of `from`. */
  function sendJettons(
    name: string,
    amount: bigint,
    payload: Cell | null,
    expected: Expected,
    from = STRANGER,
    queryId = 1n,
  ): void {
    const responseTo = dice() < 0.2 ? hot : from
    const forwardAmount = dice() < 0.5 ? 0n : 1n
    const body = internalTransfer({ queryId, amount, from, responseTo, forwardAmount, payload }, dice() < 0.5)
    send(name, hotJetton, NANO / 20n, body, expected, chain.open(from))
  }

  function newReceiver(): string {
    const address = `0:${(receivers.length + 1).toString(16).padStart(8, '0')}${'e1'.repeat(28)}`
    receivers.push(address)
    const roll = dice()
    const silent = roll < 0.1 ? 'is silent' : 'loses'
    const behaviour = roll < 0.06 ? 'bounces' : hasSilent && roll < 0.14 ? silent : 'answers'
    chain.open(address, behaviour)
    // Where jettons come back, an answer that is forged in time settles their payment (decision 106).
    if (behaviour === 'answers' || behaviour === 'bounces') answering.push(address)
    return address
  }

  /** Each looks like the result of a payment, or like a deposit, and is none. */
  function attack(): void {
    const queryId = BigInt(dice() < 0.8 && paymentIds().length > 0 ? pick(paymentIds().slice(-4)) : 1)
    const forged = internalTransfer({
      queryId,
      amount: 10n ** 9n,
      from: STRANGER,
      responseTo: hot,
      forwardAmount: 1n,
      payload: comment(memoOfUser(pick(USERS))),
    })
    const order = beginCell().storeUint(TRANSFER, 32).storeUint(queryId, 64).storeCoins(1).endCell()
    const value = below(200_000_000)
    const receiver = answering.at(-1 - Math.floor(dice() * 4))
    const attacks: readonly (() => void)[] = [
      () => send('attacks: forged answers', hot, value, excesses(queryId)),
      () =>
        send(
          'attacks: forged notifications',
          hot,
          value,
          notification(queryId, 10n ** 9n, STRANGER),
          small('coin', value, 'unclaimed'),
        ),
      () =>
        send('attacks: bodies of bounced messages', hot, value, bouncedBody(order), small('coin', value, 'unclaimed')),
      () => send('attacks: forged jettons', hotJetton, value, forged),
      () => send('attacks: coins to the jetton wallet', hotJetton, value, comment(memoOfUser(pick(USERS)))),
      () => send('attacks: orders to the jetton wallet', hotJetton, value, order),
      () => sendJettons('attacks: dust of jettons', 1n, EMPTY, undefined, STRANGER, queryId),
      () => send('attacks: dust', hot, below(1_000), EMPTY),
      () => receiver !== undefined && answerOf(receiver, queryId),
    ]
    pick(attacks)()
  }

  /** The true jetton wallet of the receiver answers to the exchange, for jettons that the attacker sent. */
  function answerOf(receiver: string, queryId: bigint): void {
    chain.answered.add(queryId)
    const body = internalTransfer({
      queryId,
      amount: 1n,
      from: STRANGER,
      responseTo: hot,
      forwardAmount: 0n,
      payload: null,
    })
    send(
      'attacks: answers of true wallets',
      jettonWalletOf(receiver),
      NANO / 20n,
      body,
      undefined,
      chain.open(STRANGER),
    )
  }

  return {
    ...asked,
    attack,
    deposit(): void {
      const user = pick(USERS)
      const [isJetton, isValid] = [dice() < 0.5, dice() < 0.6]
      const [name, make] = pick(isValid ? VALID : INVALID)
      const body = make(memoOfUser(user))
      const raw = isJetton ? below(300_000_000) : below(30_000_000_000)
      const isTiny = dice() < 0.1
      const amount = isTiny ? raw / 1_000n + 1n : raw
      if (isJetton)
        sendJettons(
          `deposits: jettons ${name}`,
          amount,
          body,
          isValid ? { owner: user } : small('jetton', amount, 'unclaimed'),
        )
      else send(`deposits: ${name}`, hot, amount, body, isValid ? { owner: user } : small('coin', amount, 'unclaimed'))
    },
    /** From the treasury, if the wallet has little. */
    fund(): void {
      const [coins, tokens] = [chain.last(hot)?.balance ?? 0n, chain.last(hotJetton)?.jettons ?? 0n]
      const expected = { owner: 'treasury' } as const
      if (coins < 70n * NANO) send('funding', hot, 200n * NANO, EMPTY, expected, TREASURY)
      if (tokens < 500_000_000n) sendJettons('funding', 5_000_000_000n, null, expected, TREASURY)
    },
    /** A new request, or an earlier one again. */
    request(): Command {
      if (asked.lost.length > 0 && dice() < 0.5) return pick(asked.lost).command
      if (asked.requests.length > 0 && dice() < 0.2) return pick(asked.requests).command
      const [user, currency] = [pick(USERS), pick([USDT, TON_COIN])]
      const amount = units((currency === USDT ? 2 + dice() * 200 : 0.2 + dice() * 60).toFixed(6))
      const address = dice() < 0.06 ? pick([hot, hotJetton, MASTER]) : newReceiver()
      const review = dice() < 0.1 ? 'similar_address' : null
      const terms = { network: TON, currency, address, amount, isNewAddress: false, review } as const
      const memo = dice() < 0.3 ? { memo: `order ${asked.requests.length}` } : {}
      return asked.add({ type: 'request-withdrawal', user, clientId: `id-${asked.requests.length}`, ...terms, ...memo })
    },
  }
}

/** What is too small for a deposit is booked to `gas`. */
const small = (coin: keyof typeof MIN_DEPOSITS, raw: bigint, owner: 'unclaimed'): Expected =>
  raw < MIN_DEPOSITS[coin] ? undefined : { owner }
