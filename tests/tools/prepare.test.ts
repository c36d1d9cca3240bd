/** `src/tools/prepare.mjs` installs packages only if node_modules is not what package-lock.json describes. */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { canRunAs, runAs, type SystemUser } from '../fixtures/system-users.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NODE = `node-${process.platform}-${process.arch}`
type Lock = { packages: Record<string, { version?: string; integrity?: string }> }

let folder = ''
const installed = () => join(folder, 'node_modules', '.package-lock.json')

/** A checkout whose packages `npm ci` has installed, as far as its own record says. */
beforeEach(() => {
  folder = scratchFolder()
  cpSync(join(ROOT, 'src/tools'), join(folder, 'src/tools'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules', NODE), join(folder, 'node_modules', NODE))
  // In place of npm: notes that it was started.
  writeFileSync(join(folder, 'npm.js'), `require('fs').writeFileSync(${JSON.stringify(join(folder, 'started'))}, '')`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Whether `npm ci` was started. */
function installs(): boolean {
  const env = { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.js') }
  const prepare = join(folder, 'src/tools/prepare.mjs')
  const { status, stderr } = spawnSync(process.execPath, [prepare, '--packages'], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(join(folder, 'started'))
}

function change(edit: (packages: Lock['packages']) => void): void {
  const lock: Lock = JSON.parse(readFileSync(installed(), 'utf8'))
  edit(lock.packages)
  writeFileSync(installed(), JSON.stringify(lock))
}

test('Packages that a plain npm ci installed are not installed again', () => {
  expect(installs()).toBe(false)
})

test('Packages are installed after an npm ci that did not finish', () => {
  rmSync(installed())
  expect(installs()).toBe(true)
})

test('Packages are installed when one has another version than package-lock.json', () => {
  change((packages) => {
    packages['node_modules/react'] = { ...packages['node_modules/react'], version: '18.0.0' }
  })
  expect(installs()).toBe(true)
})

test('Packages are installed after an npm ci without development packages', () => {
  change((packages) => {
    delete packages['node_modules/vitest']
  })
  expect(installs()).toBe(true)
})

test('Packages are installed after an npm ci without optional packages', () => {
  change((packages) => {
    delete packages[`node_modules/${NODE}`]
  })
  expect(installs()).toBe(true)
})

const visitor: SystemUser = { id: 65_533, groups: [] }
const canRun = canRunAs(visitor, join(ROOT, 'src/tools/prepare.mjs'))

test(
  canRun
    ? 'A user who cannot change the folder gets the sentence that its owner must prepare it'
    : 'A user who cannot change the folder gets a sentence (not run: needs root and a folder that others can read)',
  () => {
    if (!canRun) return
    const { code, problem } = runAs(visitor, 'await import(process.argv[1])', [join(folder, 'src/tools/prepare.mjs')])
    expect([code, problem]).toEqual([
      1,
      `This user cannot change ${folder}: as its owner, run "node src/tools/prepare.mjs" with the same APP_NAME and LINK_ settings, then try again.\n`,
    ])
  },
)
