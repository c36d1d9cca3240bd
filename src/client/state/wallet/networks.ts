/** Coins that can be deposited and withdrawn, and their networks. Refreshed while shown: networks are paused and opened. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { NetworkView, WalletCurrencyView } from '../../../contract/wallet/views.ts'
import { perId, perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const COINS_MILLIS = 60_000
const NETWORKS_MILLIS = 10_000

export const walletCoinsAtom = queryAtom<readonly WalletCurrencyView[]>(
  (http) => http(api.walletCurrencies),
  COINS_MILLIS,
)

/** By the id of the coin. The first request creates the deposit address. */
export const networksOf = perUser(() =>
  perId((id: number) =>
    queryAtom<readonly NetworkView[]>((http) => http(api.networks, { pathParams: { id } }), NETWORKS_MILLIS),
  ),
)

/** Each network once, by all coins that can be withdrawn. */
export const withdrawNetworksOf = perUser((user) =>
  atom((get) => {
    const coins = get(walletCoinsAtom)
    if (coins.state !== 'ready') return coins
    const queries = coins.value.filter((coin) => coin.withdraw_enabled).map(({ id }) => get(networksOf(user)(id)))
    const failed = queries.find((query) => query.state === 'failed')
    if (failed) return failed
    const all = queries.flatMap((query) => (query.state === 'ready' ? query.value : []))
    if (queries.some(({ state }) => state === 'loading')) return { state: 'loading' } as const
    return { state: 'ready', value: [...new Map(all.map((network) => [network.id, network])).values()] } as const
  }),
)

export type Direction = 'deposit' | 'withdraw'

/** Why a coin cannot be deposited or withdrawn on a network now; undefined if it can. */
type Obstacle = 'unavailable' | 'starting' | 'paused'

export function obstacleOf(network: NetworkView, direction: Direction): Obstacle | undefined {
  const isEnabled = direction === 'deposit' ? network.deposit_enabled : network.withdraw_enabled
  if (!isEnabled) return network.state === 'available' || network.state === 'delayed' ? 'paused' : network.state
  // Withdrawals that the server accepts while the chain cannot be reached are sent later.
  if (direction === 'withdraw') return undefined
  if (network.state === 'unavailable') return 'unavailable'
  return network.address === null ? 'starting' : undefined
}

/** The chosen network, by its code; else the default, preferably one that can be used. */
export function selectedNetwork(
  networks: readonly NetworkView[],
  code: string | undefined,
  direction: Direction,
): NetworkView | undefined {
  const usable = networks.filter((network) => obstacleOf(network, direction) === undefined)
  return (
    networks.find((network) => network.code === code) ??
    usable.find((network) => network.is_default) ??
    usable[0] ??
    networks[0]
  )
}
