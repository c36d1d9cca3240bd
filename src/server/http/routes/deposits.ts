import type { CurrencyId } from '../../../contract/ids.ts'
import { isRefused } from '../../../contract/refusals.ts'
import { type DepositDeps, networksOfCoin, walletCoins } from '../../deposits/list-networks.ts'
import { networkViews, walletCurrencyView } from '../../wire/network.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, servePublic, serveSignedIn } from '../serve.ts'

/** `hasTonConnect`: whether payments can be sent to wallets outside the browser. */
export function serveDeposits(
  context: RouteContext,
  deps: DepositDeps & { readonly hasTonConnect: boolean },
  limit: Limit,
): void {
  servePublic(context, 'walletCurrencies', limit, async () => (await walletCoins(deps)).map(walletCurrencyView))
  serveSignedIn(context, 'networks', limit, async ({ user }, { params: { id = '' } }) => {
    const networks = await networksOfCoin(deps, user, (/^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0) as CurrencyId)
    return isRefused(networks) ? networks : networkViews(networks, deps.hasTonConnect)
  })
}
