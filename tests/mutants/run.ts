// `npm run test:mutants [names]`: applies every mutant, one at a time, and prints the test that detects it. Arguments
// select mutants whose name contains one of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMutantRunner, type Verdict } from './mutant-runner.ts'
import { applyMutant, type Mutant, mutants } from './mutants.ts'

const RUNNERS = 2

const parts = process.argv.slice(2)
const selected = mutants.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const row = ({ name, end, seconds }: Verdict): string => {
  const what = end.type === 'caught' ? end.by : end.type.toUpperCase()
  return `${name.padEnd(52)} ${what.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s`
}

/** Runs the jobs on several runners in parallel, each with its own copy of the tree. */
async function onRunners<T>(
  jobs: readonly T[],
  work: (runner: ReturnType<typeof startMutantRunner>, job: T) => Promise<void>,
) {
  const waiting = [...jobs]
  await Promise.all(
    Array.from({ length: RUNNERS }, async () => {
      const runner = startMutantRunner()
      try {
        for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(runner, job)
      } finally {
        runner.end()
      }
    }),
  )
}

const started = performance.now()
// Fails early if a mutant does not apply.
for (const mutant of selected)
  applyMutant(readFileSync(join(import.meta.dirname, '..', '..', mutant.file), 'utf8'), mutant)
const failingFiles: string[] = []
const files = [...new Set(selected.flatMap(({ caughtBy }) => caughtBy))]
await onRunners(files, async (runner, file) => {
  const { end } = await runner.runUnchanged([file])
  if (end.type !== 'survived') failingFiles.push(file)
})
if (failingFiles.length > 0) print(`these tests fail without a mutant: ${failingFiles.join(', ')}`)

const survivors: string[] = []
if (failingFiles.length === 0)
  await onRunners<Mutant>(selected, async (runner, mutant) => {
    const verdict = await runner.runMutant(mutant)
    if (verdict.end.type !== 'caught') survivors.push(mutant.name)
    print(row(verdict))
  })

const caught = failingFiles.length === 0 ? selected.length - survivors.length : 0
print(`\n${caught} of ${selected.length} mutants caught in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
process.exitCode = caught === selected.length && caught > 0 ? 0 : 1
