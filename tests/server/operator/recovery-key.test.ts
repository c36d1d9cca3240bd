/** `npm run operator -- recovery-key`: who gets the record key of the exchange is in the journal, and the key is not. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { openRecoveryText } from '../../../src/server/secrets/recovery-file.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const PASSPHRASE = 'twelve or more characters'
const folder = scratchFolder()
const passphrase = join(folder, 'passphrase')
const lines: string[] = []
let databases: TestDatabases
let server: TestServer

beforeAll(async () => {
  writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
  databases = await startTestDatabases()
  const log = openLog('trace', { write: (line) => void lines.push(line) })
  server = await startTestServer(await databases.newDatabaseUrl(), {}, log)
})
afterAll(async () => {
  await server?.exchange.stop()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (file: string, ...options: readonly string[]) =>
  runOperator(server.dataDir, ['recovery-key', file, '--passphrase-file', passphrase, ...options])
const seq = () => server.exchange.sequencer.seq

/** All rows of the journal, as PostgreSQL shows them. */
async function journalText(): Promise<string> {
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  const { rows } = await database.pool.query(
    "select encode(payload, 'hex') || encode(payload, 'escape') as text from journal",
  )
  await database.close()
  return rows.map(({ text }) => String(text)).join('\n')
}

test('A recovery key is written only with a reason, which the journal keeps with the name of the operator, without the key', async () => {
  const file = join(folder, 'recovery')
  const before = seq()
  expect(await write(file)).toMatchObject({ code: 1, problem: expect.stringContaining('a change needs --reason') })
  expect([existsSync(file), seq()]).toEqual([false, before])

  const why = ['--reason', 'for the safe', '--as', 'olga']
  expect(await write(file, ...why)).toMatchObject({ code: 0, problem: '' })
  const command = { type: 'export-record-key', operator: 'olga', reason: 'for the safe' }
  expect([await newestCommand(server.databaseUrl), seq()]).toEqual([command, before + 1])

  const journal = await server.exchange.sequencer.read((state) => state.journal)
  const key = openRecoveryText(readFileSync(file, 'utf8'), journal, PASSPHRASE)
  expect(key).toHaveLength(32)
  for (const text of [await journalText(), lines.join('\n')])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(text.includes(key.toString(encoding))).toBe(false)

  expect(await write(file, ...why)).toMatchObject({ code: 1, problem: expect.stringContaining('exists already') })
  expect(seq()).toBe(before + 1)
})
