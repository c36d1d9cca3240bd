import type { Millis, NetworkId } from '../../contract/ids.ts'
import type { Network, NetworkAsset } from '../../contract/wallet/networks.ts'

export type NetworkEvent =
  | { readonly type: 'network-listed'; readonly network: Network }
  | { readonly type: 'network-asset-set'; readonly network: NetworkId; readonly asset: NetworkAsset }
  | {
      readonly type: 'network-paused-set'
      readonly at: Millis
      readonly network: NetworkId
      readonly paused: boolean
      readonly reason: string
    }
