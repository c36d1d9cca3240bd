/** A connection pool of one process: each statement is a step, and the end of the process closes its connections. */

import type pg from 'pg'
import type { Owner, Steps } from './steps.ts'

type Values = readonly unknown[]

export function slowTables(pool: pg.Pool, steps: Steps, owner: Owner) {
  const failure = (): Error => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
  const slow = <T>(work: () => Promise<T>): Promise<T> => steps.take(owner, 'database', failure, work)
  const open = new Set<pg.PoolClient>()
  const release = (client: pg.PoolClient, error?: Error): void => {
    if (open.delete(client)) client.release(error)
  }
  async function connect() {
    const client = await slow(async () => {
      const connected = await pool.connect()
      open.add(connected)
      return connected
    })
    return {
      query: (text: string, values: Values = []) => slow(() => client.query(text, [...values])),
      release: (error?: Error) => release(client, error),
    }
  }
  const query = (text: string, values: Values = []) => slow(() => pool.query(text, [...values]))
  return {
    pool: { query, connect } as unknown as pg.Pool,
    async end(): Promise<void> {
      for (const client of open) release(client, failure())
    },
  }
}
