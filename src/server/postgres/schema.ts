/**
 * Whether the tables are those of this version. Who owns a database can replace a table by a view, drop a constraint or add a
 * trigger: then a query can leave out rows, or answer with others. The names are resolved as those of all other queries.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Queryable, query } from './query.ts'

/** What a fresh database has, one fact a line. */
export const SCHEMA_FILE = join(import.meta.dirname, 'schema.txt')

/** Only what all supported versions of PostgreSQL say in the same words; those from 18 on also list `not null`. */
const FACTS = `with named as (
  select name, to_regclass(name)::oid as oid from unnest($1::text[]) as names (name)
), facts as (
  select name, 'kind ' || relkind::text || relpersistence::text
    || case when relrowsecurity then ' with row security' else '' end as fact
  from named join pg_catalog.pg_class as c on c.oid = named.oid
  union all
  select name, 'column ' || attname || ' ' || pg_catalog.format_type(atttypid, atttypmod)
    || case when attnotnull then ' not null' else '' end || case when attidentity <> '' then ' identity' else '' end
  from named join pg_catalog.pg_attribute on attrelid = named.oid where attnum > 0 and not attisdropped
  union all
  select name, 'constraint ' || conname || ' ' || contype::text || case when convalidated then '' else ' not valid' end || ' ('
    || coalesce((select string_agg(attname, ', ' order by case contype when 'c' then a.attnum else place end) from unnest(conkey) with ordinality as k (attnum, place)
      join pg_catalog.pg_attribute as a on a.attrelid = conrelid and a.attnum = k.attnum), '') || ')'
  from named join pg_catalog.pg_constraint on conrelid = named.oid where contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select name, 'unique index ' || i.relname || case when indpred is null then '' else ' of some rows' end
    || case when indisvalid then '' else ' not valid' end
  from named join pg_catalog.pg_index on indrelid = named.oid join pg_catalog.pg_class as i on i.oid = indexrelid
  where indisunique
  union all
  select name, 'trigger ' || tgname from named join pg_catalog.pg_trigger on tgrelid = named.oid where not tgisinternal
  union all
  select name, 'rule ' || rulename from named join pg_catalog.pg_rewrite on ev_class = named.oid
  union all
  select name, 'rows of ' || inhrelid::regclass::text from named join pg_catalog.pg_inherits on inhparent = named.oid
)
select name || ': ' || fact as line from facts order by name collate "C", fact collate "C"`

/** The facts about these tables. */
export async function readSchema(db: Queryable, tables: readonly string[]): Promise<readonly string[]> {
  return (await query<{ line: string }>(db, FACTS, [tables])).map(({ line }) => line)
}

/** The tables are not those of this version. */
export class SchemaDiffers extends Error {}

/** Compares all tables with the file. The result throws `SchemaDiffers`, and errors of the database. */
export function schemaComparison(): (db: Queryable) => Promise<void> {
  const expected = readFileSync(SCHEMA_FILE, 'utf8').trimEnd().split('\n')
  const tables = [...new Set(expected.map((line) => line.slice(0, line.indexOf(':'))))]
  return async (db) => {
    const found = await readSchema(db, tables)
    const [missing] = expected.filter((line) => !found.includes(line))
    const [added] = found.filter((line) => !expected.includes(line))
    if (missing !== undefined) throw new SchemaDiffers(`the database was changed from outside: no "${missing}"`)
    if (added !== undefined) throw new SchemaDiffers(`the database was changed from outside: "${added}"`)
  }
}
