/** Networks on which coins are deposited and withdrawn. */

import { assertNever } from '../assert-never.ts'
import type { CurrencyId, NetworkId } from '../ids.ts'
import { UNIT_DECIMALS, type Units } from '../money.ts'

/** How addresses, transactions and payments of a network work. */
export type NetworkKind = 'evm' | 'ton'

/** The identity of a network never changes. `code` names its ledger account and its streams. */
export type Network = {
  readonly id: NetworkId
  readonly code: string
  readonly name: string
  readonly kind: NetworkKind
  /** EIP-155; of TON the global id, which is negative. */
  readonly chainId: number
  /** The currency in which fees of the network are paid, with 18 decimals on an EVM chain and 9 on TON. */
  readonly gasCurrency: CurrencyId
}

type DepositStatus = 'open' | 'paused'
/** `review`: every withdrawal waits for an operator. */
type WithdrawalStatus = 'open' | 'review' | 'paused'

/** A coin on a network, as an operator lists it. Currency, contract and decimals never change. */
export type AssetTerms = {
  readonly currency: CurrencyId
  /** Lower case, of TON the raw address of the jetton master; null for the coin of the network. */
  readonly contract: string | null
  /** Decimals of the raw amounts on the chain: 0 to 18. */
  readonly decimals: number
  readonly minDeposit: Units
  readonly withdrawFee: Units
  /** Of the amount that leaves the balance, which includes the fee. */
  readonly minWithdraw: Units
  readonly maxWithdraw: Units
  readonly deposits: DepositStatus
  readonly withdrawals: WithdrawalStatus
  /** Shown to users; may be empty. */
  readonly notice: string
}

/** `smallest`: amount of the currency in the ledger. */
export type NetworkAsset = AssetTerms & { readonly smallest: Units }

type Decimals = Pick<NetworkAsset, 'decimals' | 'smallest'>

/** What the ledger can express of a raw amount on the chain: rounded down to the smallest amount of the currency. */
export function unitsOfRaw(raw: bigint, { decimals, smallest }: Decimals): Units {
  const units =
    decimals >= UNIT_DECIMALS
      ? raw / 10n ** BigInt(decimals - UNIT_DECIMALS)
      : raw * 10n ** BigInt(UNIT_DECIMALS - decimals)
  return (units - (units % smallest)) as Units
}

/** Exact: the amount is a multiple of `withdrawStep`. */
export function rawOfUnits(units: Units, decimals: number): bigint {
  return decimals >= UNIT_DECIMALS
    ? units * 10n ** BigInt(decimals - UNIT_DECIMALS)
    : units / 10n ** BigInt(UNIT_DECIMALS - decimals)
}

/** The smallest amount that both the ledger and the chain can express. */
export function withdrawStep({ decimals, smallest }: Decimals): Units {
  const onChain = decimals >= UNIT_DECIMALS ? 1n : 10n ** BigInt(UNIT_DECIMALS - decimals)
  return (onChain > smallest ? onChain : smallest) as Units
}

/** Of the local chains of play mode. */
export const PLAY_CHAIN_ID = 31_337
export const PLAY_TON_CHAIN_ID = -31_338
const TON_CHAIN_ID = -239

/** Blocks until a transaction is usually final; for display, the chain decides. On TON it is final in its first block. */
export function confirmationsOf({ kind, chainId }: Pick<Network, 'kind' | 'chainId'>): number {
  switch (kind) {
    case 'evm':
      return chainId === PLAY_CHAIN_ID ? 3 : 64
    case 'ton':
      return 1
    default:
      return assertNever(kind)
  }
}

const EXPLORERS: Readonly<Record<number, { readonly transactions: string; readonly addresses: string }>> = {
  1: { transactions: 'https://etherscan.io/tx/', addresses: 'https://etherscan.io/address/' },
  [TON_CHAIN_ID]: { transactions: 'https://tonviewer.com/transaction/', addresses: 'https://tonviewer.com/' },
}

/** The page of a transaction; null if no explorer is known. */
export const explorerTxUrl = ({ chainId }: Pick<Network, 'chainId'>, txid: string): string | null =>
  EXPLORERS[chainId] === undefined ? null : EXPLORERS[chainId].transactions + txid

/** The page of an address; null if no explorer is known. */
export const explorerAddressUrl = ({ chainId }: Pick<Network, 'chainId'>, address: string): string | null =>
  EXPLORERS[chainId] === undefined ? null : EXPLORERS[chainId].addresses + address
