/** Exchange rates of USDT to fiat currencies, for display only. */

import type { Millis } from '../../../contract/ids.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { failingIf, HEALTH_TIMES, OFF, type PartReading } from '../../runtime/part-health.ts'
import { DEFAULT_RATES, DEFAULT_RATES_AT } from './default-rates.ts'
import { parseRates, type Rates } from './parse-rates.ts'

/** One USDT counts as one dollar. */
type FiatTable = { readonly rates: Rates; readonly updatedAt: Millis }

export type FiatRates = {
  /** The last valid table. */
  current(): FiatTable
  /** Requests the source; keeps the current table if the request or the validation fails. Never throws. */
  refresh(): Promise<void>
  /** For `/health`. */
  readonly health: PartReading
  stop(): void
}

type FiatRatesDeps = {
  /** Undefined: the built-in rates are used. */
  readonly source: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMillis?: number
  /** After a failed request; overridden by tests. */
  readonly retryMillis?: Millis
}

const INTERVAL_MILLIS = 60 * 60 * 1_000
const TIMEOUT_MILLIS = 10_000
const MAX_BYTES = 262_144

/** Requests the rates at once and every hour, in the background; after a failure sooner. */
export function openFiatRates(deps: FiatRatesDeps): FiatRates {
  const { source, clock, log, timeoutMillis = TIMEOUT_MILLIS, retryMillis = HEALTH_TIMES.retryMillis } = deps
  let table: FiatTable = { rates: DEFAULT_RATES, updatedAt: DEFAULT_RATES_AT }
  let failure: string | undefined
  const stopping = new AbortController()

  async function request(): Promise<void> {
    if (source === undefined) return
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMillis)])
      const rates = parseRates(await fetchText(source, signal))
      table = { rates, updatedAt: clock.now() }
      failure = undefined
    } catch (error) {
      // Only the message: the URL may contain an API key.
      const reason = reasonOf(error)
      failure = reason
      if (!stopping.signal.aborted) log.warn({ event: 'fiat_rates.failed', reason }, 'fiat rates could not be updated')
    }
  }

  // One request at a time, so that an older reply cannot replace a newer one.
  let refreshing: Promise<void> | undefined
  const refresh = (): Promise<void> => {
    refreshing ??= request().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  let timer: NodeJS.Timeout | undefined
  async function run(): Promise<void> {
    await refresh()
    if (source === undefined || stopping.signal.aborted) return
    timer = setTimeout(() => void run(), failure === undefined ? INTERVAL_MILLIS : retryMillis)
  }
  void run()
  return {
    get health() {
      return source === undefined ? OFF : failingIf(failure)
    },
    current: () => table,
    refresh,
    stop() {
      clearTimeout(timer)
      stopping.abort()
    },
  }
}

/** Redirects are not followed. */
async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`the source answered ${reply.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`the reply exceeds ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown')
