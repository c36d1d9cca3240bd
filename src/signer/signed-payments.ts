/** What the journal says was signed: nonces, payments with their versions, and withdrawn amounts. */

import { maxGasCost } from '../chains/evm/transactions.ts'
import { MAX_MESSAGE_FEE } from '../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE } from '../chains/ton/jetton.ts'
import type { JournalEntry } from './journal.ts'
import {
  type Counters,
  type EvmSignInput,
  isTon,
  type SignedVersion,
  type SignInput,
  type Skipped,
  type TonSignInput,
} from './protocol.ts'

type Fees = { readonly maxFee: bigint; readonly tip: bigint }
type Version = Fees & { readonly txid: string }
export type SignedPayment = { readonly input: SignInput; readonly versions: Version[] }
type Spent = { readonly at: number; readonly asset: string; readonly amount: bigint }
type Fee = { readonly at: number; readonly chainId: number; readonly amount: bigint }

export type SignedPayments = {
  readonly byId: Map<number, SignedPayment>
  readonly ofWithdrawals: Map<number, number>
  /** By chain, generation and wallet. */
  readonly nextNonces: Map<string, number>
  /** By chain, generation and wallet: the latest time of its messages on TON, in seconds. */
  readonly newest: Map<string, number>
  /** Of the last day, oldest first. */
  spent: readonly Spent[]
  /** The most that the transactions of the last day can cost, oldest first. A replacement adds what it offers more. */
  fees: readonly Fee[]
  /** The time of the last entry. */
  at: number
  /** The highest one. */
  term: number
}

const DAY_MILLIS = 24 * 60 * 60 * 1_000

export const emptySignedPayments = (): SignedPayments => ({
  byId: new Map(),
  ofWithdrawals: new Map(),
  nextNonces: new Map(),
  newest: new Map(),
  spent: [],
  fees: [],
  at: 0,
  term: 0,
})

export const walletKey = ({ chainId, generation, wallet }: Omit<Skipped, 'next'>): string =>
  `${chainId}/${generation}/${wallet}`
type Asset = { readonly chainId: number; readonly contract: string | null }
const assetKey = ({ chainId, contract }: Asset): string => `${chainId}/${contract ?? 'native'}`

export const feesOf = ({ maxFee, tip }: EvmSignInput): Fees => ({ maxFee: BigInt(maxFee), tip: BigInt(tip) })

/** Adds an entry of the journal. */
export function add(state: SignedPayments, entry: JournalEntry): void {
  if (entry.type === 'begun') return
  state.at = Math.max(state.at, entry.at)
  if (entry.type === 'term') {
    state.term = entry.term
    return
  }
  if (entry.type === 'skipped') {
    state.nextNonces.set(walletKey(entry.input), entry.input.next)
    return
  }
  const { input, at, txid } = entry
  const known = state.byId.get(input.payment)
  // The message on TON does not name its fee.
  const version = { ...(isTon(input) ? { maxFee: 0n, tip: 0n } : feesOf(input)), txid }
  const fee = { at, chainId: input.chainId, amount: isTon(input) ? maxCostOf(input) : addedFee(known, input) }
  state.fees = [...state.fees.filter((each) => each.at > state.at - DAY_MILLIS), fee]
  if (known !== undefined) {
    known.versions.push(version)
    return
  }
  state.byId.set(input.payment, { input, versions: [version] })
  const key = walletKey(input)
  state.nextNonces.set(key, input.nonce + 1)
  if (isTon(input)) state.newest.set(key, Math.max(state.newest.get(key) ?? 0, input.createdAt))
  if (input.kind !== 'withdrawal' && input.kind !== 'ton-withdrawal') return
  state.ofWithdrawals.set(input.withdrawal, input.payment)
  const spent = { at, asset: assetKey(input), amount: BigInt(input.amount) }
  state.spent = [...state.spent.filter((each) => each.at > state.at - DAY_MILLIS), spent]
}

/** What was withdrawn of the asset within the last `millis`. */
export const spentSince = ({ spent }: SignedPayments, input: Asset, now: number, millis: number): bigint =>
  spent
    .filter(({ at, asset }) => at > now - millis && asset === assetKey(input))
    .reduce((sum, { amount }) => sum + amount, 0n)

/** What the version can cost in addition to the versions before, of which only one can be in a block. */
export function addedFee(known: SignedPayment | undefined, input: EvmSignInput): bigint {
  const before = known?.versions.at(-1)?.maxFee ?? 0n
  const { maxFee } = feesOf(input)
  return maxFee > before ? maxGasCost(input.contract, maxFee - before) : 0n
}

/** The most that the message takes from the wallet besides the amount, in nanotons. What jettons leave over comes back. */
export const maxCostOf = (input: TonSignInput): bigint =>
  MAX_MESSAGE_FEE + (input.kind === 'ton-withdrawal' && input.jettonWallet !== null ? JETTON_TRANSFER_VALUE : 0n)

/** The most that the transactions of the last day on the chain can cost. */
export const feesOfDay = ({ fees }: SignedPayments, chainId: number, now: number): bigint =>
  fees
    .filter((each) => each.chainId === chainId && each.at > now - DAY_MILLIS)
    .reduce((sum, { amount }) => sum + amount, 0n)

export const countersOf = ({ nextNonces, newest, byId, term }: SignedPayments): Counters => ({
  nonces: [...nextNonces].map(([key, next]) => {
    const [chainId = 0, generation = 0, wallet = 0] = key.split('/').map(Number)
    const time = newest.get(key)
    return { chainId, generation, wallet, next, ...(time !== undefined && { newest: time }) }
  }),
  highestPayment: [...byId.keys()].reduce((highest, payment) => Math.max(highest, payment), 0),
  term,
})

/** The newest versions of the payments of an EVM wallet from the nonce `next` on, in the order of their nonces. */
export const newestFrom = ({ byId }: SignedPayments, place: Skipped): EvmSignInput[] =>
  [...byId.values()]
    .flatMap(({ input, versions }) => {
      const last = versions.at(-1)
      if (isTon(input) || last === undefined || walletKey(input) !== walletKey(place)) return []
      return [{ ...input, maxFee: String(last.maxFee), tip: String(last.tip) }]
    })
    .filter(({ nonce }) => nonce >= place.next)
    .toSorted((a, b) => a.nonce - b.nonce)

/** Oldest first; empty for an unknown payment. */
export const versionsOf = ({ byId }: SignedPayments, payment: number): SignedVersion[] =>
  (byId.get(payment)?.versions ?? []).map(({ maxFee, tip, txid }) => ({
    maxFee: String(maxFee),
    tip: String(tip),
    txid,
  }))
