/** What another program does to the database while a backup with followed rows is restored into it. */

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../../src/server/tools/backup.ts'
import { follow } from '../../../src/server/tools/follow-journal.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTonWorld } from '../../fixtures/ton-world.ts'

const RECEIVER = `0:${'c'.repeat(64)}`

let databases: TestDatabases
let folder: string
beforeAll(async () => {
  databases = await startTestDatabases()
  folder = scratchFolder()
})
afterAll(async () => {
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Waits for the rows of a restore, and deletes those after the backup before anything reads them. */
async function truncateRestored(connectionString: string, last: number): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (;;) {
      await client.query('begin')
      const { rows } = await client.query(`select to_regclass('journal') is not null as exists`)
      if (rows[0]?.exists === true) {
        await client.query('lock table journal in access exclusive mode')
        const deleted = await client.query('delete from journal where first_seq > $1', [last])
        await client.query('commit')
        if ((deleted.rowCount ?? 0) > 0) return deleted.rowCount ?? 0
      } else await client.query('rollback')
      await sleep(1)
    }
  } finally {
    await client.end()
  }
}

test('A restore with followed rows fails if some of them are deleted before the exchange continues from them', async () => {
  const url = await databases.newDatabaseUrl()
  const first = await startTonWorld({ databases, url })
  const { id } = await first.newUser()
  const place = { dataDir: join(folder, 'followed-source'), databaseUrl: url, secretKey: TEST_SECRET_KEY }
  cpSync(first.signer.folder, join(place.dataDir, 'signer'), { recursive: true })
  const files = join(folder, 'followed')
  const stopping = new AbortController()
  const printed: string[] = []
  const following = follow(place, files, {
    backUp: (file: string) => backup(place, file),
    signal: stopping.signal,
    print: (line) => void printed.push(line),
  })
  await eventually(() => printed.includes('following the journal'))
  const base = await first.sequencer.read(({ seq }) => seq)
  const withdrawal = await first.request(id, { address: RECEIVER, amount: '3' })
  const end = await first.sequencer.read(({ seq }) => seq)
  await sleep(1_000)
  stopping.abort()
  expect(await following).toContain(`followed up to command ${end.toLocaleString('en-US')}`)
  await first.stop()

  const target = {
    dataDir: join(folder, 'followed-target'),
    databaseUrl: await databases.emptyDatabaseUrl(),
    secretKey: TEST_SECRET_KEY,
  }
  const [restored, deleted] = await Promise.all([
    restore(target, files).catch((error: Error) => error),
    truncateRestored(target.databaseUrl, base),
  ])
  expect(deleted).toBeGreaterThan(0)
  expect(String(restored)).toMatch(/journal ends/)
  expect(withdrawal.status).toBe('approved')
}, 60_000)
