/** Networks on which coins are deposited and withdrawn. */

import type { CurrencyId, NetworkId } from '../ids.ts'
import type { Units } from '../money.ts'

/** The identity of a network never changes. `code` names its ledger account and its streams. */
export type Network = {
  readonly id: NetworkId
  readonly code: string
  readonly name: string
  readonly kind: 'evm'
  readonly chainId: number
  /** The currency in which fees of the network are paid, with 18 decimals on the chain. */
  readonly gasCurrency: CurrencyId
}

type DepositStatus = 'open' | 'paused'
/** `review`: every withdrawal waits for an operator. */
type WithdrawalStatus = 'open' | 'review' | 'paused'

/** A coin on a network. Currency, contract and decimals never change. */
export type NetworkAsset = {
  readonly currency: CurrencyId
  /** Lower case; null for the coin of the network. */
  readonly contract: string | null
  /** Decimals of the raw amounts on the chain: 6 to 18. */
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

/** Rounded down: the ledger has 8 decimals. */
export function unitsOfRaw(raw: bigint, decimals: number): Units {
  return (decimals >= 8 ? raw / 10n ** BigInt(decimals - 8) : raw * 10n ** BigInt(8 - decimals)) as Units
}

/** Exact: the amount is a multiple of `withdrawStep`. */
export function rawOfUnits(units: Units, decimals: number): bigint {
  return decimals >= 8 ? units * 10n ** BigInt(decimals - 8) : units / 10n ** BigInt(8 - decimals)
}

/** The smallest amount that both the ledger and the chain can express. */
export const withdrawStep = ({ decimals }: Pick<NetworkAsset, 'decimals'>): Units =>
  (decimals >= 8 ? 1n : 10n ** BigInt(8 - decimals)) as Units

/** Of the local chain of play mode. */
export const PLAY_CHAIN_ID = 31_337

/** Blocks until a transaction is usually final; for display, the chain decides. */
export const confirmationsOf = ({ chainId }: Pick<Network, 'chainId'>): number => (chainId === PLAY_CHAIN_ID ? 3 : 64)

const EXPLORERS: Readonly<Record<number, string>> = { 1: 'https://etherscan.io' }

/** The page of a transaction; null if no explorer is known. */
export const explorerTxUrl = (network: Pick<Network, 'chainId'>, txid: string): string | null =>
  explorerUrl(network, `tx/${txid}`)

/** The page of an address; null if no explorer is known. */
export const explorerAddressUrl = (network: Pick<Network, 'chainId'>, address: string): string | null =>
  explorerUrl(network, `address/${address}`)

function explorerUrl({ chainId }: Pick<Network, 'chainId'>, path: string): string | null {
  const explorer = EXPLORERS[chainId]
  return explorer === undefined ? null : `${explorer}/${path}`
}
