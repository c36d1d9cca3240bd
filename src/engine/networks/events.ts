import type { Millis, NetworkId } from '../../contract/ids.ts'
import type { Network, NetworkAsset } from '../../contract/wallet/networks.ts'
import type { Posting } from '../ledger/ledger.ts'

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
  | {
      readonly type: 'generation-closed'
      readonly network: NetworkId
      readonly generation: number
      readonly postings: readonly Posting[]
    }
