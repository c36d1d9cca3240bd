/** Parameterised SQL. `Row` states the columns that the statement returns, as `tables.ts` types them. */

import type pg from 'pg'

export type Queryable = Pick<pg.ClientBase, 'query'>
type Values = readonly unknown[]

export const query = async <Row extends object>(db: Queryable, text: string, values: Values = []): Promise<Row[]> =>
  (await db.query<Row>(text, [...values])).rows

export const queryOne = async <Row extends object>(
  db: Queryable,
  text: string,
  values: Values = [],
): Promise<Row | undefined> => (await query<Row>(db, text, values))[0]

/** Returns the number of rows that were inserted, updated or deleted. */
export const execute = async (db: Queryable, text: string, values: Values = []): Promise<number> =>
  (await db.query(text, [...values])).rowCount ?? 0

/** The highest value of numeric(38, 0): a sum with what another program wrote must not be higher. */
export const MAX_NUMERIC = '9'.repeat(38)

/** A database that answers with another row than the one that was asked for: operators or views were replaced. */
export class OtherRow extends Error {
  constructor(table: string) {
    super(`the database answered with another row of ${table}`)
  }
}

/** SQLSTATE class 23: another writer has a row that this one contradicts, for example with its key. */
export const isConstraintViolation = (error: unknown): boolean =>
  /^23[0-9A-Z]{3}$/.test(String((error as { code?: unknown } | null)?.code))

const UNIQUE_VIOLATION = '23505'

/** Of a row of this table. */
export const isUniqueViolation = (error: unknown, table: string): boolean => {
  const { code, table: violated } = (error ?? {}) as { code?: unknown; table?: unknown }
  return code === UNIQUE_VIOLATION && violated === table
}
