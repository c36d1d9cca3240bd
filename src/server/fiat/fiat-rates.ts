/** What a USDT is worth in the currencies people think in. Only for show: whatever happens here touches nothing else. */

import type { Millis } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Rates, readRates } from './read-rates.ts'
import { SHIPPED_AT, SHIPPED_RATES } from './shipped-rates.ts'

/** A USDT counts as a dollar. */
export type FiatTable = { readonly rates: Rates; readonly updatedAt: Millis }

export type FiatRates = {
  /** The last good table. */
  current(): FiatTable
  /** Asks the source; a table that cannot be had or believed changes nothing. Never throws. */
  refresh(): Promise<void>
  stop(): void
}

export type FiatParts = {
  /** Undefined: the shipped table is all there is. */
  readonly source: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly patienceMillis?: number
}

const EVERY_MILLIS = 60 * 60 * 1_000
const PATIENCE_MILLIS = 10_000
const MOST_BYTES = 262_144

/** Asks at once and every hour; nobody waits for it. */
export function openFiatRates({ source, clock, log, patienceMillis = PATIENCE_MILLIS }: FiatParts): FiatRates {
  let table: FiatTable = { rates: SHIPPED_RATES, updatedAt: SHIPPED_AT }
  const stopping = new AbortController()

  async function ask(): Promise<void> {
    if (source === undefined) return
    try {
      const patience = AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMillis)])
      const rates = readRates(await textAt(source, patience))
      table = { rates, updatedAt: clock.now() }
    } catch (error) {
      // The words alone: an address may hold a key.
      if (!stopping.signal.aborted) log.warn({ why: wordsOf(error) }, 'the fiat rates stay as they were')
    }
  }

  // One question at a time, so that an older answer cannot come after a newer one.
  let asking: Promise<void> | undefined
  const refresh = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  const timer = source === undefined ? undefined : setInterval(() => void refresh(), EVERY_MILLIS)
  void refresh()
  return {
    current: () => table,
    refresh,
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

/** A redirect is not followed: whoever configured the address meant that one. */
async function textAt(address: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`the source answered ${reply.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`the source says more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : 'unknown')
