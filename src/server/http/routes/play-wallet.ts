import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import { isRefused, refuse } from '../../../contract/refusals.ts'
import type { PlayWallets } from '../../play-wallet/play-wallet.ts'
import { playWalletView } from '../../wire/play-wallet.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'
import { PLAY_RPC_PATH } from './play-rpc.ts'

/** Play mode only. `wallets` is undefined if the play chain is off. */
export function servePlayWallet(
  context: RouteContext,
  wallets: PlayWallets | undefined,
  { orders, reads }: RateLimits,
): void {
  serveSignedIn(context, 'playWallet', reads, async ({ user }) => {
    if (wallets === undefined) return refuse('NETWORK_UNAVAILABLE')
    const facts = await wallets.show(user)
    return isRefused(facts) ? facts : playWalletView(facts, PLAY_RPC_PATH)
  })
  serveSignedIn(context, 'playSend', orders, async ({ user }, { input }) => {
    if (wallets === undefined) return refuse('NETWORK_UNAVAILABLE')
    const { network_id: network, currency_id: currency, amount, address } = input
    const request = { network: network as NetworkId, currency: currency as CurrencyId, amount, address }
    const txid = await wallets.send(user, request)
    return isRefused(txid) ? txid : { txid }
  })
}
