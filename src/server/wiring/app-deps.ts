/** What the HTTP application gets. */

import type { Auth } from '../auth/auth.ts'
import type { RewardsDeps } from '../earn/rewards.ts'
import type { ShownEmail } from '../email/transport.ts'
import type { ServedHealth } from '../http/routes/health.ts'
import type { CoinFacts } from '../markets/coin-facts.ts'
import type { CommittedMarkets } from '../markets/committed-markets.ts'
import type { FiatRates } from '../markets/fiat-rates/fiat-rates.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { OrderDeps } from '../orders/list-orders.ts'
import type { BalanceDeps } from '../portfolio/balances.ts'
import type { Projector } from '../read-models/projector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Bot } from '../telegram-bot/bot.ts'
import type { HistoryDeps } from '../transactions/history.ts'
import type { Verification } from '../verification/verification.ts'
import type { MarketStats } from '../wire/market.ts'
import type { Funds } from './open-networks.ts'

export type AppDeps = {
  readonly config: Pick<
    Config,
    | 'host'
    | 'mode'
    | 'appName'
    | 'rateLimits'
    | 'frameAncestors'
    | 'tonConnect'
    | 'publicUrl'
    | 'trustedProxies'
    | 'botToken'
    | 'email'
  >
  readonly orders: OrderDeps & HistoryDeps
  readonly projector: Projector
  readonly auth: Auth
  readonly rewards: RewardsDeps
  readonly funds: Pick<Funds, 'networks' | 'ton' | 'play'>
  readonly clock: Clock
  /** What `/health` reports besides orders. */
  readonly health: ServedHealth
  readonly log: Log
  readonly markets: CommittedMarkets
  readonly stats: MarketStats
  readonly portfolio: BalanceDeps['portfolio']
  readonly fiatRates: FiatRates
  readonly coinFacts: (symbol: string) => CoinFacts
  readonly bot: Pick<Bot, 'isConfigured' | 'receive' | 'invites'>
  readonly notifications: Pick<Notifications, 'settings' | 'store'>
  readonly verification: Verification
  readonly emailInbox: () => readonly ShownEmail[]
  /** The address of the exchange in links. */
  readonly linkOrigin: string
  /** Of the reports of liabilities. */
  readonly reportKey: Buffer
  /** Folder of the built client. */
  readonly clientFolder: string
}
