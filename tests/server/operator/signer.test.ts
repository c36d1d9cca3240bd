/** Another signer than before, of a live exchange: it signs nothing until an operator accepts it. */

import { rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '../../../src/engine/exchange.ts'
import { listen } from '../../../src/signer/socket-server.ts'
import { ETHEREUM, listTestNetwork } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { type Output, runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { openTestSigner, type TestSigner } from '../../signer/signer-folder.ts'

const TOKEN = 'a-token-of-the-signer-of-this-test'
const folder = scratchFolder()
const SIGNER = { SIGNER_SOCKET: join(folder, 'signer.sock'), SIGNER_TOKEN: TOKEN }
const signers: TestSigner[] = []
let databases: TestDatabases
let server: TestServer
let socket: Server | undefined

/** In place of the one that ran. */
async function useNewSigner(): Promise<void> {
  await new Promise<unknown>((resolve) => (socket === undefined ? resolve(undefined) : socket.close(resolve)))
  const signer = openTestSigner()
  signers.push(signer)
  socket = await listen(SIGNER.SIGNER_SOCKET, { signer, token: TOKEN, gid: undefined, onFailed: () => undefined })
}

const operator = (...args: readonly string[]): Promise<Output> => runOperator(server.dataDir, args)
const health = async (): Promise<string> => {
  const reply = await fetch(`${server.address}/health`)
  const { parts } = (await reply.json()) as { readonly parts: Readonly<Record<string, unknown>> }
  return JSON.stringify(parts.signer)
}
const paused = () => server.exchange.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused)

beforeAll(async () => {
  databases = await startTestDatabases()
  await useNewSigner()
  server = await startTestServer(await databases.newDatabaseUrl(), { ...LIVE_MODE, ...SIGNER, RATE_LIMITS: 'on' })
  await listTestNetwork(server.exchange.sequencer)
})

afterAll(async () => {
  await server?.exchange.stop()
  socket?.close()
  for (const signer of signers) signer.remove()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('A signer in place of another one is named by /health, and used once an operator accepts it, with all networks paused', async () => {
  await expect.poll(() => server.exchange.sequencer.read((state) => state.signer)).not.toBe('')
  await useNewSigner()
  await expect.poll(health, { interval: 200 }).toContain('another signer answers than before')
  expect(await paused()).toBeNull()
  expect(await operator('signer', 'accept')).toMatchObject({ code: 1, problem: expect.stringContaining('reason') })
  const accepted = await operator('signer', 'accept', '--reason', 'the machine was lost')
  expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('run reconcile ethereum') })
  await expect.poll(health, { interval: 200 }).toContain('"ok"')
  expect(await paused()).toBe('the machine was lost')
  const resumed = await operator('networks', 'resume', 'ethereum', '--reason', 'it looks right')
  expect(resumed).toMatchObject({ code: 1, problem: expect.stringContaining('run reconcile ethereum') })
  const again = await operator('signer', 'accept', '--reason', 'again')
  expect(again).toMatchObject({ code: 1, problem: expect.stringContaining('used already') })
})

test('Without a signer that answers, the signer cannot be accepted', async () => {
  await new Promise((resolve) => socket?.close(resolve))
  const refused = await operator('signer', 'accept', '--reason', 'the machine was lost')
  expect(refused).toMatchObject({ code: 1, problem: expect.stringContaining('the signer does not answer') })
})
