import { type BalanceDeps, currentBalance, fullBalance } from '../../portfolio/balances.ts'
import { assetViews } from '../../wire/assets.ts'
import { currentBalanceView, fullBalanceView } from '../../wire/balances.ts'
import type { Limit } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function servePortfolio(context: RouteContext, deps: BalanceDeps, limit: Limit): void {
  const { sequencer, portfolio } = deps
  serveSignedIn(context, 'assets', limit, ({ user }) => sequencer.read((state) => assetViews(state, portfolio, user)))
  serveSignedIn(context, 'currentBalance', limit, async ({ user }) =>
    currentBalanceView(await currentBalance(deps, user)),
  )
  serveSignedIn(context, 'fullBalance', limit, async ({ user }, { input: { period } }) =>
    fullBalanceView(await fullBalance(deps, user, period), period),
  )
}
