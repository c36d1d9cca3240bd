/** What a user owns, what it is worth, and how that came. */

import { api } from '../../contract/api.ts'
import { emptyBody, fullBalanceQuery } from '../../contract/schemas.ts'
import { type BalanceParts, currentBalance, fullBalance } from '../portfolio/balances.ts'
import { assetViews } from '../say/assets.ts'
import { currentBalanceView, fullBalanceView } from '../say/balances.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

export function serveAssets(doors: Doors, parts: BalanceParts, limit: Limit): void {
  const { sequencer, portfolio } = parts
  const terms = { takes: emptyBody, limit }
  serveSignedIn(doors, api.assets, terms, ({ user }) => sequencer.read((state) => assetViews(state, portfolio, user)))
  serveSignedIn(doors, api.currentBalance, terms, async ({ user }) =>
    currentBalanceView(await currentBalance(parts, user)),
  )
  serveSignedIn(doors, api.fullBalance, { takes: fullBalanceQuery, limit }, async ({ user }, { input: { period } }) =>
    fullBalanceView(await fullBalance(parts, user, period), period),
  )
}
