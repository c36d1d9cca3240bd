/**
 * `npm run cluster`: an exchange that can lose processes, on this machine, for trying it: three servers of PostgreSQL, two of the
 * exchange in play mode, and a proxy. They run in the background. `src/docs/cluster.md` is about several machines.
 */

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from '../../server/tools/fail.ts'
import { databaseUrl, endDatabases, isConnected, promote, startDatabases } from './databases.ts'
import {
  commandFor,
  DATABASES,
  DEFAULT_FOLDER,
  EXCHANGES,
  type ExchangeName,
  findPlace,
  makePlace,
  type Name,
  type Place,
} from './place.ts'
import { end, pidOf, start, waitFor } from './processes.ts'

const USAGE = `usage: npm run cluster -- up [--port 8080] [--folder ${DEFAULT_FOLDER}]   starts what does not run
       npm run cluster -- promote    kills the PostgreSQL that is written, and promotes a copy
       npm run cluster -- down       ends all processes; the data stays in the folder
`
const HOST = '127.0.0.1'
const PROXY_PORT = 8_080
const START_MILLIS = 120_000
const ANSWER_MILLIS = 1_000
const MAIN = join(import.meta.dirname, '../../server/main.ts')
const PROXY = join(import.meta.dirname, 'proxy.ts')

async function up(place: Place): Promise<void> {
  await startDatabases(place)
  for (const name of EXCHANGES) if (pidOf(place, name) === undefined) startExchange(place, name)
  const { ports } = place.content
  if (pidOf(place, 'proxy') === undefined) {
    const args = [PROXY, ...[ports.proxy, ...EXCHANGES.map((name) => ports[name])].map(String)]
    start(place, 'proxy', { file: process.execPath, args, env: process.env })
  }
  for (const name of EXCHANGES)
    await waitFor(place, name, START_MILLIS, async () => (await stateOf(place, name)) !== '')
  await waitFor(place, 'proxy', START_MILLIS, () => isOpen(ports.proxy))
  await print(place)
}

function startExchange(place: Place, name: ExchangeName): void {
  const { ports, secretKey } = place.content
  const settings = {
    MODE: 'play',
    PLAY_CHAIN: 'off',
    STANDBY: 'on',
    JOURNAL_COPIES: '2',
    HOST,
    PORT: String(ports[name]),
    DATA_DIR: join(place.folder, name),
    DATABASE_URL: databaseUrl(place),
    SECRET_KEY: secretKey,
  }
  start(place, name, { file: process.execPath, args: [MAIN], env: { ...process.env, ...settings } })
}

async function down(place: Place): Promise<void> {
  await end(place, 'proxy', 'SIGTERM')
  for (const name of EXCHANGES) await end(place, name, 'SIGTERM')
  await endDatabases(place)
}

const health = (port: number) => fetch(`http://${HOST}:${port}/health`, { signal: AbortSignal.timeout(ANSWER_MILLIS) })

const isOpen = (port: number): Promise<boolean> =>
  health(port).then(
    ({ ok }) => ok,
    () => false,
  )

/** Empty while it neither leads nor waits. */
async function stateOf({ content }: Place, name: ExchangeName): Promise<'leads' | 'waits' | ''> {
  const reply = await health(content.ports[name]).catch(() => undefined)
  if (reply?.ok === true) return 'leads'
  const { status } = ((await reply?.json().catch(() => undefined)) ?? {}) as { readonly status?: string }
  return status === 'standby' ? 'waits' : ''
}

async function print(place: Place): Promise<void> {
  const { ports, primary } = place.content
  const row = (name: Name, state: string, address: string): string =>
    `${name.padEnd(6)} ${String(pidOf(place, name) ?? '').padEnd(8)} ${state.padEnd(7)} ${address}\n`
  const lines = [row('proxy', '', `http://${HOST}:${ports.proxy}   open this one`)]
  for (const name of EXCHANGES)
    lines.push(row(name, await stateOf(place, name), `http://${HOST}:${ports[name]}/health`))
  for (const name of DATABASES) {
    const state = name === primary ? 'written' : 'copy'
    lines.push(row(name, (await isConnected(place, name)) ? state : 'behind', `${HOST}:${ports[name]}`))
  }
  const command = (verb: 'up' | 'promote' | 'down'): string => `\`${commandFor(verb, place.folder)}\``
  process.stdout.write(`${lines.join('')}
Try it: kill -9 or kill -STOP (then kill -CONT) a process that is named here, and look at the proxy's address.
${command('promote')} moves the database, ${command('up')} starts what has ended, ${command('down')} ends all.
Data and logs: ${place.folder}
`)
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      port: { type: 'string' },
      folder: { type: 'string', default: DEFAULT_FOLDER },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return void process.stdout.write(USAGE)
  const [verb = '', ...rest] = positionals
  const port = values.port === undefined ? undefined : Number(values.port)
  const isPort = port === undefined || (Number.isInteger(port) && port > 0 && port < 65_536)
  if (!['up', 'promote', 'down'].includes(verb) || rest.length > 0 || !isPort) throw new Error(USAGE)
  const folder = resolve(values.folder)
  const found = findPlace(folder)
  if (found !== undefined && port !== undefined && port !== found.content.ports.proxy)
    throw new Error(
      `the cluster in ${folder} has port ${found.content.ports.proxy}: leave --port out, or name another --folder`,
    )
  if (verb === 'up') return up(found ?? (await makePlace(folder, port ?? PROXY_PORT)))
  if (found === undefined) throw new Error(`there is no cluster in ${folder}: ${commandFor('up', folder)}`)
  if (verb === 'down') return down(found)
  const primary = await promote(found)
  process.stdout.write(
    `${primary} is written now; \`${commandFor('up', found.folder)}\` makes a copy of the one that was killed\n`,
  )
}

run().catch(fail)
