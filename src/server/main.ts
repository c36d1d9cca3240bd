/** Wires the server together: what each part depends on, the order of the start, and the reverse order of the stop. */

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { UserId } from '../contract/ids.ts'
import { type Auth, openAuth } from './auth/auth.ts'
import type { PaymentStep } from './custody/base/payment-step.ts'
import { openMissingPayments } from './custody/ton/missing-payments.ts'
import { openRewards } from './earn/open-rewards.ts'
import { openRewardsOfUsers, type RewardsDeps } from './earn/rewards.ts'
import { openOutbox } from './email/outbox.ts'
import { openEmailTransport } from './email/transport.ts'
import { freezeNotices } from './freezes/freeze-notices.ts'
import { freezesIn } from './freezes/freezes.ts'
import { connectionLimits } from './http/connection-limits.ts'
import { type HttpListener, openListener } from './http/listener.ts'
import { startingView } from './http/routes/health.ts'
import type { Identity } from './identity/identity.ts'
import { coinFacts } from './markets/coin-facts.ts'
import { committedMarkets } from './markets/committed-markets.ts'
import { openFiatRates } from './markets/fiat-rates/fiat-rates.ts'
import { openMarketData } from './markets/market-data.ts'
import { pairCache } from './markets/pair-cache.ts'
import { openNotifications } from './notifications/notifications.ts'
import { ownRows } from './notifications/own-rows.ts'
import { openActions } from './operator/actions.ts'
import { openOperatorSocket } from './operator/operator-socket.ts'
import { isUser } from './play/demo-accounts.ts'
import { startDemoTraders } from './play/demo-traders.ts'
import { checkMode } from './play/mode-guard.ts'
import { openMarkets } from './play/open-markets.ts'
import { openPortfolio } from './portfolio/portfolio.ts'
import { openDatabase } from './postgres/database.ts'
import { proxyMatcher } from './runtime/client-ip.ts'
import { type Config, readConfig } from './runtime/config.ts'
import { openForgedRows } from './runtime/forged-rows.ts'
import { type Log, openServerLog } from './runtime/log.ts'
import { HEALTH_TIMES, type HealthTimes } from './runtime/part-health.ts'
import { settledWithin } from './runtime/settled-within.ts'
import type { SteadyClock } from './runtime/steady-clock.ts'
import { systemClock } from './runtime/system-clock.ts'
import type { Sequencer } from './sequencer/sequencer.ts'
import { setRules } from './sequencer/set-rules.ts'
import { socketAuthenticator } from './sessions/socket-tickets.ts'
import { failureText, isForOperator } from './start-failure.ts'
import { openBotIfConfigured } from './telegram-bot/bot.ts'
import { openTransactionUpdates } from './transactions/transaction-updates.ts'
import { openSocketServer, SOCKET_LIMITS } from './websocket/server.ts'
import { openSubscriptions } from './websocket/subscriptions.ts'
import { transactionMessage } from './wire/transaction.ts'
import { buildApp } from './wiring/build-http-app.ts'
import { openCustody } from './wiring/open-custody.ts'
import { openDailyJobs } from './wiring/open-daily-jobs.ts'
import { openParts } from './wiring/open-health.ts'
import type { Funds } from './wiring/open-networks.ts'
import { openReadModels } from './wiring/open-read-models.ts'
import { openSequencer } from './wiring/open-sequencer.ts'
import { openIdentityCheck } from './wiring/open-verification.ts'
import type { WithdrawalDeps } from './withdrawals/withdrawal-deps.ts'

/** What tests replace. */
type ExchangeDeps = {
  readonly clock: SteadyClock
  /** Milliseconds since any moment; never jumps. */
  readonly monotonic?: () => number
  readonly log: Log
  readonly hasDemoTraders: boolean
  /** Called between the steps of a payment. */
  readonly onPaymentStep?: (step: PaymentStep) => void
  readonly healthTimes?: HealthTimes
}

export type Exchange = {
  readonly address: string
  readonly sequencer: Sequencer
  /** Resolves when the first start of each play chain has succeeded or failed. Orders are taken before. */
  readonly settled: Promise<unknown>
  stop(): Promise<void>
}

const PLAY_MONEY = '10000'
/** How long the message with the address waits for the play chains. */
const SETTLE_MILLIS = 60_000
const CLIENT_FOLDER = join(import.meta.dirname, '../../dist')

/** Starts everything in order; stops what was started, last first, if a part fails to start or on `stop`. */
export async function startExchange(config: Config, deps: ExchangeDeps): Promise<Exchange> {
  const started: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (let end = started.pop(); end !== undefined; end = started.pop()) await end()
  }
  try {
    return { ...(await wire(config, { healthTimes: HEALTH_TIMES, ...deps }, started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Started = (() => unknown)[]
type WireDeps = ExchangeDeps & { readonly healthTimes: HealthTimes }

async function wire(config: Config, deps: WireDeps, started: Started) {
  const limits = connectionLimits(config, deps.log)
  const listener = await openListener(config.host, config.port, () => startingView(config), limits)
  started.push(listener.closeConnections, listener.close)
  const core = await openCore(config, deps, started)
  const { settled } = await serve(config, deps, core, listener, started)
  return { address: listener.address, sequencer: core.sequencer, settled }
}

/** The database, the running sequencer and everything that listens to it. */
async function openCore(config: Config, deps: WireDeps, started: Started) {
  const { clock, log, hasDemoTraders, healthTimes } = deps
  const database = await openDatabase({ ...config, log })
  started.push(database.close)
  await checkMode(database, config)

  const opened = await openSequencer({ ...deps, database, config })
  const { sequencer, stamps, start, recordKey, anchorHealth } = opened
  const pairs = pairCache()
  const forged = openForgedRows(log)
  const rows = ownRows(recordKey.deriveKey('notifications'), forged)
  const notifications = await openNotifications({ database, clock, log, rows })
  const keyed = { rows, forged, referralKey: recordKey.deriveKey('bot referrals') }
  const [reportKey, historyKey] = [recordKey.deriveKey('liability reports'), recordKey.deriveKey('history')]
  const bot = await openBotIfConfigured({ ...deps, ...keyed, config, database, sequencer, notifications })
  const transport = openEmailTransport(config.email, { ...config, log, healthTimes })
  const outbox = openOutbox({ database, transport, clock, log })
  const notices = freezeNotices({ outbox, botNotices: bot })
  const place = { ...opened, database, forged, log }
  const projector = await openReadModels({ ...place, pairs, isRecorded: isUser, historyKey, notices })
  const marketData = await openMarketData(database, clock, pairs)
  const portfolio = await openPortfolio(database, pairs, isUser)
  const markets = committedMarkets()
  const subscriptions = openSubscriptions({ sequencer, markets, marketData, portfolio, clock })
  const transactionUpdates = openTransactionUpdates({
    ...{ database, sequencer, projector, historyKey, log },
    isConnected: subscriptions.isConnected,
    publish: (user, facts) => subscriptions.publish(user, transactionMessage(facts)),
  })
  const listeners = [pairs, markets, projector, marketData, portfolio, subscriptions, notifications, transactionUpdates]
  for (const part of listeners) sequencer.listen(part)
  started.push(outbox.stop, notifications.stop, bot.stop, projector.stop, transactionUpdates.stop)
  started.push(subscriptions.stop, opened.stop)
  await start(projector)
  const seed = config.seed ?? randomInt(2 ** 32)
  const backfillDays = hasDemoTraders ? config.backfillDays : 0
  const { mode } = config
  await openMarkets({ sequencer, mode, projector, clock: stamps, now: stamps.now(), backfillDays, seed, log })
  await setRules({ sequencer, mode, wanted: config.rules, log })
  await openRewards({ sequencer, mode, log })
  await sequencer.read(markets.load)
  await sequencer.read(notifications.start)
  const read = { projector, marketData, portfolio, markets, subscriptions, notifications, transactionUpdates }
  const keys = { recordKey, reportKey, historyKey }
  return { database, sequencer, stamps, anchorHealth, ...read, bot, outbox, seed, forged, ...keys }
}

type Core = Awaited<ReturnType<typeof openCore>>

/** Users, HTTP, sockets and the demo traders. */
async function serve(config: Config, deps: WireDeps, core: Core, listener: HttpListener, started: Started) {
  const { clock, log, hasDemoTraders, healthTimes } = deps
  const { database, sequencer, stamps, projector, marketData, portfolio, markets, subscriptions, bot, seed } = core
  const { notifications, outbox, recordKey, forged, reportKey } = core
  const { deriveKey } = recordKey
  const playMoney = config.mode === 'play' ? PLAY_MONEY : undefined
  const linkOrigin = config.publicUrl ?? listener.loopbackAddress
  const freezesOf = (user: UserId) => sequencer.read((state) => freezesIn(state, user, stamps.now()))
  const shown = { playMoney, outbox, referralOf: bot.referralOf, botNotices: bot, freezesOf, linkOrigin }
  const auth = await openAuth({ ...config, ...shown, deriveKey, database, sequencer, clock, log, healthTimes, forged })
  await auth.users.openMissingAccounts()
  auth.onSignedIn(notifications.onSignedIn)
  const identity = openIdentityCheck({ config, ...core, auth, publish: subscriptions.publish, clock, log })
  started.push(identity.stop)
  const rewards = openEarn(config, deps, core, auth, identity, started)
  const { changed } = core.transactionUpdates
  const custodyDeps = { config, ...core, ...auth, clock, log, changed, onStep: deps.onPaymentStep, healthTimes }
  const { funds, payments, signer, stop } = await openCustody(custodyDeps)
  started.push(stop)
  sequencer.listen(payments.listener)

  const fiatRates = openFiatRates({ source: config.fiatRatesUrl, clock, log, ...healthTimes })
  started.push(fiatRates.stop)
  const orders = { sequencer, projector, database, historyKey: core.historyKey }
  const emailInbox = outbox.transport.inbox
  const withdrawals = openWithdrawalDeps(config, core, auth, funds, identity)
  const views = { projector, rewards, withdrawals, identity, portfolio, fiatRates, coinFacts }
  const shared = { config, orders, auth, funds, ...views, bot, notifications, clock, log, emailInbox, reportKey }
  const own = { ...auth, ...core, ...funds, ...payments, signer, email: outbox, fiatRates }
  const parts = await openParts({ ...own, clock, log, healthTimes })
  started.push(parts.stop)
  const health = { clocks: [clock, stamps], parts }
  const app = await buildApp({ ...shared, linkOrigin, health, markets, stats: marketData, clientFolder: CLIENT_FOLDER })
  started.push(() => app.close())
  const sockets = openSocketServer(listener.server, {
    orders,
    subscriptions,
    markets,
    clock: stamps,
    log,
    authenticate: socketAuthenticator(auth, config.socketAccessToken),
    limits: config.rateLimits ? SOCKET_LIMITS : 'off',
    isTrusted: proxyMatcher(config.trustedProxies),
    publicUrl: config.publicUrl,
  })
  auth.onSignedOut(sockets.closeRevoked)
  // Everything that was committed is answered before a connection is closed.
  started.push(sockets.stop, () => Promise.all([listener.answered(), sockets.answered()]))
  started.push(() => sequencer.drain())
  if (hasDemoTraders) started.push((await startDemoTraders(sequencer, seed, log)).stop)
  const execute = openActions({
    ...{ ...auth, ...payments },
    ...{ sequencer, appeals: rewards.appeals, signer: signer.client, networks: funds.networks },
    recordKey: recordKey.bytes,
    endpoints: config.mode === 'live' ? { evm: config.evmRpcUrls.length, ton: config.tonApiUrls.length } : undefined,
    missing: openMissingPayments({ ...core, networks: funds.ton, log, now: stamps.now, onWithdrawal: changed }),
    endSessions: auth.security.sessions.revokeAll,
    now: stamps.now,
  })
  const operatorSocket = await openOperatorSocket({ dataDir: config.dataDir, execute, log })
  started.push(operatorSocket.stop)
  bot.start(auth.recipients)
  listener.setHandler(app.routing)
  started.push(listener.close)
  funds.start()
  // A payment needs its chain. After a stop, the rounds of payments end at once.
  return { settled: funds.settled.then(payments.start) }
}

function openWithdrawalDeps(
  { mode }: Config,
  { database, sequencer, stamps }: Core,
  { users, records, security }: Auth,
  { networks }: Funds,
  { hasProvider: canVerify }: Identity,
): WithdrawalDeps {
  const account = { users, records, canVerify, verifyCode: security.verifyCode }
  return { sequencer, database, clock: stamps, mode, ...account, networks }
}

/** Rewards of users, and what is done once a day. */
function openEarn(
  config: Config,
  { clock, log }: ExchangeDeps,
  core: Core,
  auth: Auth,
  { hasProvider: canVerify }: Identity,
  started: Started,
): RewardsDeps {
  const { database, sequencer, stamps, projector, bot, forged, reportKey } = core
  const { users, deviceIds, markKey, security } = auth
  const hasTwoFactor = async (user: UserId) => (await security.twoFactor.status(user)).isOn
  const { membership } = bot
  const own = { users, deviceIds, markKey, hasTwoFactor, membership, canVerify, areLimitsOn: config.rateLimits }
  const rewards = openRewardsOfUsers({ sequencer, projector, database, stamps, clock, log, forged, ...own })
  auth.onSessionStarted(rewards.linkedAccounts.onSessionStarted)
  const dailyJobs = openDailyJobs({ sequencer, database, clock: stamps, log, mode: config.mode, reportKey })
  started.push(dailyJobs.stop)
  dailyJobs.start()
  return rewards
}

async function run(): Promise<void> {
  const config = readConfig(undefined, process.argv.slice(2))
  const log = openServerLog(config.logLevel)
  const exitAfter = (error: unknown): void => {
    if (isForOperator(error)) process.stderr.write(`${failureText(error)}\n`)
    else log.fatal({ event: 'process.failed', err: error }, 'exiting: balances may be inconsistent after this error')
    process.exit(1)
  }
  process.on('uncaughtException', exitAfter)
  process.on('unhandledRejection', exitAfter)

  let isStopping = false
  const starting = startExchange(config, { clock: systemClock(), log, hasDemoTraders: config.mode === 'play' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => {
        log.error({ event: 'process.stop_timeout' }, `the stop took longer than ${config.stopMillis / 1_000} s`)
        process.exit(1)
      }, config.stopMillis).unref()
      starting.then(({ stop }) => stop()).then(() => process.exit(0), exitAfter)
    })
  const { address, settled } = await starting
  // Last, where a person looks for it.
  await settledWithin([settled], SETTLE_MILLIS)
  if (isStopping) return
  const money = config.mode === 'play' ? ' with play money' : ''
  process.stdout.write(`${config.appName} is open at ${address}${money}\n`)
}

if (import.meta.main)
  run().catch((error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  })
