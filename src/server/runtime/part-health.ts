/** How each part of the server is: read again and again, so that `since` is right and each failure is in the log. */

import type { Log } from './log.ts'

/** `off`: not configured. A reason is public: it contains no key. */
export type PartReading =
  | { readonly state: 'ok' | 'off' }
  | { readonly state: 'failing' | 'paused'; readonly reason: string }

export type PartHealth = PartReading & {
  /** Milliseconds since 1970. */
  readonly since: number
}

/** By name. */
export type PartReadings = ReadonlyMap<string, PartReading>

export type HealthOfParts = {
  /** As they are now. */
  read(): ReadonlyMap<string, PartHealth>
  stop(): void
}

/** How soon a failure is seen, in milliseconds. */
export type HealthTimes = {
  /** Between two readings of all parts. */
  readonly readMillis: number
  /** A part that keeps failing is logged again after this time. */
  readonly logMillis: number
  /** Between two checks of a process of ours, and how long it may take to answer. */
  readonly ownMillis: number
  readonly answerMillis: number
  /** Between two queries to a database that commits nothing, and how long one may take: then no orders are taken. */
  readonly databaseMillis: number
  /** Between two comparisons of the tables with those of this version. */
  readonly schemaMillis: number
  /** Between two checks of a service of others, and after a failed one. */
  readonly serviceMillis: number
  readonly retryMillis: number
  /** Without a successful look at its chain for this long, a network is delayed. */
  readonly delayedMillis: number
  /** A network whose books and chain were not compared for this long is failing. */
  readonly comparedMillis: number
  /** Between two calls of ANCHOR_COMMAND. */
  readonly anchorMillis: number
}

export const HEALTH_TIMES: HealthTimes = {
  readMillis: 1_000,
  logMillis: 10 * 60_000,
  ownMillis: 5_000,
  answerMillis: 5_000,
  databaseMillis: 2_000,
  schemaMillis: 60_000,
  serviceMillis: 5 * 60_000,
  retryMillis: 30_000,
  delayedMillis: 20_000,
  comparedMillis: 10 * 60_000,
  anchorMillis: 60_000,
}

export const OK: PartReading = { state: 'ok' }
export const OFF: PartReading = { state: 'off' }

/** Ok without a reason. */
export const failingIf = (reason: string | undefined): PartReading =>
  reason === undefined ? OK : { state: 'failing', reason }

type PartHealthDeps = {
  readonly readings: () => PartReadings
  readonly now: () => number
  readonly log: Log
  readonly times: HealthTimes
}

/** Reads the parts from now on. */
export function openPartHealth({ readings, now, log, times }: PartHealthDeps): HealthOfParts {
  const known = new Map<string, PartHealth>()
  /** By the monotonic clock. */
  const loggedAt = new Map<string, number>()

  function note(part: string, found: PartReading): void {
    const before = known.get(part)
    const since = before?.state === found.state ? before.since : now()
    const health = { ...withoutUrls(found), since }
    known.set(part, health)
    if (health.state === 'failing') logFailure(part, health)
    else if (loggedAt.delete(part)) log.info({ event: 'part.recovered', part }, 'a part of the server works again')
  }

  function logFailure(part: string, { reason, since }: { readonly reason: string; readonly since: number }): void {
    const moment = performance.now()
    const last = loggedAt.get(part)
    if (last !== undefined && moment - last < times.logMillis) return
    loggedAt.set(part, moment)
    const facts = { event: 'part.failing', part, reason, since: new Date(since).toISOString() }
    log.error(facts, last === undefined ? 'a part of the server fails' : 'a part of the server still fails')
  }

  function read(): ReadonlyMap<string, PartHealth> {
    for (const [part, found] of readings()) note(part, found)
    return known
  }

  read()
  const timer = setInterval(read, times.readMillis).unref()
  return { read, stop: () => clearInterval(timer) }
}

const URL_TEXT = /\b[a-z][a-z\d+.-]*:\/\/\S+/gi
const MAX_REASON_LENGTH = 200

/** A URL may contain a key. */
const withoutUrls = (found: PartReading): PartReading =>
  'reason' in found
    ? { state: found.state, reason: found.reason.replace(URL_TEXT, '(URL)').slice(0, MAX_REASON_LENGTH) }
    : found
