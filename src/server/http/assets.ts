/** What a user owns, what it is worth, and how that came. */

import { type BalanceParts, currentBalance, fullBalance } from '../portfolio/balances.ts'
import { assetViews } from '../say/assets.ts'
import { currentBalanceView, fullBalanceView } from '../say/balances.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

export function serveAssets(doors: Doors, parts: BalanceParts, limit: Limit): void {
  const { sequencer, portfolio } = parts
  serveSignedIn(doors, 'assets', limit, ({ user }) => sequencer.read((state) => assetViews(state, portfolio, user)))
  serveSignedIn(doors, 'currentBalance', limit, async ({ user }) =>
    currentBalanceView(await currentBalance(parts, user)),
  )
  serveSignedIn(doors, 'fullBalance', limit, async ({ user }, { input: { period } }) =>
    fullBalanceView(await fullBalance(parts, user, period), period),
  )
}
