/** The networks that this server is connected to, by their ids. */

import type { NetworkId } from '../../contract/ids.ts'
import type { EvmNetwork } from './evm-network.ts'

export type EvmNetworks = ReadonlyMap<NetworkId, EvmNetwork>

/** The names of networks that do not work, for `/health`. */
export const unavailableNetworks = (networks: EvmNetworks): readonly string[] =>
  Array.from(networks.values())
    .filter(({ state }) => state === 'unavailable')
    .map((network) => network.listed()?.network.name ?? String(network.id))
