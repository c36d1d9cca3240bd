// Applies migrations/*.sql in order, each once and in its own transaction. A released migration is never edited; a
// later one corrects it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')
// Advisory lock key; the same in every version.
const lock = 7_365_001

export class DatabaseTooNew extends Error {
  constructor(migrations: readonly string[]) {
    super(`the database was migrated by a newer version (${migrations.join(', ')}): run that version`)
  }
}

/** Returns the names of the migrations that were applied now, oldest first. `only`: not all known ones, but these. */
export async function migrate(connect: () => Promise<pg.Client>, only?: readonly string[]): Promise<readonly string[]> {
  const client = await connect()
  try {
    const known = migrationNames()
    const unknown = (only ?? []).filter((name) => !known.includes(name))
    if (unknown.length > 0) throw new DatabaseTooNew(unknown)
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null)')
    return await applyMissing(client, known, only ?? known)
  } finally {
    // Ending the session releases the lock.
    await client.end()
  }
}

function migrationNames(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
}

async function applyMissing(
  client: pg.Client,
  known: readonly string[],
  wanted: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const applied = new Set(rows.map((row) => row.name))
  const unknown = [...applied].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown)
  const missing = wanted.filter((name) => !applied.has(name))
  for (const name of missing) await apply(client, name)
  return missing
}

async function apply(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name, applied_at) values ($1, now())', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
