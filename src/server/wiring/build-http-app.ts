/** The HTTP application: every route, the error handler and the built client. Tests inject requests into it. */

import { type FastifyInstance, fastify } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { Auth } from '../auth/auth.ts'
import { openQuotes } from '../convert/quotes.ts'
import { unavailableNetworks } from '../custody/base/networks.ts'
import { ETHEREUM, TON } from '../deposits/default-networks.ts'
import type { RewardsDeps } from '../earn/rewards.ts'
import type { EmailMessage } from '../email/email-template.ts'
import { openFreezes } from '../freezes/freezes.ts'
import { errorHandler } from '../http/error-handler.ts'
import { acceptJsonOnly, MAX_BODY_BYTES } from '../http/json-body.ts'
import { limitByAddress } from '../http/limit-by-address.ts'
import { type RateLimits, rateLimits } from '../http/rate-limits.ts'
import { serveAccount } from '../http/routes/account.ts'
import { serveSignIn } from '../http/routes/auth.ts'
import { serveConvert } from '../http/routes/convert.ts'
import { serveDeposits } from '../http/routes/deposits.ts'
import { serveEarn } from '../http/routes/earn.ts'
import { serveEmail } from '../http/routes/email.ts'
import { serveEmailInbox } from '../http/routes/email-inbox.ts'
import { serveFiatRates } from '../http/routes/fiat-rates.ts'
import { serveFreezes } from '../http/routes/freezes.ts'
import { type ServedHealth, serveHealth } from '../http/routes/health.ts'
import { serveLiabilities } from '../http/routes/liabilities.ts'
import { serveLoginMethods } from '../http/routes/login-methods.ts'
import { serveMarkets } from '../http/routes/markets.ts'
import { serveNotifications } from '../http/routes/notifications.ts'
import { serveOpenApi } from '../http/routes/openapi-document.ts'
import { serveOrders } from '../http/routes/orders.ts'
import { PLAY_RPC_PATH, servePlayRpc } from '../http/routes/play-rpc.ts'
import { PLAY_TON_RPC_PATH, servePlayTon } from '../http/routes/play-ton.ts'
import { type PlayNetwork, servePlayWallet } from '../http/routes/play-wallet.ts'
import { servePortfolio } from '../http/routes/portfolio.ts'
import { serveReferrals } from '../http/routes/referrals.ts'
import { serveSecurity } from '../http/routes/security.ts'
import { serveStaticFiles } from '../http/routes/static-files.ts'
import { serveTelegram } from '../http/routes/telegram.ts'
import { serveBotUpdates } from '../http/routes/telegram-updates.ts'
import { serveTonManifest, serveTonPayments } from '../http/routes/ton-connect.ts'
import { serveTransactions } from '../http/routes/transactions.ts'
import { serveIdentity } from '../http/routes/verify.ts'
import { serveWithdrawals } from '../http/routes/withdrawals.ts'
import { headersFor } from '../http/security-headers.ts'
import { type RouteContext, refused } from '../http/serve.ts'
import type { Identity } from '../identity/identity.ts'
import type { CoinFacts } from '../markets/coin-facts.ts'
import type { CommittedMarkets } from '../markets/committed-markets.ts'
import type { FiatRates } from '../markets/fiat-rates/fiat-rates.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { OrderDeps } from '../orders/list-orders.ts'
import type { BalanceDeps } from '../portfolio/balances.ts'
import type { Projector } from '../read-models/projector.ts'
import { proxyMatcher } from '../runtime/client-ip.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import { isCrossOrigin } from '../runtime/cross-origin.ts'
import type { Log } from '../runtime/log.ts'
import type { Bot } from '../telegram-bot/bot.ts'
import type { HistoryDeps } from '../transactions/history.ts'
import type { MarketStats } from '../wire/market.ts'
import type { WithdrawalDeps } from '../withdrawals/withdrawal-deps.ts'
import type { Funds } from './open-networks.ts'

type AppDeps = {
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
  readonly withdrawals: WithdrawalDeps
  readonly identity: Identity
  readonly emailInbox: () => readonly EmailMessage[]
  /** The address of the exchange in links. */
  readonly linkOrigin: string
  /** Of the reports of liabilities. */
  readonly reportKey: Buffer
  /** Folder of the built client. */
  readonly clientFolder: string
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, orders, projector, auth, bot, clock, log } = deps
  const { sequencer } = orders
  const handleError = errorHandler(log)
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  })
  acceptJsonOnly(app)
  app.setErrorHandler(handleError)
  refuseOtherOrigins(app, config)

  const limits = rateLimits(clock, config.rateLimits)
  const isTrusted = proxyMatcher(config.trustedProxies)
  const context = { app, authenticate: auth.access.verify, isTrusted, publicUrl: config.publicUrl }
  serveAccounts(context, deps, limits)
  servePortfolio(context, { ...orders, portfolio: deps.portfolio, clock }, limits.reads)
  serveMarkets(
    context,
    { sequencer, markets: deps.markets, stats: deps.stats, coinFacts: deps.coinFacts },
    limits.reads,
  )
  serveFiatRates(context, deps.fiatRates, limits.reads)
  serveOrders(context, orders, limits)
  serveEarn(context, { ...deps.rewards, historyKey: orders.historyKey }, limits)
  serveTransactions(context, orders, limits.reads)
  serveFunds(context, deps, limits)
  const { markets, linkOrigin, rewards } = deps
  const stamps = rewards.clock
  serveConvert(context, { sequencer, quotes: openQuotes({ sequencer, clock: stamps }), clock: stamps }, limits)
  serveReferrals(
    context,
    { ...orders, markets, clock: stamps, users: auth.users, invites: bot.invites, linkOrigin },
    limits,
  )
  serveWithdrawals(context, { ...deps.withdrawals, history: orders }, limits)
  serveIdentity(context, deps, limits)
  serveNotifications(context, deps.notifications, bot.isConfigured, limits.reads)
  if (bot.receive !== undefined) serveBotUpdates(app, bot.receive)
  if (config.email.type === 'shown')
    serveEmailInbox(app, {
      emails: deps.emailInbox,
      isKnownDevice: auth.isKnownDevice,
      config,
      linkOrigin: deps.linkOrigin,
    })
  const { networks } = deps.funds
  serveHealth(app, {
    ...deps.health,
    config,
    sequencer,
    projector,
    unavailableNetworks: () => unavailableNetworks(networks),
  })
  const limitFiles = limitByAddress(limits.files, isTrusted)
  serveOpenApi(app, config.appName, limitFiles)
  await serveStaticFiles(app, deps.clientFolder, limitFiles)
  await app.ready()
  return app
}

/** Logins, profile, credentials and freezes. */
function serveAccounts(
  context: RouteContext,
  { auth, bot, config, orders: { sequencer }, identity: { verificationOf }, rewards: { clock } }: AppDeps,
  limits: RateLimits,
): void {
  const profiles = { auth, sequencer, clock, mode: config.mode, verificationOf }
  serveSignIn(context, auth, limits)
  serveTelegram(context, { ...profiles, auth }, limits.signIn)
  serveLoginMethods(context, { auth, config, invites: bot.invites }, limits)
  serveEmail(context, auth, limits)
  serveAccount(context, profiles, limits.reads)
  serveSecurity(context, auth, limits)
  const { reauthenticateFully } = auth.security
  serveFreezes(context, openFreezes({ sequencer, clock, links: auth.freezeLinks, reauthenticateFully }), limits)
}

/** Deposits, reports of liabilities, and in play mode the external wallets and the endpoints of the play chains. */
function serveFunds(context: RouteContext, deps: AppDeps, limits: RateLimits): void {
  const { config, funds, orders, rewards, reportKey } = deps
  const { networks, ton, play } = funds
  const { sequencer } = orders
  serveDeposits(context, { sequencer, networks, hasTonConnect: config.tonConnect }, limits.reads)
  serveTonPayments(context, { sequencer, networks: ton }, limits.reads)
  serveLiabilities(context, { ...orders, networks, clock: rewards.clock, mode: config.mode, reportKey }, limits)
  if (config.mode === 'play') servePlayWallet(context, playNetworks(play), limits)
  const limit = limitByAddress(limits.reads, context.isTrusted)
  serveTonManifest(context.app, config, limit)
  if (play === undefined) return
  servePlayRpc(context.app, play.rpc, limit)
  if (play.ton !== undefined) servePlayTon(context.app, play.ton.api, limit)
}

function playNetworks(play: Funds['play']): ReadonlyMap<number, PlayNetwork> {
  if (play === undefined) return new Map()
  const { wallets, ton } = play
  const networks = new Map<number, PlayNetwork>([[ETHEREUM, { wallets, rpcPath: PLAY_RPC_PATH }]])
  return ton === undefined ? networks : networks.set(TON, { wallets: ton.wallets, rpcPath: PLAY_TON_RPC_PATH })
}

/** They use no login, so any page may call them. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([PLAY_RPC_PATH, PLAY_TON_RPC_PATH])

/** Also adds the security headers. */
function refuseOtherOrigins(app: FastifyInstance, config: AppDeps['config']): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request, config))
    const isRead = request.method === 'GET' || request.method === 'HEAD' || PUBLIC_PATHS.has(request.url)
    if (!isRead && isCrossOrigin(request.headers, config.publicUrl)) return refused(reply, refuse('FOREIGN_ORIGIN'))
  })
}
