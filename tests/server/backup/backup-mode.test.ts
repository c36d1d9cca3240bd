/** A row that says that a live exchange has play money. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backup } from '../../../src/server/tools/backup.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const database = setUpDatabase(server)

test('The backup of a live exchange demands the manifest of the signer although a row says that its money is play money', async () => {
  const { databaseUrl, dataDir } = server()
  const source = { databaseUrl, dataDir, secretKey: LIVE_MODE.SECRET_KEY, mode: 'live' } as const
  const file = (name: string) => join(scratchFolder(), name)
  await expect(backup(source, file('first'))).rejects.toThrow('The keys of a live exchange are not in its backup')
  await database().pool.query(`update settings set value = 'play' where name = 'mode'`)
  await expect(backup(source, file('second'))).rejects.toThrow('The keys of a live exchange are not in its backup')
})
