/** What a person sees at a terminal: the real server on a pseudo-terminal of the program `script`. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { terminalLine } from '../../../src/server/runtime/terminal-log.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { STOP_MILLIS } from '../../fixtures/server-process.ts'

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts')

let folder = ''
let terminal: ChildProcess | undefined
afterEach(() => {
  terminal?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const isLinux = process.platform === 'linux'
const title = 'At a terminal the log is text, the address is printed last, and Ctrl-C stops the server'

test(isLinux ? title : `${title} (not run: script has other options here)`, async () => {
  if (!isLinux) return
  folder = scratchDataDir()
  const env = { ...programEnvironment(), DATA_DIR: folder, PORT: '0', PAST_DAYS: '0', STOP_MILLIS, SHELL: '/bin/sh' }
  const child = spawn('script', ['-qec', `exec '${process.execPath}' '${MAIN}'`, '/dev/null'], { env, stdio: 'pipe' })
  terminal = child
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  await expect.poll(() => output, { timeout: 90_000 }).toContain('is open at')
  const lines = output.replaceAll('\r', '').trim().split('\n')
  const isAddress = (line: string): boolean => /^Tern is open at http:\S+ with play money$/.test(line)
  expect(lines.filter((line) => !isAddress(line) && !/^\d\d:\d\d:\d\d {2}\S/.test(line))).toEqual([])
  const before = lines.slice(0, lines.findIndex(isAddress)).join('\n')
  expect(before).toMatch(/ {2}started PostgreSQL \(pid: \d+, adopted: false\)$/m)
  for (const chain of ['the play chain', 'the play TON chain']) expect(before).toContain(`  ${chain} is available`)
  child.stdin.write('\x03')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test('A line of the log for a terminal has the fields behind the text, and the stack of an error below', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).getTime()
  const line = (entry: object): string => terminalLine(JSON.stringify({ time, event: 'x', ...entry }))
  expect(line({ level: 30, msg: 'done', seq: 7, names: ['a'] })).toBe('03:04:05  done (seq: 7, names: ["a"])\n')
  const err = { message: 'no right', stack: 'Error: no right\n    at a.ts:1' }
  expect(line({ level: 40, msg: 'it waits', err })).toBe('03:04:05  WARNING it waits: no right\n')
  expect(line({ level: 50, msg: 'it failed', err })).toBe(
    '03:04:05  ERROR it failed: no right\n    Error: no right\n        at a.ts:1\n',
  )
})
