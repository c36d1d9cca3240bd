import type { NetworkId } from '../../contract/ids.ts'
import type { AssetTerms, Network } from '../../contract/wallet/networks.ts'

/** Who did it and why, for the record. */
type ByOperator = { readonly operator: string; readonly reason: string }

/** Listing an equal network again is accepted and changes nothing. */
export type ListNetwork = ByOperator & { readonly type: 'list-network'; readonly network: Network }

/** Lists a coin on a network or changes its limits and status. Contract and decimals never change. */
export type SetNetworkAsset = ByOperator & {
  readonly type: 'set-network-asset'
  readonly network: NetworkId
  readonly asset: AssetTerms
}

/** `operator` is null if the server detected a difference. A paused network credits and sends nothing. */
export type SetNetworkPaused = {
  readonly type: 'set-network-paused'
  readonly network: NetworkId
  readonly paused: boolean
  readonly operator: string | null
  readonly reason: string
}

export type NetworkCommand = ListNetwork | SetNetworkAsset | SetNetworkPaused
