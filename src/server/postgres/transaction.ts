import type pg from 'pg'

/** Commits what `work` did, or nothing of it. */
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
    // One on which something failed is not used again: it may be dead, or still at work. Its end undoes what was begun.
    client.release(failed)
  }
}
