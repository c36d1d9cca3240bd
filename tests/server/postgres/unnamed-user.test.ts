/** The server under a user id that no entry of /etc/passwd names, as container platforms assign. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { STOP_MILLIS, withoutSlowParts } from '../../fixtures/server-process.ts'

const UNNAMED = 54_321
const MAIN = join(import.meta.dirname, '../../../src/server/main.ts')

let folder = ''
let server: ChildProcess | undefined
afterEach(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const canChange = process.getuid?.() === 0 && process.platform === 'linux'
const title = 'The server starts, stops and starts again under a user id without a name'

test(canChange ? title : `${title} (not run: changing the user takes root)`, async () => {
  if (!canChange) return
  folder = scratchFolder()
  chownSync(folder, UNNAMED, UNNAMED)
  const settings = { DATA_DIR: folder, PORT: '0', PAST_DAYS: '0', PLAY_CHAIN: 'off', LOG_LEVEL: 'warn', STOP_MILLIS }
  const env = { PATH: process.env.PATH, ...settings }
  for (const start of ['first', 'second']) {
    const child = spawn(process.execPath, [MAIN], { env, uid: UNNAMED, gid: UNNAMED, stdio: 'pipe' })
    server = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
    const isReady = () => output.includes('is open at') || child.exitCode !== null
    await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
    child.kill('SIGTERM')
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
    expect([start, code, withoutSlowParts(output)]).toEqual([start, 0, expect.stringMatching(/^Tern is open at .*\n$/)])
  }
  expect(existsSync(join(folder, 'pg', 'PG_VERSION'))).toBe(true)
  expect(readdirSync(folder).filter((name) => name.startsWith('pg.'))).toEqual([])
})
