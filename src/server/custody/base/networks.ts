/** The networks that this server is connected to, by their ids. */

import type { NetworkId, UserId } from '../../../contract/ids.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import type { NetworkState } from '../../../contract/wallet/views.ts'
import type { NetworkInfo } from '../../../engine/exchange.ts'
import type { PartReading } from '../../runtime/part-health.ts'

/** `address` is canonical. `memo`: what a transfer to it must carry, because the address belongs to all users. */
export type DepositAddress = { readonly address: string; readonly memo: string | null }

/** What a jetton on TON names as the wallet of the exchange now, raw. `before`: null if another jetton has that wallet. */
export type OtherJettonWallet = {
  readonly master: string
  readonly before: string | null
  readonly now: string
  /** The network is open again, with this wallet. */
  accept(): Promise<void>
}

/** A network of any kind. */
export type ConnectedNetwork = {
  readonly id: NetworkId
  readonly state: NetworkState
  /** Whether its chain can be followed, for `/health`. */
  readonly health: PartReading
  /** The own addresses on it are known, and can receive deposits. */
  readonly isReady: boolean
  /** Why it works no more until an operator acts: a stored own address is wrong. Names addresses. */
  readonly closed: string | undefined
  /** The jetton because of which the network is closed. */
  readonly otherJettonWallet: OtherJettonWallet | undefined
  /** Whether transfers of the coin are read: not of a jetton that has not named the wallet of the exchange since the start. */
  reads(contract: string | null): boolean
  /** The wallet of the exchange for a jetton, raw; undefined until the jetton has named it, and on EVM networks. */
  ownJettonWallet(master: string): string | undefined
  /** The address that pays withdrawals, canonical. Undefined until the signer has told its public key. */
  readonly hotWallet: string | undefined
  /** Of the user alone, canonical; undefined if none was given, or if all users deposit to the hot wallet. */
  givenAddress(user: UserId): string | undefined
  /** Where users deposit, canonical, in no order of the users. Empty if all users deposit to the hot wallet. */
  readonly depositAddresses: readonly string[]
  /** As the engine lists it now. */
  listed(): NetworkInfo | undefined
  /** Where the user deposits, created by the first call. Undefined while the network is not ready. */
  depositAddress(user: UserId): Promise<DepositAddress | Refusal | undefined>
}

export type Networks = ReadonlyMap<NetworkId, ConnectedNetwork>

/** The names of networks that do not work, for `/health`. */
export const unavailableNetworks = (networks: Networks): readonly string[] =>
  Array.from(networks.values())
    .filter(({ state }) => state === 'unavailable')
    .map((network) => network.listed()?.network.name ?? String(network.id))
