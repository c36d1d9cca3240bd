/** Networks for readers outside the engine. */

import type { CurrencyId, Millis, NetworkId } from '../../contract/ids.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import type { Network, NetworkAsset } from '../../contract/wallet/networks.ts'
import type { State } from '../state.ts'
import type { ListedNetwork } from './state.ts'

export type NetworkInfo = {
  readonly network: Network
  readonly assets: ReadonlyMap<CurrencyId, NetworkAsset>
  /** The reason; null: not paused. */
  readonly paused: string | null
  /** When a restore may have lost what was paid on it since the backup: only reconciling may end its pause. Null: it is not so. */
  readonly restoredAt: Millis | null
  readonly generation: number
  /** Raw amounts on the chain that the ledger cannot express. */
  dust(currency: CurrencyId): bigint
}

export const networksOf = (state: State): readonly NetworkInfo[] => Array.from(state.networks.values(), infoOf)

export function networkOf(state: State, id: NetworkId): NetworkInfo | undefined {
  const listed = state.networks.get(id)
  return listed && infoOf(listed)
}

/** Copies, because a reader may wait before it uses them. */
const infoOf = ({ assets, dust, ...listed }: ListedNetwork): NetworkInfo => {
  const rests = new Map(dust)
  return { ...listed, assets: new Map(assets), dust: (currency) => rests.get(currency) ?? 0n }
}

/** The name of the list of transfers on the current generation of the network's chain; of TON only those of its coin. */
export const streamOf = ({ network, generation }: Pick<NetworkInfo, 'network' | 'generation'>): string =>
  `${network.kind}:${network.code}:${generation}`

/** The name of the list of transfers of a jetton. */
export const jettonStreamOf = (listed: Pick<NetworkInfo, 'network' | 'generation'>, master: string): string =>
  `${streamOf(listed)}:${master}`

/** Whether transfers of the coin are in this list. */
export const isInStream = (listed: Pick<NetworkInfo, 'network' | 'generation'>, stream: string, asset: NetworkAsset) =>
  stream ===
  (NETWORK_KINDS[listed.network.kind].transferLists === 'one' || asset.contract === null
    ? streamOf(listed)
    : jettonStreamOf(listed, asset.contract))
