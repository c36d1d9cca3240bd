import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { runSeeds } from '../seeds.ts'
import { postgresTables } from './postgres-tables.ts'
import { simulateFunds, TICKS } from './simulate-funds.ts'
import { type Content, simulatedTables } from './simulated-tables.ts'

const SEEDS = Number(process.env.SEEDS ?? 500)
const COMPARED = [1, 2, 3, 4]

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())

test(`Each deposit is credited once and each withdrawal is paid or returned once, whatever the chain answers, in ${SEEDS} seeds`, async () => {
  let seed = 0
  const found: number[] = []
  // Stops after the first violation.
  const nextSeed = (): number | undefined => (seed < SEEDS && found.length === 0 ? ++seed : undefined)
  const onViolation = (each: { readonly seed: number }): void => void found.push(each.seed)
  const { seeds, sums, violations } = await runSeeds('funds', nextSeed, TICKS, onViolation)
  const repeatWith = ({ seed: failed, violation }: (typeof violations)[number]): string =>
    `npm run test:long -- funds --seed ${failed}: ${violation}`
  expect(violations.map(repeatWith)).toEqual([])
  expect(seeds).toBe(SEEDS)
  // The run is meaningful only if every fault occurred often enough.
  const perSeed = (name: string): number => (sums[name] ?? 0) / SEEDS
  for (const name of [
    'blocks replaced',
    'killed between two steps',
    'signer killed',
    'chain: requests lost',
    'withdrawals paid',
  ])
    expect([name, perSeed(name) > 2]).toEqual([name, true])
  for (const name of [
    'chain: answers lost',
    'chain: heads that went back',
    'chain: replaced blocks answered',
    'sent transactions lost',
    'sent transactions delayed',
    'sent transactions rejected',
    'fees raised',
    'database: requests lost',
    'journal: answers lost',
    'signer: answers lost',
  ])
    expect([name, perSeed(name) > 0.3]).toEqual([name, true])
  for (const name of [
    'chain: receipts missing',
    'chain: receipts of replaced blocks answered',
    'waiting transactions forgotten',
    'deposits: reported only',
    'deposits: partly arrived',
    'payments reverted',
    'killed at signed',
    'killed at stored',
    'killed at sent',
    'killed at final',
    'killed at closed',
  ])
    expect([name, perSeed(name) > 0.02]).toEqual([name, true])
}, 300_000)

test('A simulation of deposits and withdrawals with the same seed has the same steps and results', async () => {
  for (const seed of [7, 8, 9]) expect(await simulateFunds(seed, TICKS)).toEqual(await simulateFunds(seed, TICKS))
})

test('The simulated tables have the same rows as PostgreSQL after the same steps', async () => {
  const database = await databases.newDatabase()
  for (const seed of COMPARED) {
    const [memory, postgres] = [simulatedTables(), await postgresTables(database)]
    const inMemory = await simulateFunds(seed, TICKS, memory)
    expect(await simulateFunds(seed, TICKS, postgres)).toEqual(inMemory)
    expect(rowsOf(await postgres.content())).toEqual(rowsOf(await memory.content()))
  }
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
