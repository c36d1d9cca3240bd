/** A database with several hosts: connections go to the one that can be written. node-postgres knows no lists of hosts. */

import type pg from 'pg'
import { addressesIn } from '../runtime/database-address.ts'
import { Client } from './client.ts'
import { queryOne } from './query.ts'

export type Hosts = {
  /** Of the host that was found last, the first one at the beginning. */
  readonly address: string
  /**
   * Asks the hosts in turn, the last one that was found first, each for at most `STEP_MILLIS`. Throws the error of the last one if
   * none can be written. A single host is not asked.
   */
  find(): Promise<void>
  /** `listener` is called when another host was found. */
  onMoved(listener: () => void): void
}

const STEP_MILLIS = 1_500

/** A standby that is not promoted, or a server that was set to read only. */
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
  return {
    get address() {
      return current
    },
    async find() {
      if (addresses.length === 1) return
      let failure: unknown
      for (const address of [current, ...addresses.filter((each) => each !== current)]) {
        try {
          await refuseReadOnly({ ...options, connectionString: address })
          if (address === current) return
          current = address
          for (const listener of listeners) listener()
          return
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
    onMoved: (listener) => void listeners.push(listener),
  }
}

async function refuseReadOnly(options: pg.ClientConfig): Promise<void> {
  const client = new Client({ ...options, connectionTimeoutMillis: STEP_MILLIS, query_timeout: STEP_MILLIS })
  await client.connect()
  try {
    const row = await queryOne<{ isCopy: boolean }>(client, 'select pg_is_in_recovery() as "isCopy"')
    if (row?.isCopy !== false) throw new ReadOnlyHost()
  } finally {
    // Not awaited: a host that hangs does not answer this either.
    client.end().catch(() => undefined)
  }
}
