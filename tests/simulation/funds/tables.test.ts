import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { simulateTon, TON_TICKS } from '../ton/simulate-ton.ts'
import { postgresTables } from './postgres-tables.ts'
import { simulateFunds, TICKS } from './simulate-funds.ts'
import { type Content, STATEMENTS, simulatedTables } from './simulated-tables.ts'

const SEEDS = [1, 2]

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())

test('The simulated tables of a TON network have the same rows as PostgreSQL after the same steps', async () => {
  const database = await databases.newDatabase()
  for (const seed of SEEDS) {
    const [memory, postgres] = [simulatedTables(), await postgresTables(database)]
    const inMemory = await simulateTon(seed, TON_TICKS, memory)
    expect(await simulateTon(seed, TON_TICKS, postgres)).toEqual(inMemory)
    expect(rowsOf(await postgres.content())).toEqual(rowsOf(await memory.content()))
  }
}, 600_000)

test('The simulated tables have the same rows as PostgreSQL after the same steps', async () => {
  const database = await databases.newDatabase()
  for (const seed of SEEDS) {
    const [memory, postgres] = [simulatedTables(), await postgresTables(database)]
    const inMemory = await simulateFunds(seed, TICKS, memory)
    expect(await simulateFunds(seed, TICKS, postgres)).toEqual(inMemory)
    expect(rowsOf(await postgres.content())).toEqual(rowsOf(await memory.content()))
  }
}, 600_000)

/** Else a seed that comes to a changed statement fails by chance. */
test('Every statement of the simulated tables is one of the server', () => {
  const folder = join(import.meta.dirname, '../../../src/server')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const source = files
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  expect(STATEMENTS.filter((statement) => !source.includes(statement))).toEqual([])
})

/** By key, with bytes as text. */
const rowsOf = (content: Content) =>
  Object.fromEntries(
    Object.entries(content).map(([name, table]: [string, ReadonlyMap<unknown, object>]) => [
      name,
      Array.from(table, ([key, row]) => ({
        key: String(key),
        ...row,
        ...('raw' in row && row.raw instanceof Uint8Array && { raw: Buffer.from(row.raw).toString('hex') }),
      })).sort((a, b) => a.key.localeCompare(b.key)),
    ]),
  )
