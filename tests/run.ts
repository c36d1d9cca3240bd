// `npm test` and `npm run test:all`: types, lint, then the tests. The last line is `N passed, N failed`; types and lint count as one
// each.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Failure } from './run/report.ts'
import { runTests } from './run/run-tests.ts'
import { runProgram } from './run/vitest-run.ts'
import type { ScopeName } from './scope.ts'

const SLOWEST = 15
const REPEATED_FILE = join(import.meta.dirname, '..', 'repeated.txt')
const USAGE = `npm test                 types, lint and the tests of the short scope
npm run test:all         types, lint and all tests
npm test -- --strict     runs no failed file again
npx vitest run FILE      the tests of one file`

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function readOptions(): { readonly all: boolean; readonly strict: boolean } {
  try {
    const options = { all: { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } } as const
    return parseArgs({ options }).values
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** Keeps the errors of what passed only alone, over several runs. */
function noteRepeated(failures: readonly Failure[]): void {
  const lines = failures.map(({ title, message }) => `${new Date().toISOString()} ${title}\n${message}\n\n`)
  if (lines.length > 0) appendFileSync(REPEATED_FILE, lines.join(''))
}

const printFailures = (what: string, failures: readonly Failure[]): void =>
  failures.forEach(({ title, message }) => {
    print(`${what}: ${title}: ${message.split('\n')[0]}`)
  })

const { all, strict } = readOptions()
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort())
const stop = interrupted.signal
const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 30))
const env = { TEST_SCOPE: all ? undefined : ('short' satisfies ScopeName), TEST_SEED: seed }

async function check(what: string, file: string, args: readonly string[]): Promise<Failure[]> {
  print(`\n── ${what}`)
  const code = await runProgram(file, { args, env, stop })
  return code === 0 ? [] : [{ title: what, message: 'see above' }]
}

const broken = [
  ...(await check('types', 'typescript/bin/tsc', ['--noEmit'])),
  ...(await check('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
]
print(`\nRandom tests begin from TEST_SEED=${seed}`)
const outcome = await runTests({ args: [], env, stop, strict: strict || broken.length > 0 })

print(`\nThe ${SLOWEST} slowest files, in seconds with loading and hooks:`)
for (const { path, seconds } of outcome.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  print(`${seconds.toFixed(1).padStart(7)}  ${path}`)
const failures = [...broken, ...outcome.failures]
printFailures('failed', failures)
printFailures('passed only when repeated alone', outcome.repeated)
noteRepeated(outcome.repeated)
print(`\n${outcome.passed + 2 - broken.length} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
