// `npm run test:mutants`: plants every bug of the table, one at a time, and tells which test saw it. Names, or parts of
// them, choose some.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutants, planted } from './mutants.ts'
import { openGarden, type Verdict } from './plant.ts'

const GARDENS = 2

const asked = process.argv.slice(2)
const chosen = mutants.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)))

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const row = ({ name, end, seconds }: Verdict): string => {
  const what = end.type === 'caught' ? end.by : end.type.toUpperCase()
  return `${name.padEnd(52)} ${what.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s`
}

/** Each in a tree of its own, so that both cores have something to do. */
async function inGardens<T>(
  jobs: readonly T[],
  work: (garden: ReturnType<typeof openGarden>, job: T) => Promise<void>,
) {
  const waiting = [...jobs]
  await Promise.all(
    Array.from({ length: GARDENS }, async () => {
      const garden = openGarden()
      try {
        for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(garden, job)
      } finally {
        garden.end()
      }
    }),
  )
}

const started = performance.now()
// Better now than after some minutes.
for (const mutant of chosen) planted(readFileSync(join(import.meta.dirname, '..', '..', mutant.file), 'utf8'), mutant)
const broken: string[] = []
const files = [...new Set(chosen.flatMap(({ caughtBy }) => caughtBy))]
await inGardens(files, async (garden, file) => {
  const { end } = await garden.unharmed([file])
  if (end.type !== 'survived') broken.push(file)
})
if (broken.length > 0) say(`these fail without a planted bug, and so prove nothing: ${broken.join(', ')}`)

const survivors: string[] = []
if (broken.length === 0)
  await inGardens<Mutant>(chosen, async (garden, mutant) => {
    const verdict = await garden.try(mutant)
    if (verdict.end.type !== 'caught') survivors.push(mutant.name)
    say(row(verdict))
  })

const caught = broken.length === 0 ? chosen.length - survivors.length : 0
say(`\n${caught} of ${chosen.length} planted bugs caught in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
process.exitCode = caught === chosen.length && caught > 0 ? 0 : 1
