import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import { isRefused } from '../../../contract/refusals.ts'
import type { PlayWallets } from '../../play-wallet/play-wallet.ts'
import { playWalletView } from '../../wire/play-wallet.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'
import { PLAY_RPC_PATH } from './play-rpc.ts'

/** Play mode only. */
export function servePlayWallet(context: RouteContext, wallets: PlayWallets, { orders, reads }: RateLimits): void {
  serveSignedIn(context, 'playWallet', reads, async ({ user }) => {
    const facts = await wallets.show(user)
    return isRefused(facts) ? facts : playWalletView(facts, PLAY_RPC_PATH)
  })
  serveSignedIn(context, 'playSend', orders, async ({ user }, { input }) => {
    const { network_id: network, currency_id: currency, amount, address } = input
    const request = { network: network as NetworkId, currency: currency as CurrencyId, amount, address }
    const txid = await wallets.send(user, request)
    return isRefused(txid) ? txid : { txid }
  })
}
