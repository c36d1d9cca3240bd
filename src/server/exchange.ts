/** Starts the parts of the exchange in their order, and stops them in the reverse order. */

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { UserId } from '../contract/ids.ts'
import type { PaymentStep } from './custody/base/payment-step.ts'
import { openRewards } from './earn/open-rewards.ts'
import { freezesIn } from './freezes/freezes.ts'
import type { HttpListener } from './http/listener.ts'
import { coinFacts } from './markets/coin-facts.ts'
import { openFiatRates } from './markets/fiat-rates/fiat-rates.ts'
import { openDemoTraders } from './play/demo-traders.ts'
import { checkMode } from './play/mode-guard.ts'
import { openMarkets } from './play/open-markets.ts'
import { openDatabase } from './postgres/database.ts'
import { SERVER_NAME } from './postgres/writer-lock.ts'
import { proxyMatcher } from './runtime/client-ip.ts'
import type { Config } from './runtime/config.ts'
import { openForgedRows } from './runtime/forged-rows.ts'
import type { Log } from './runtime/log.ts'
import { HEALTH_TIMES, type HealthTimes } from './runtime/part-health.ts'
import type { SteadyClock } from './runtime/steady-clock.ts'
import type { Sequencer } from './sequencer/sequencer.ts'
import { setRules } from './sequencer/set-rules.ts'
import type { WriterSession } from './sequencer/writer-session.ts'
import { socketAuthenticator } from './sessions/socket-tickets.ts'
import { openSocketServer, SOCKET_LIMITS } from './websocket/server.ts'
import { buildApp } from './wiring/build-http-app.ts'
import { openListenerAndLead } from './wiring/lead.ts'
import { openAuth } from './wiring/open-auth.ts'
import { openCustody } from './wiring/open-custody.ts'
import { openEarn } from './wiring/open-earn.ts'
import { openParts } from './wiring/open-health.ts'
import { openMessages } from './wiring/open-messages.ts'
import { openOperatorActions } from './wiring/open-operator-actions.ts'
import { openSequencer } from './wiring/open-sequencer.ts'
import { openVerification } from './wiring/open-verification.ts'
import { openViews } from './wiring/open-views.ts'

/** What tests replace. */
type ExchangeDeps = {
  readonly clock: SteadyClock
  /** Milliseconds since any moment; never jumps. */
  readonly monotonic?: () => number
  readonly log: Log
  /** 'still': they have placed their first orders and never trade. */
  readonly demoTraders: 'absent' | 'still' | 'trading'
  /** Called between the steps of a payment. */
  readonly onPaymentStep?: (step: PaymentStep) => void
  readonly healthTimes?: HealthTimes
  /** Ends the wait of a standby with `StoppedWaiting`. */
  readonly stopping?: AbortSignal
}

export type Exchange = {
  readonly address: string
  readonly sequencer: Sequencer
  /** Resolves when the first start of each play chain has succeeded or failed. Orders are taken before. */
  readonly settled: Promise<unknown>
  stop(): Promise<void>
}

const PLAY_MONEY = '10000'
const CLIENT_FOLDER = join(import.meta.dirname, '../../dist')

/** Starts everything in order; stops what was started, last first, if a part fails to start or on `stop`. */
export async function startExchange(config: Config, deps: ExchangeDeps): Promise<Exchange> {
  const started: Started = []
  const stop = async (): Promise<void> => {
    for (let end = started.pop(); end !== undefined; end = started.pop()) await end()
  }
  try {
    return { ...(await start({ healthTimes: HEALTH_TIMES, ...deps, config, started })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** How each part is stopped that was started. */
type Started = (() => unknown)[]
type Start = ExchangeDeps & {
  readonly config: Config
  readonly healthTimes: HealthTimes
  readonly started: Started
}

async function start(deps: Start) {
  const { config, started } = deps
  const { listener, session } = await openListenerAndLead(deps, (opened) =>
    started.push(opened.closeConnections, opened.close),
  )
  if (session !== undefined) started.push(() => session.end())
  const core = await openCore(deps, session)
  const users = await openUsers(deps, core, config.publicUrl ?? listener.loopbackAddress)
  const money = await openMoney(deps, core, users)
  await serve(deps, listener, core, users, money)
  const { funds, payments } = money.custody
  funds.start()
  // A payment needs its chain. After a stop, the rounds of payments end at once.
  return { address: listener.address, sequencer: core.sequencer, settled: funds.settled.then(payments.start) }
}

/** The database, the running sequencer and everything that listens to it. */
async function openCore(deps: Start, session: WriterSession | undefined) {
  const { config, clock, log, healthTimes, started } = deps
  const { mode } = config
  const database = await openDatabase({ ...config, log, name: SERVER_NAME, isFenced: session !== undefined })
  started.push(database.close)
  await checkMode(database, config)

  const opened = await openSequencer({ ...deps, database, session })
  const { sequencer, stamps, stateAt, recordKey, anchorHealth } = opened
  const forged = openForgedRows(log)
  const [reportKey, historyKey] = [recordKey.deriveKey('liability reports'), recordKey.deriveKey('history')]
  const messages = await openMessages({ config, database, sequencer, recordKey, forged, clock, log, healthTimes })
  const { notifications, bot, outbox, notices } = messages
  const views = await openViews({ database, sequencer, stateAt, historyKey, notices, forged, clock, log })
  const { projector, markets, transactionUpdates, subscriptions } = views
  sequencer.listen(notifications)
  started.push(outbox.stop, notifications.stop, bot.stop, projector.stop, transactionUpdates.stop)
  started.push(subscriptions.stop, opened.stop)
  await opened.start(projector)
  const seed = config.seed ?? randomInt(2 ** 32)
  const backfillDays = deps.demoTraders === 'absent' ? 0 : config.backfillDays
  await openMarkets({ sequencer, mode, projector, clock: stamps, now: stamps.now(), backfillDays, seed, log })
  await setRules({ sequencer, mode, wanted: config.rules, log })
  await openRewards({ sequencer, mode, log })
  await sequencer.read(markets.load)
  await sequencer.read(notifications.start)
  return { database, sequencer, stamps, anchorHealth, recordKey, reportKey, historyKey, forged, seed, messages, views }
}

type Core = Awaited<ReturnType<typeof openCore>>

/** Who may do what, and what users earn. */
async function openUsers({ config, clock, log, healthTimes, started }: Start, core: Core, linkOrigin: string) {
  const { database, sequencer, stamps, recordKey, reportKey, forged, messages, views } = core
  const { bot, outbox, notifications } = messages
  const auth = await openAuth({
    dataDir: config.dataDir,
    appName: config.appName,
    botToken: config.botToken,
    google: config.google,
    rateLimits: config.rateLimits,
    emailsPerHour: config.emailsPerHour,
    playMoney: config.mode === 'play' ? PLAY_MONEY : undefined,
    database,
    sequencer,
    clock,
    log,
    healthTimes,
    forged,
    deriveKey: recordKey.deriveKey,
    outbox,
    referralOf: bot.referralOf,
    botNotices: bot,
    freezesOf: (user: UserId) => sequencer.read((state) => freezesIn(state, user, stamps.now())),
    linkOrigin,
  })
  await auth.users.openMissingAccounts()
  auth.onSignedIn(notifications.onSignedIn)
  const { publish } = views.subscriptions
  const verification = openVerification({
    config,
    database,
    sequencer,
    auth,
    publish,
    notifications,
    clock,
    log,
    forged,
  })
  started.push(verification.stop)
  const { projector } = views
  const [canVerify, { membership }] = [verification.hasProvider, bot]
  const own = { config, database, sequencer, projector, auth, canVerify, membership, reportKey, forged }
  const { rewards, dailyJobs } = openEarn({ ...own, stamps, clock, log })
  started.push(dailyJobs.stop)
  return { auth, verification, rewards, linkOrigin }
}

type Users = Awaited<ReturnType<typeof openUsers>>

/** What moves coins, and what they are worth. */
async function openMoney(deps: Start, core: Core, { auth }: Users) {
  const { config, clock, log, healthTimes, started } = deps
  const { database, sequencer, recordKey, forged, views } = core
  const custody = await openCustody({
    config,
    database,
    sequencer,
    users: auth.users,
    recordKey,
    clock,
    log,
    forged,
    changed: views.transactionUpdates.changed,
    onStep: deps.onPaymentStep,
    healthTimes,
  })
  started.push(custody.stop)
  sequencer.listen(custody.payments.listener)
  const { retryMillis } = healthTimes
  const fiatRates = openFiatRates({ source: config.fiatRatesUrl, clock, log, retryMillis })
  started.push(fiatRates.stop)
  return { custody, fiatRates }
}

type Money = Awaited<ReturnType<typeof openMoney>>

/** HTTP, sockets, the demo traders and the operators. */
async function serve(deps: Start, listener: HttpListener, core: Core, users: Users, { custody, fiatRates }: Money) {
  const { config, log, clock, started } = deps
  const { database, sequencer, recordKey, stamps, messages, views, historyKey } = core
  const { auth, verification, rewards, linkOrigin } = users
  const { projector, markets, marketData, portfolio } = views
  const { bot, notifications, outbox } = messages
  const parts = await openHealthOf(deps, core, users, { custody, fiatRates })
  started.push(parts.stop)
  const orders = { sequencer, projector, database, historyKey }
  const app = await buildApp({
    config,
    orders,
    projector,
    auth,
    rewards,
    funds: custody.funds,
    clock,
    health: { clocks: [clock, stamps], parts },
    log,
    markets,
    stats: marketData,
    portfolio,
    fiatRates,
    coinFacts,
    bot,
    notifications,
    verification,
    emailInbox: outbox.transport.inbox,
    linkOrigin,
    reportKey: core.reportKey,
    clientFolder: CLIENT_FOLDER,
  })
  started.push(() => app.close())
  const sockets = openSocketServer(listener.server, {
    orders,
    subscriptions: views.subscriptions,
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
  if (deps.demoTraders !== 'absent') {
    const demoTraders = await openDemoTraders(sequencer, core.seed, log)
    started.push(demoTraders.stop)
    if (deps.demoTraders === 'trading') demoTraders.start()
  }
  const { changed } = views.transactionUpdates
  const operators = { config, database, sequencer, recordKey, auth, rewards, custody, changed, stamps, log }
  started.push((await openOperatorActions(operators)).stop)
  bot.start(auth.recipients)
  listener.setHandler(app.routing)
  started.push(listener.close)
}

function openHealthOf(
  { config, clock, log, healthTimes }: Start,
  { database, sequencer, anchorHealth, views, messages }: Core,
  { auth }: Users,
  { custody: { funds, payments, signer }, fiatRates }: Money,
): ReturnType<typeof openParts> {
  return openParts({
    database,
    copies: config.journalCopies,
    sequencer,
    anchorHealth,
    projector: views.projector,
    networks: funds.networks,
    reconcilers: payments.reconcilers,
    refusals: payments.refusals,
    signer,
    email: messages.outbox,
    bot: messages.bot,
    fiatRates,
    google: auth.google,
    accounts: auth.accounts,
    clock,
    log,
    healthTimes,
  })
}
