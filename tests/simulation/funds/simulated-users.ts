/** What happens outside of the exchange: requests of users, decisions of the operator, and transfers to its addresses. */

import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../src/contract/money.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import type { OwnAddresses } from '../../../src/server/custody/evm/own-addresses.ts'
import { ETH, ETHEREUM, ethAsset, USDT, usdtAsset } from '../../fixtures/listed-network.ts'
import type { Random } from '../simulated-traders.ts'
import { BY, openRequests } from './requests.ts'
import { hash, type Move, type SimulatedChain, TOKEN, type Transaction, transferLog } from './simulated-chain.ts'

export const TREASURY = `0x${'7e'.repeat(20)}`
const STRANGER = `0x${'5a'.repeat(20)}`
const CONTRACT = `0x${'c0'.repeat(20)}`
const WEI = 10n ** 18n

export const USERS = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}` as UserId)
/** Some tokens that are sent to this user do not arrive. */
export const CHEATED = USERS[0] as UserId

const units = (amount: string): Units => parseUnits(amount) as Units

export function listings(): readonly Command[] {
  const coins = [
    { id: USDT, symbol: 'USDT', name: 'Tether', decimals: 8 },
    { id: ETH, symbol: 'ETH', name: 'Ether', decimals: 8 },
  ]
  const network = { id: ETHEREUM, code: 'ethereum', name: 'Ethereum', kind: 'evm', chainId: 31_337 } as const
  const large = (10n ** 18n) as Units
  const limits = { daily: [large, large], automatic: large, newAddresses: large, hourlyPerCoin: large } as const
  const grants = [
    { currency: USDT, amount: units('3000') },
    { currency: ETH, amount: units('5') },
  ]
  const account = { kind: 'user', referralCode: null, referrer: null, grants } as const
  return [
    ...coins.map((currency) => ({ type: 'list-currency', ...BY, currency }) as const),
    { type: 'list-network', network: { ...network, gasCurrency: ETH }, ...BY },
    { type: 'set-network-asset', network: ETHEREUM, asset: ethAsset, ...BY },
    { type: 'set-network-asset', network: ETHEREUM, asset: { ...usdtAsset, contract: TOKEN }, ...BY },
    { type: 'set-withdrawal-limits', limits, ...BY },
    ...USERS.map((user) => ({ type: 'open-account', user, ...account }) as const),
  ]
}

export type Users = ReturnType<typeof simulatedUsers>

export function simulatedUsers(dice: Random, chain: SimulatedChain, count: (name: string) => void) {
  let made = 0
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T
  const below = (limit: number): bigint => BigInt(1 + Math.floor(dice() * limit))
  const asked = openRequests(dice, count)
  const { requests } = asked
  const receivers: string[] = []

  function newReceiver(): string {
    const address = `0x${(receivers.length + 1).toString(16).padStart(8, '0')}${'e1'.repeat(16)}`
    receivers.push(address)
    return address
  }

  /** Mostly a new one. */
  function receiverOf(user: UserId): string {
    const known = requests.flatMap(({ command }) =>
      command.type === 'request-withdrawal' && command.user === user && receivers.includes(command.address)
        ? command.address
        : [],
    )
    return known.length > 0 && dice() < 0.2 ? pick(known) : newReceiver()
  }

  /** From outside; `effect` says what it does. */
  function send(name: string, sent: Partial<ReturnType<Transaction['effect']>> & { to: string; value?: bigint }): void {
    made += 1
    count(`deposits: ${name}`)
    const { to, value = 0n, status = 1, logs = [], traces = [], moves = [] } = sent
    const from = moves[0]?.from ?? STRANGER
    const done = { status, gasUsed: 60_000n, logs, traces, moves: status === 0 ? [] : moves } as const
    const fees = { maxFee: 10n ** 13n, tip: 10n ** 9n, cost: 0n }
    chain.add({ txid: hash('d', made), wallet: undefined, from, nonce: 0, to, value, ...fees, effect: () => done })
  }

  const coin = (from: string, to: string, raw: bigint, part = 0): Move => ({ contract: null, from, to, raw, part })
  const token = (from: string, to: string, raw: bigint, part = 1): Move => ({ contract: TOKEN, from, to, raw, part })
  const logOf = ({ from, to, raw }: Move) => transferLog(TOKEN, from, to, raw)
  const isCheated = (addresses: OwnAddresses, to: string): boolean => addresses.find(to)?.user === CHEATED

  function sendToken(name: string, moves: readonly Move[], status: 0 | 1 = 1): void {
    send(name, { to: TOKEN, status, moves, logs: status === 0 ? [] : moves.map(logOf) })
  }

  function sendInner(to: string, raw: bigint, failed: boolean): void {
    const outer = { path: [], from: STRANGER, to: CONTRACT, value: raw, failed: false }
    const traces = failed
      ? [
          outer,
          { path: [0], from: CONTRACT, to: CONTRACT, value: 0n, failed },
          { path: [0, 0], from: CONTRACT, to, value: raw, failed: false },
        ]
      : [outer, { path: [0], from: CONTRACT, to, value: raw, failed }]
    const name = failed ? 'inner calls that failed' : 'inner calls'
    send(name, { to: CONTRACT, value: raw, traces, moves: failed ? [] : [coin(CONTRACT, to, raw, 50_001)] })
  }

  /** To a deposit address or the hot wallet, in one of many forms. */
  function deposit(addresses: OwnAddresses): void {
    const to = pick([...addresses.all()]).address
    const wei = below(300) * 10n ** 15n + below(1e9)
    const raw = below(200_000_000)
    const roll = dice()
    if (roll < 0.25) send('coins', { to, value: wei, moves: [coin(STRANGER, to, wei)] })
    else if (roll < 0.35) sendInner(to, wei, dice() < 0.4)
    else if (roll < 0.65) sendToken('tokens', [token(STRANGER, to, raw)])
    else if (roll < 0.75) {
      const all = [...addresses.all()].map(({ address }, index) =>
        token(STRANGER, address, raw + BigInt(index), 1 + index),
      )
      sendToken('several tokens at once', all)
    } else if (roll < 0.82) sendToken('failed', [token(STRANGER, to, raw)], 0)
    else if (roll < 0.86) send('below the minimum', { to, value: 5n, moves: [coin(STRANGER, to, 5n)] })
    else if (roll < 0.9) send('of other tokens', { to: CONTRACT, logs: [transferLog(CONTRACT, STRANGER, to, raw)] })
    else if (!isCheated(addresses, to)) sendToken('of zero', [token(STRANGER, to, 0n)])
    else if (dice() < 0.5) send('reported only', { to: TOKEN, logs: [transferLog(TOKEN, STRANGER, to, raw)] })
    else {
      const arrived = token(STRANGER, to, (raw * 9n) / 10n)
      send('partly arrived', { to: TOKEN, moves: [arrived], logs: [transferLog(TOKEN, STRANGER, to, raw)] })
    }
  }

  return {
    ...asked,
    receivers,
    deposit,
    /** From the treasury, if the hot wallet has little. */
    fund(hot: string): void {
      const isLow = (contract: string | null, raw: bigint): boolean => chain.balance(hot, contract, chain.tip) < raw
      if (chain.waiting(TREASURY) > 0) return
      if (isLow(null, 5n * WEI)) send('funding', { to: hot, value: 20n * WEI, moves: [coin(TREASURY, hot, 20n * WEI)] })
      if (isLow(TOKEN, 10n ** 9n)) sendToken('funding', [token(TREASURY, hot, 10n ** 10n)])
    },
    /** A new request, an earlier one again, or a cancellation. */
    request(addresses: OwnAddresses | undefined): Command {
      if (asked.lost.length > 0 && dice() < 0.5) return pick(asked.lost).command
      if (requests.length > 0 && dice() < 0.2) return pick(requests).command
      const user = pick(USERS)
      const currency: CurrencyId = pick([USDT, USDT, ETH])
      const amount = units(currency === USDT ? String(5 + Math.floor(dice() * 300)) : (0.002 + dice() * 0.5).toFixed(6))
      const others = dice() < 0.1 ? [...(addresses?.all() ?? [])].filter(({ number }) => number > 0) : []
      const address = others.length > 0 ? pick(others).address : receiverOf(user)
      const review = dice() < 0.1 ? 'similar_address' : null
      const terms = { network: ETHEREUM, currency, address, amount, isNewAddress: false, review } as const
      const command = { type: 'request-withdrawal', user, clientId: `id-${requests.length}`, ...terms } as const
      return asked.add(command)
    },
  }
}
