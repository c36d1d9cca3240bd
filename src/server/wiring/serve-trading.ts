/** The routes of markets, orders, conversions and balances, and of what users earn. */

import { openQuotes } from '../convert/quotes.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { serveConvert } from '../http/routes/convert.ts'
import { serveEarn } from '../http/routes/earn.ts'
import { serveFiatRates } from '../http/routes/fiat-rates.ts'
import { serveMarkets } from '../http/routes/markets.ts'
import { serveOrders } from '../http/routes/orders.ts'
import { servePortfolio } from '../http/routes/portfolio.ts'
import { serveReferrals } from '../http/routes/referrals.ts'
import type { RouteContext } from '../http/serve.ts'
import type { AppDeps } from './app-deps.ts'

export function serveTrading(context: RouteContext, deps: AppDeps, limits: RateLimits): void {
  const { orders, portfolio, clock, markets, stats, coinFacts, fiatRates, rewards, auth, bot, linkOrigin } = deps
  const { sequencer, historyKey } = orders
  // It stamps commands.
  const stamps = rewards.clock
  servePortfolio(context, { ...orders, portfolio, clock }, limits.reads)
  serveMarkets(context, { sequencer, markets, stats, coinFacts }, limits.reads)
  serveFiatRates(context, fiatRates, limits.reads)
  serveOrders(context, orders, limits)
  serveConvert(context, { sequencer, quotes: openQuotes({ sequencer, clock: stamps }), clock: stamps }, limits)
  serveEarn(context, { ...rewards, historyKey }, limits)
  const { invites } = bot
  serveReferrals(context, { ...orders, markets, clock: stamps, users: auth.users, invites, linkOrigin }, limits)
}
