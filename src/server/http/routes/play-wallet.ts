import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../../contract/refusals.ts'
import type { PlayWallets } from '../../play-wallet/wallet-facts.ts'
import { playWalletView } from '../../wire/play-wallet.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

/** `rpcPath`: the endpoint of the chain. */
export type PlayNetwork = { readonly wallets: PlayWallets; readonly rpcPath: string }

/** Play mode only. By network, the default one first; empty if the play chains are off. */
export function servePlayWallet(
  context: RouteContext,
  networks: ReadonlyMap<number, PlayNetwork>,
  { orders, reads }: RateLimits,
): void {
  const [first] = networks.keys()
  const find = (id = first): PlayNetwork | Refusal =>
    (id === undefined ? undefined : networks.get(id)) ??
    refuse(networks.size === 0 ? 'NETWORK_UNAVAILABLE' : 'NETWORK_NOT_FOUND')

  serveSignedIn(context, 'playWallet', reads, async ({ user }, { input }) => {
    const network = find(input.network_id)
    if (isRefused(network)) return network
    const facts = await network.wallets.show(user)
    return isRefused(facts) ? facts : playWalletView(facts, network.rpcPath)
  })
  serveSignedIn(context, 'playSend', orders, async ({ user }, { input }) => {
    const network = find(input.network_id)
    if (isRefused(network)) return network
    const { network_id, currency_id: currency, amount, address, memo } = input
    const request = { network: network_id as NetworkId, currency: currency as CurrencyId, amount, address }
    const txid = await network.wallets.send(user, { ...request, memo: memo || null })
    return isRefused(txid) ? txid : { txid }
  })
}
