import { handlerOf, type Module } from '../module-type.ts'
import type { NetworkCommand } from './commands.ts'
import type { NetworkEvent } from './events.ts'
import * as listNetwork from './list-network.ts'
import * as setNetworkAsset from './set-network-asset.ts'
import * as setNetworkPaused from './set-network-paused.ts'
import { lines, listedNetwork, load, type NetworkPiece, save } from './state.ts'

export const networks: Module<NetworkCommand, NetworkEvent, NetworkPiece> = {
  handlers: {
    'list-network': handlerOf(listNetwork),
    'set-network-asset': handlerOf(setNetworkAsset),
    'set-network-paused': handlerOf(setNetworkPaused),
  },
  appliers: {
    'network-listed': ({ networks }, { network }) =>
      void networks.set(network.id, {
        network,
        assets: new Map(),
        paused: null,
        restoredAt: null,
        generation: 1,
        dust: new Map(),
      }),
    'network-asset-set': ({ networks }, { network, asset }) =>
      void listedNetwork(networks, network).assets.set(asset.currency, asset),
    'network-paused-set'({ networks }, { network, paused, reason }) {
      const listed = listedNetwork(networks, network)
      listed.paused = paused ? reason : null
      if (!paused) listed.restoredAt = null
    },
  },
  loaders: { networks: (state, piece) => load(state.networks, piece) },
  save: (state) => save(state.networks),
  lines: (state) => lines(state.networks),
  holds: () => [],
}
