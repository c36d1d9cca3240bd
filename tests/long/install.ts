/** `npm start` in an empty folder with the npm of each Node that may be on a machine. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort } from '../fixtures/server-process.ts'
import { sweep } from '../fixtures/stop-leftovers.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NPM_VERSIONS = [9, 10, 11]
const READY_MILLIS = 15 * 60_000
const STOP_MILLIS = 60_000

/** Clones the last commit, not what is uncommitted. */
export const install: Suite = {
  about: 'npm 9, 10 and 11 each install and start the last commit in an empty folder (--rounds: how many of them)',
  async run(options, report) {
    const counts = tally()
    const violations: string[] = []
    for (const round of roundsOf(options, NPM_VERSIONS.length)) {
      const version = NPM_VERSIONS[(round - 1) % NPM_VERSIONS.length] ?? 0
      const folder = scratchFolder()
      const started = performance.now()
      const violation = await installAndStart(folder, version).catch((error: unknown) => String(error))
      sweep(folder)
      counts.add(`npm ${version}: seconds from an empty folder to a stopped server`, seconds(started))
      if (violation === undefined) continue
      violations.push(`npm ${version}: ${violation}`)
      report(`npm ${version}: ${violation}`)
    }
    return { rows: counts.rows(), violations }
  },
}

const seconds = (started: number): number => Math.round((performance.now() - started) / 1_000)

/** Returns what went wrong. */
async function installAndStart(folder: string, version: number): Promise<string | undefined> {
  const [checkout, tools, data] = ['checkout', 'npm', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(tools)
  execFileSync('npm', ['install', `npm@${version}`, '--prefix', tools, '--loglevel=error'], { stdio: 'inherit' })
  execFileSync('git', ['clone', '--quiet', ROOT, checkout], { stdio: 'inherit' })
  const port = await freePort()
  const npm = start(checkout, join(tools, 'node_modules/npm/bin'), { PORT: String(port), DATA_DIR: data })
  try {
    return await openAndStop(npm, version, checkout, data)
  } finally {
    if (npm.child.exitCode === null) signalGroup(npm, 'SIGKILL')
  }
}

const signalGroup = ({ child }: Npm, signal: NodeJS.Signals): true => process.kill(-(child.pid ?? 0), signal)

/** Waits for the address, opens the page and stops. */
async function openAndStop(npm: Npm, version: number, checkout: string, data: string): Promise<string | undefined> {
  const { child, ended } = npm
  const until = performance.now() + READY_MILLIS
  let address: string | undefined
  while (address === undefined) {
    if (child.exitCode !== null) return `npm start ended with ${child.exitCode}: ${npm.output()}`
    if (performance.now() > until) return `no address in ${READY_MILLIS / 60_000} minutes: ${npm.output()}`
    await sleep(500)
    address = /is open at (http:\S+)/.exec(npm.output())?.[1]
  }
  const page = await fetch(address).then(({ status }) => status)
  // npm 9 ignores the signal, so it goes to the whole group, as from a terminal or a process manager.
  if (version === 9) signalGroup(npm, 'SIGTERM')
  else child.kill('SIGTERM')
  const code = await Promise.race([ended, sleep(STOP_MILLIS, 'no end', { ref: false })])
  if (page !== 200) return `the page was answered with ${page}`
  if (existsSync(join(data, 'pg', 'postmaster.pid'))) return 'PostgreSQL was left running'
  const again = execFileSync(process.execPath, ['src/tools/prepare.mjs', '--packages'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  if (again !== '') return `packages would be installed again: ${again}`
  return code === 0 ? undefined : `npm ended with ${code} after SIGTERM: ${npm.output()}`
}

type Npm = { readonly child: ChildProcess; readonly ended: Promise<number | null>; output(): string }

/** With the Node of the machine: the path without the packages of this checkout. */
function start(cwd: string, npmFolder: string, settings: Readonly<Record<string, string>>): Npm {
  const { HOME, TMPDIR, PATH = '' } = process.env
  const machine = PATH.split(delimiter).filter((each) => !each.includes('node_modules'))
  const node = machine.map((each) => join(each, 'node')).find(existsSync) ?? process.execPath
  const env = {
    HOME,
    TMPDIR,
    PATH: [npmFolder, dirname(node), ...machine].join(delimiter),
    PAST_DAYS: '0',
    ...settings,
  }
  const child = spawn(node, [join(npmFolder, 'npm-cli.js'), 'start'], { cwd, env, stdio: 'pipe', detached: true })
  let output = `(${node}) `
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)), output: () => output.slice(-4_000) }
}
