/** The signer of a server that is killed. */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchDataDir } from '../../../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../../../fixtures/server-process.ts'

test('The signer ends with a server that is killed, and the next server signs with the same keys', async () => {
  const folder = scratchDataDir()
  const settings = { PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' }
  const first = await startServer(folder, await freePort(), settings)
  const socket = join(folder, 'signer.sock')
  const isAnswering = () =>
    new Promise<boolean>((resolve) => {
      const connection = connect(socket, () => resolve(true))
      connection.on('error', () => resolve(false)).on('connect', () => connection.destroy())
    })
  await expect.poll(isAnswering).toBe(true)
  const journal = readdirSync(join(folder, 'signer'))[0] ?? ''
  const key = () => readFileSync(join(folder, 'signer', journal, 'key'), 'utf8')
  const before = key()
  await first.kill()
  await expect.poll(isAnswering).toBe(false)
  const second = await startServer(folder, await freePort(), settings)
  await expect.poll(isAnswering).toBe(true)
  expect(key()).toBe(before)
  await second.stop()
  expect(await isAnswering()).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
