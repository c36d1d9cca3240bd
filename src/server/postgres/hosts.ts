/** A database with several hosts: connections go to the one that can be written. node-postgres knows no lists of hosts. */

import type pg from 'pg'
import { addressesIn } from '../runtime/database-address.ts'
import { Client } from './client.ts'
import { queryOne } from './query.ts'

export type Hosts = {
  /** Of the host that was found last, the first one at the beginning. */
  readonly address: string
  /**
   * Asks the host that was found last; if it cannot be written, all of them at once, and finds the one that was promoted last. Each is
   * asked for at most `STEP_MILLIS`. Throws the error of one if none can be written. A single host is not asked.
   */
  find(): Promise<void>
  /** `listener` is called when another host was found. */
  onMoved(listener: () => void): void
}

/** `timeline`: how many promotions its history has. */
type Found = { readonly address: string; readonly timeline: number }

const STEP_MILLIS = 1_500

/** A standby that is not promoted, a server that was set to read only, or one that another one has replaced. */
class ReadOnlyHost extends Error {
  readonly code = '25006'
  constructor() {
    super('it can only be read')
  }
}

export function openHosts(databaseUrl: string, options: pg.ClientConfig): Hosts {
  const addresses = addressesIn(databaseUrl)
  const listeners: (() => void)[] = []
  let current = addresses[0] ?? databaseUrl
  /** A server with an earlier one was replaced. */
  let newest = 0
  async function ask(address: string): Promise<Found> {
    const timeline = await timelineOf({ ...options, connectionString: address })
    if (timeline < newest) throw new ReadOnlyHost()
    return { address, timeline }
  }
  async function findAmongAll(): Promise<Found> {
    const answers = await Promise.allSettled(addresses.map(ask))
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const [best] = found.toSorted((a, b) => b.timeline - a.timeline)
    if (best === undefined) throw answers.find((answer) => answer.status === 'rejected')?.reason
    return best
  }
  return {
    get address() {
      return current
    },
    async find() {
      if (addresses.length === 1) return
      const found = newest === 0 ? await findAmongAll() : await ask(current).catch(findAmongAll)
      newest = Math.max(newest, found.timeline)
      // Another call has found a later one meanwhile.
      if (found.timeline < newest) return
      if (found.address === current) return
      current = found.address
      for (const listener of listeners) listener()
    },
    onMoved: (listener) => void listeners.push(listener),
  }
}

const WRITABLE = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`

/** Throws `ReadOnlyHost`, and errors of the connection. */
async function timelineOf(options: pg.ClientConfig): Promise<number> {
  const client = new Client({ ...options, connectionTimeoutMillis: STEP_MILLIS, query_timeout: STEP_MILLIS })
  await client.connect()
  try {
    const row = await queryOne<{ timeline: number | null }>(client, WRITABLE)
    if (row?.timeline == null) throw new ReadOnlyHost()
    return row.timeline
  } finally {
    // Not awaited: a host that hangs does not answer this either.
    client.end().catch(() => undefined)
  }
}
