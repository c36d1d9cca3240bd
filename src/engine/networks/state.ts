/** Listed networks, their coins and what their ledger accounts cannot express. */

import type { CurrencyId, Millis, NetworkId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { type Network, type NetworkAsset, rawOfUnits } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { sorted } from '../sorted.ts'

export type ListedNetwork = {
  readonly network: Network
  readonly assets: Map<CurrencyId, NetworkAsset>
  /** The reason; null: not paused. */
  paused: string | null
  /** When a restore may have lost what was paid on it since the backup, until its pause ends; null: what is known is all. */
  restoredAt: Millis | null
  /** How often its chain began again; play chains only. */
  generation: number
  /** Raw amounts on the chain below one unit, summed by currency; negative if fees rounded down weigh more. */
  readonly dust: Map<CurrencyId, bigint>
}
export type Networks = Map<NetworkId, ListedNetwork>

type SavedNetwork = Omit<ListedNetwork, 'assets' | 'dust'> & {
  readonly assets: readonly NetworkAsset[]
  readonly dust: readonly (readonly [CurrencyId, bigint])[]
}
export type NetworkPiece = { readonly part: 'networks'; readonly items: readonly SavedNetwork[] }

export const listedNetwork = (networks: Networks, id: NetworkId): ListedNetwork =>
  expectDefined(networks.get(id), 'the network is listed')

/** Adds what `raw` has more than its `units`. */
export function addDust({ assets, dust }: ListedNetwork, currency: CurrencyId, raw: bigint, units: Units): void {
  const asset = expectDefined(assets.get(currency), 'the coin is listed on the network')
  const rest = raw - rawOfUnits(units, asset.decimals)
  if (rest !== 0n) dust.set(currency, (dust.get(currency) ?? 0n) + rest)
}

/** In the order in which they were listed: events are made in this order. */
export const save = (networks: Networks): NetworkPiece[] => [
  {
    part: 'networks',
    items: Array.from(networks.values(), ({ assets, dust, ...listed }) => ({
      ...listed,
      assets: [...assets.values()],
      dust: [...dust],
    })),
  },
]

export function load(networks: Networks, { items }: NetworkPiece): void {
  for (const { assets, dust, ...listed } of items)
    networks.set(listed.network.id, {
      ...listed,
      assets: new Map(assets.map((asset) => [asset.currency, asset])),
      dust: new Map(dust),
    })
}

export function* lines(networks: Networks): Generator<object> {
  for (const [, { assets, dust, ...listed }] of sorted(networks))
    yield { listedNetwork: { ...listed, assets: sorted(assets).map(([, asset]) => asset), dust: sorted(dust) } }
}
