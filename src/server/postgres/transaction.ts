import type pg from 'pg'

/** Commits if `work` resolves, and rolls back if it throws. */
export async function transaction<T>(
  pool: Pick<pg.Pool, 'connect'>,
  begin: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // After an error the connection is closed, which rolls back: it may be broken, or still executing the statement.
    client.release(failed)
  }
}
