// Applies migrations/*.sql in order, each once and in its own transaction. The checksum of each is stored with it, so that
// data of another format is refused instead of misread.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Queryable, query } from './query.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
// Advisory lock key; the same in every version.
const lock = 7_365_001

/** A file of the folder; `checksum` is the SHA-256 of its bytes in hexadecimal. */
export type Migration = { readonly name: string; readonly checksum: string | null }

/** What has the migrations: nobody deletes data because a backup is of another format. */
type Source = 'database' | 'backup'

const INSERTED: Readonly<Record<Source, string>> = {
  database: ', or, if another program has stored this in the table migrations, delete the row',
  backup: '',
}

export class DatabaseTooNew extends Error {
  constructor(names: readonly string[], source: Source) {
    super(`the ${source} was migrated by a newer version (${names.join(', ')}): run that version${INSERTED[source]}`)
  }
}

const CHANGED: Readonly<Record<Source, string>> = {
  database:
    'the table migrations names a development version, which has another format: run that version, or restore a backup. Only play money can begin again with an empty database',
  backup: 'the backup was written in another format by a development version: restore it with that version',
}

export class DataFormatChanged extends Error {
  constructor(source: Source) {
    super(CHANGED[source])
  }
}

/** What a migration creates exists already. */
export class MigrationUnknown extends Error {
  constructor({ name, checksum }: Migration) {
    super(
      `the table migrations has lost the row of ${name}, which was applied: insert it again (name: ${name}, checksum: ${checksum}, applied_at: now())`,
    )
  }
}

type Options = {
  /** Not all known migrations, but these of a backup. */
  readonly only?: readonly Migration[]
  readonly folder?: string
}

/**
 * Returns the names of the migrations that were applied now, oldest first. Throws `DatabaseTooNew` or `DataFormatChanged`
 * if the database, or `only`, has a migration that `folder` does not have in the same form.
 */
export async function migrate(
  connect: () => Promise<pg.Client>,
  { only, folder = FOLDER }: Options = {},
): Promise<readonly string[]> {
  const client = await connect()
  try {
    const known = migrationsIn(folder)
    if (only !== undefined) refuseUnknown(only, known, 'backup')
    await client.query('select pg_advisory_lock($1)', [lock])
    const applied = await appliedMigrations(client)
    refuseUnknown(applied, known, 'database')
    const names = new Set(applied.map(({ name }) => name))
    const missing = (only ?? known).filter(({ name }) => !names.has(name))
    for (const migration of missing) await apply(client, migration, folder)
    return missing.map(({ name }) => name)
  } finally {
    // Ending the session releases the lock.
    await client.end()
  }
}

/** The names of what `migrate` would apply now, oldest first. Changes nothing. Throws as `migrate`. */
export async function missingMigrations(client: Queryable, folder = FOLDER): Promise<readonly string[]> {
  const known = migrationsIn(folder)
  const applied = await storedMigrations(client)
  refuseUnknown(applied, known, 'database')
  const names = new Set(applied.map(({ name }) => name))
  return known.map(({ name }) => name).filter((name) => !names.has(name))
}

const migrationsIn = (folder: string): readonly Migration[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((name) => ({
      name,
      checksum: createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    }))

async function appliedMigrations(client: pg.Client): Promise<readonly Migration[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  return storedMigrations(client)
}

const storedMigrations = (client: Queryable): Promise<readonly Migration[]> =>
  query<Migration>(client, `select name, to_jsonb(migrations) ->> 'checksum' as checksum from migrations order by name`)

function refuseUnknown(migrations: readonly Migration[], known: readonly Migration[], source: Source): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  // Databases from before checksums have none.
  if (migrations.some(({ name, checksum }) => checksum === null || (checksums.get(name) ?? checksum) !== checksum))
    throw new DataFormatChanged(source)
  const unknown = migrations.filter(({ name }) => !checksums.has(name))
  if (unknown.length > 0)
    throw new DatabaseTooNew(
      unknown.map(({ name }) => name),
      source,
    )
}

/** SQLSTATE. */
const DUPLICATES = ['42P07', '42701', '42710']

async function apply(client: pg.Client, migration: Migration, folder: string): Promise<void> {
  const { name, checksum } = migration
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name, checksum, applied_at) values ($1, $2, now())', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (DUPLICATES.includes((error as { code?: string }).code ?? '')) throw new MigrationUnknown(migration)
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
