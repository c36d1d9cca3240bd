/** Snapshots whose stored state another program has replaced by one with the same hash. */

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Packr } from 'msgpackr'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { UserId, WithdrawalId } from '../../../src/contract/ids.ts'
import { isAccountFrozen } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let database: Database | undefined
let server: TestServer | undefined
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterEach(async () => {
  await server?.exchange.stop()
  await database?.close()
})
afterAll(() => databases?.stop())

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
/** Of the keyed hash before each chunk. */
const HASH_LENGTH = 32

type Part = { readonly part?: string; readonly items?: readonly { readonly freezes?: readonly object[] }[] }

/** Without any key: the state has the same hash as before. */
async function endFreezes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ batch: number; chunk: number; payload: Buffer }>('select * from snapshot_chunks')
  let changed = 0
  for (const { batch, chunk, payload } of rows) {
    const part: Part = packr.unpack(zstdDecompressSync(payload.subarray(HASH_LENGTH)))
    if (part.part !== 'accounts') continue
    const items = part.items?.map((item) => ({
      ...item,
      freezes: item.freezes?.map((freeze) => ({ ...freeze, liftsAt: undefined })),
    }))
    const content = zstdCompressSync(packr.pack({ ...part, items }))
    const values = [batch, chunk, Buffer.concat([payload.subarray(0, HASH_LENGTH), content])]
    await pool.query('update snapshot_chunks set payload = $3 where batch = $1 and chunk = $2', values)
    changed += 1
  }
  return changed
}

/** Refused commands, which any user can send: enough for a snapshot when the exchange stops. */
async function sendCommands({ exchange: { sequencer } }: TestServer, user: UserId): Promise<void> {
  const command = { type: 'cancel-withdrawal', user, withdrawal: 1 as WithdrawalId } as const
  for (let sent = 0; sent < 5_100; sent += 300)
    await Promise.all(Array.from({ length: 300 }, () => sequencer.submit(command, () => undefined)))
}

test('An account that an operator has frozen stays frozen after a start, although another program has rewritten the snapshots', async () => {
  const url = await databases.newDatabaseUrl()
  server = await startTestServer(url)
  const { access } = await server.signUp()
  const user = (await server.request<{ uuid: UserId }>('GET', api.profile.path, { access })).body.uuid
  const by = { origin: 'operator', operator: 'olga', reason: 'a test' } as const
  await server.exchange.sequencer.submit({ type: 'freeze-account', user, ...by }, () => undefined)
  const isFrozen = () => server?.exchange.sequencer.read((state) => isAccountFrozen(state, user, state.at))
  expect(await isFrozen()).toBe(true)
  await sendCommands(server, user)
  await server.exchange.stop()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  expect(await endFreezes(database)).toBeGreaterThan(0)
  server = await startTestServer(url)
  expect(await isFrozen()).toBe(true)
})
