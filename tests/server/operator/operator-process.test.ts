/** Operator access to a server that runs as a process of its own, and is killed. */

import { execFile } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, spawnServer, startServer } from '../../fixtures/server-process.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const folder = scratchFolder()
const socket = join(folder, 'operator.sock')
let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(async () => {
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The exit code and the output of `npm run operator`. */
function operator(...args: readonly string[]): Promise<readonly [code: number, output: string]> {
  const program = join(import.meta.dirname, '../../../src/server/tools/operator.ts')
  const env = { ...programEnvironment(), DATA_DIR: folder }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, out, problem) =>
      resolve([error === null ? 0 : Number(error.code), out + problem]),
    ),
  )
}

test('The operator socket survives a killed server, is refused to a second server, and is removed at a stop', async () => {
  const DATABASE_URL = await databases.newDatabaseUrl()
  const start = async () => startServer(folder, await freePort(), { DATABASE_URL })
  const killed = await start()
  expect(statSync(socket).mode & 0o7777).toBe(0o600)
  expect(await operator('tasks')).toEqual([0, expect.stringMatching(/^id +kind/)])
  await killed.kill()
  expect(existsSync(socket)).toBe(true)
  expect(await operator('tasks')).toEqual([1, expect.stringMatching(/^no server is running: /)])

  const server = await start()
  expect(statSync(socket).mode & 0o7777).toBe(0o600)
  const second = spawnServer(folder, await freePort(), { DATABASE_URL: await databases.newDatabaseUrl() })
  expect(await new Promise((resolve) => second.child.once('exit', resolve))).toBe(1)
  // The folder belongs to the first server, and so does its anchor.
  expect(second.output()).toContain('anchor belongs to another one')
  expect(await operator('tasks')).toEqual([0, expect.stringMatching(/^id +kind/)])
  expect(await server.stop()).toBe(0)
  expect(existsSync(socket)).toBe(false)
})
