// `npm run test:long -- [suite] [--minutes N] [--rounds N] [--seed S]`: prints a table of what was done, and exits with 1
// after a violation.
import { parseArgs } from 'node:util'
import { claims } from './claims.ts'
import { clock } from './clock.ts'
import { cluster } from './cluster.ts'
import { corruption } from './corruption.ts'
import { failover } from './failover.ts'
import { flakes } from './flakes.ts'
import { follow } from './follow.ts'
import { install } from './install.ts'
import { kills } from './kills.ts'
import { live } from './live.ts'
import { liveFailover } from './live-failover.ts'
import { oracles } from './oracles.ts'
import { patroni } from './patroni.ts'
import { funds, simulation } from './simulation.ts'
import { sockets } from './sockets.ts'
import { steady } from './steady.ts'
import type { Result, Suite } from './suite.ts'
import { ton } from './ton.ts'
import { withdrawals } from './withdrawals.ts'

const suites: Readonly<Record<string, Suite>> = {
  simulation,
  corruption,
  kills,
  cluster,
  failover,
  patroni,
  clock,
  follow,
  sockets,
  steady,
  oracles,
  claims,
  funds,
  withdrawals,
  ton,
  live,
  'live-failover': liveFailover,
  install,
  flakes,
}
const USUAL_MINUTES = 10

const usage = [
  'npm run test:long -- [suite] [--minutes N] [--rounds N] [--seed S] [--load N] [--all]',
  '',
  ...Object.entries(suites).map(([name, { about }]) => `${name.padEnd(12)} ${about}`),
  '',
  `Without a suite: simulation. A run ends after --minutes (${USUAL_MINUTES}) or --rounds, whichever comes first.`,
].join('\n')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`)
  return value
}

const tableOf = ({ rows, violations }: Result): string =>
  [...rows, ['violations', violations.length] as const]
    .map(([name, count]) => `${name.padEnd(52)}${count.toLocaleString('en').padStart(14)}`)
    .join('\n')

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      load: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [name = 'simulation', ...others] = positionals
  const suite = suites[name]
  if (values.help) {
    print(usage)
    return 0
  }
  if (suite === undefined || others.length > 0) throw new Error(`unknown suite "${positionals.join(' ')}"\n\n${usage}`)
  const options = {
    minutes: numberOf('minutes', values.minutes) ?? USUAL_MINUTES,
    rounds: numberOf('rounds', values.rounds),
    seed: numberOf('seed', values.seed),
    load: numberOf('load', values.load) ?? 0,
    all: values.all,
  }
  const result = await suite.run(options, (violation) => print(`VIOLATION ${violation}`))
  print(tableOf(result))
  return result.violations.length === 0 ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  return 1
})
