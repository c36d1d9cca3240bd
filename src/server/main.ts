/** The wiring diagram: which part is handed which, in what order they start, and in what order they stop. */

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Millis } from '../contract/ids.ts'
import { trusts } from './client-address.ts'
import { type Clock, heldClock, systemClock } from './clock.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { JournalTaken, PoolerFound } from './core/journal.ts'
import { keepToMode, OtherMode } from './core/kind-of-money.ts'
import { openPostgresJournal } from './core/postgres-journal.ts'
import { postgresSnapshots } from './core/postgres-snapshots.ts'
import { JournalBroken } from './core/recovery.ts'
import { Sequencer } from './core/sequencer.ts'
import { openSnapshots, type StoredSnapshots, stateAt } from './core/snapshots.ts'
import { isUser } from './demo/demo-accounts.ts'
import { startDemoTraders } from './demo/demo-traders.ts'
import { isPastOpen, liveThePast, openPast } from './demo/past.ts'
import { openFiatRates } from './fiat/fiat-rates.ts'
import { openChannels } from './gateway/channels.ts'
import { openGateway, SOCKET_LIMITS } from './gateway/gateway.ts'
import { buildApp } from './http/app.ts'
import { openFrontDoor, PortTaken } from './http/front-door.ts'
import { startingView } from './http/health.ts'
import { type Identity, openIdentity } from './identity/identity.ts'
import { OtherSecretKey } from './identity/secret.ts'
import { coinFacts } from './listing/coin-facts.ts'
import { type KnownPairs, knownPairs } from './listing/known-pairs.ts'
import { listCatalogue } from './listing/list.ts'
import { type Log, openLog } from './log.ts'
import { openOutbox } from './mail/outbox.ts'
import { openPost } from './mail/post.ts'
import { openMarketData } from './market-data/market-data.ts'
import { openPortfolio } from './portfolio/portfolio.ts'
import { type Database, NoDatabase, openDatabase } from './postgres/database.ts'
import { everyProjection } from './projections/every.ts'
import { beginPositions } from './projections/opening-positions.ts'
import { type Projector, startProjector } from './projections/projector.ts'
import { botOf } from './telegram/bot.ts'

/** What a test may replace. */
export type Surroundings = {
  readonly clock: Clock
  readonly log: Log
  readonly hasDemoTraders: boolean
}

export type Exchange = { readonly address: string; readonly sequencer: Sequencer; stop(): Promise<void> }

const PLAY_MONEY = '10000'
const LOCK_PATIENCE_MILLIS = 5_000
const LOCK_RETRY_MILLIS = 250
const STOP_MILLIS = 4_500
const DAY_MILLIS = 24 * 60 * 60 * 1_000
/** How long the past waits for the tables at most, now and then. */
const PAST_PATIENCE_MILLIS = 10_000
const PAGES = join(import.meta.dirname, '../../dist')

/** Starts everything in order. What started stops again, last first, at the end or when something does not start. */
export async function startExchange(config: Config, surroundings: Surroundings): Promise<Exchange> {
  const started: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (let end = started.pop(); end !== undefined; end = started.pop()) await end()
  }
  try {
    return { ...(await wire(config, surroundings, started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function wire(config: Config, { clock, log, hasDemoTraders }: Surroundings, started: (() => unknown)[]) {
  const door = await openFrontDoor(config.host, config.port, () => startingView(config))
  started.push(door.clear)
  const database = await openDatabase({ ...config, log })
  started.push(database.close)
  await keepToMode(database, config.mode)

  const openJournal = () => openPostgresJournal(database)
  const stamps = heldClock(clock)
  const store = postgresSnapshots(database.pool, !config.keepsJournal)
  const snapshots = openSnapshots({ store, log })
  const refusesOldClock = config.mode === 'live'
  const sequencer = new Sequencer({ openJournal, clock: stamps, log, snapshots, refusesOldClock })
  const pairs = knownPairs()
  const projector = await openPastTables(database, store, pairs, log)
  const marketData = await openMarketData(database, clock, pairs)
  const portfolio = await openPortfolio(database, pairs, isUser)
  const channels = openChannels({ sequencer, marketData, portfolio })
  const bot = await botOf({ config, database, sequencer, clock, log })
  for (const listener of [pairs, projector, marketData, portfolio, channels, bot]) sequencer.listen(listener)
  started.push(bot.stop, projector.stop, channels.stop, () => sequencer.stop())
  await startPatiently(sequencer, projector.seq)
  const seed = config.seed ?? randomInt(2 ** 32)
  const days = hasDemoTraders ? config.pastDays : 0
  const now = clock.now()
  await openMarkets({ sequencer, stamps, seed, from: now - days * DAY_MILLIS, now, projector })

  const playMoney = config.mode === 'play' ? PLAY_MONEY : undefined
  const { referralOf } = bot
  const outbox = openOutbox({ database, post: openPost(config.mail, { ...config, log }), clock, log })
  started.push(outbox.stop)
  const identity = await openIdentity({ ...config, database, sequencer, clock, log, playMoney, outbox, referralOf })
  await finishSignUps(identity, log)
  identity.onSignedIn(bot.signedIn)

  const fiat = openFiatRates({ source: config.fiatRatesUrl, clock, log })
  started.push(fiat.stop)
  const desk = { sequencer, projector, database }
  const app = await buildApp({
    config,
    desk,
    projector,
    identity,
    figures: marketData,
    fiat,
    portfolio,
    clock,
    log,
    coinFacts,
    bot,
    lettersShown: outbox.post.shown,
    pages: PAGES,
  })
  started.push(() => app.close())
  const whoIs = socketBearer(identity, config)
  const limits = config.rateLimits ? SOCKET_LIMITS : 'off'
  const isTrusted = trusts(config.trustedProxies)
  const { publicUrl } = config
  const gateway = openGateway(door.server, { desk, channels, clock, log, whoIs, limits, isTrusted, publicUrl })
  identity.onSignedOut(gateway.endFamily)
  started.push(gateway.stop)
  if (hasDemoTraders) {
    const traders = await startDemoTraders(sequencer, seed, log)
    started.push(traders.stop)
  }
  bot.start()
  door.answerWith(app.routing)
  started.push(door.close)
  return { address: door.address, sequencer }
}

/** Whose a ticket is, or where that is allowed an access token, in the path of a socket. */
const socketBearer =
  ({ tickets, access }: Identity, { socketAccessToken }: Config) =>
  async (token: string) =>
    tickets.spend(token) ?? (socketAccessToken ? access.read(token) : undefined)

/** Written from where each has come to; positions that begin where the journal was cut off begin with what is there. */
async function openPastTables(database: Database, store: StoredSnapshots, pairs: KnownPairs, log: Log) {
  const projector = await startProjector(database, everyProjection(pairs, isUser), log)
  await beginPositions(database, (seq) => stateAt(store, seq), isUser)
  return projector
}

/** A crash may fall between the two halves of a sign-up. */
async function finishSignUps({ users }: Identity, log: Log): Promise<void> {
  const opened = await users.reconcile()
  if (opened > 0) log.warn({ opened }, 'opened accounts that an earlier sign-up had left undone')
}

type Opening = {
  readonly sequencer: Sequencer
  readonly stamps: ReturnType<typeof heldClock>
  readonly seed: number
  /** The past begins then; now for none. */
  readonly from: Millis
  readonly now: Millis
  readonly projector: Projector
}

/** Lists what is in the catalogue, and lives the past to its end: what an earlier start left undone is done then too. */
async function openMarkets({ sequencer, stamps, seed, from, now, projector }: Opening): Promise<void> {
  if (from < now && sequencer.seq === 0) {
    stamps.hold(from)
    await openPast(sequencer)
  }
  const isPast = from < now && (await sequencer.read(isPastOpen))
  if (isPast) stamps.hold(from)
  await listCatalogue(sequencer)
  if (isPast) {
    const written = () => projector.caughtUp(sequencer.seq, PAST_PATIENCE_MILLIS)
    await liveThePast({ sequencer, turnTo: stamps.hold, now, seed, written })
  }
  stamps.letGo()
}

/** The one before us may still be on its way out. */
async function startPatiently(sequencer: Sequencer, heard: number): Promise<void> {
  const until = performance.now() + LOCK_PATIENCE_MILLIS
  for (;;) {
    try {
      return await sequencer.start(heard)
    } catch (error) {
      if (!(error instanceof JournalTaken) || performance.now() > until) throw error
      await pause(LOCK_RETRY_MILLIS)
    }
  }
}

/** What went wrong in a sentence, where whoever starts us can do something about it; else undefined. */
function complaintOf(error: unknown): string | undefined {
  const isPlain = [
    BadSetting,
    NoDatabase,
    OtherMode,
    PortTaken,
    JournalTaken,
    PoolerFound,
    JournalBroken,
    OtherSecretKey,
  ].some((kind) => error instanceof kind)
  return isPlain ? (error as Error).message : undefined
}

async function run(): Promise<void> {
  const config = readConfig()
  const log = openLog(config.logLevel)
  const broken = (error: unknown): void => {
    log.fatal({ err: error }, 'the exchange ends: it cannot go on with doubtful money')
    process.exit(1)
  }
  process.on('uncaughtException', broken)
  process.on('unhandledRejection', broken)

  let stopping = false
  const starting = startExchange(config, { clock: systemClock, log, hasDemoTraders: config.mode === 'play' })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => {
        log.error(`not everything stopped in ${STOP_MILLIS / 1_000} s`)
        process.exit(1)
      }, STOP_MILLIS).unref()
      starting.then(({ stop }) => stop()).then(() => process.exit(0), broken)
    })
  const { address } = await starting
  const money = config.mode === 'play' ? ' with play money' : ''
  process.stdout.write(`${config.appName} is open at ${address}${money}\n`)
}

if (import.meta.main)
  run().catch((error: unknown) => {
    process.stderr.write(`${complaintOf(error) ?? (error instanceof Error ? error.stack : error)}\n`)
    process.exit(1)
  })
