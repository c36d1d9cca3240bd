import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

function sql(databaseUrl: string, statement: string): Promise<{ readonly out: string; readonly problem: string }> {
  const program = join(import.meta.dirname, '../../../src/server/tools/sql.ts')
  const env = { ...programEnvironment(), DATABASE_URL: databaseUrl }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, statement], { env }, (_error, out, problem) => resolve({ out, problem })),
  )
}

test('The sql tool prints the rows of a query and refuses to write', async () => {
  const databaseUrl = await databases.newDatabaseUrl()
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const { rows } = await database.pool.query<{ id: string }>('select id from journal_identity')
  expect(await sql(databaseUrl, 'select id, null as nothing from journal_identity')).toEqual({
    out: `${'id'.padEnd(36)}  nothing\n${rows[0]?.id}  null\n`,
    problem: '',
  })
  const { out, problem } = await sql(databaseUrl, 'delete from journal_identity')
  expect(out).toBe('')
  expect(problem).toContain('cannot execute DELETE in a read-only transaction')
  await database.close()
})
