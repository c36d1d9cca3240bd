// `npm run test:long -- --minutes N`: as many seeds as fit, on two processes. A violation prints its seed; `--seed S`
// repeats the run of one seed.
import { parseArgs } from 'node:util'
import { runSeeds, tableOf } from './seeds.ts'

const COMMANDS = 500

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 10)
const until = performance.now() + minutes * 60_000
const only = values.seed === undefined ? undefined : [Number(values.seed)]
// Every run starts at a random seed.
let next = Math.floor(Math.random() * 2 ** 30)

const nextSeed = (): number | undefined => {
  if (only !== undefined) return only.pop()
  next += 1
  return performance.now() < until ? next : undefined
}

const results = await runSeeds(nextSeed, COMMANDS, ({ seed, violation }) => {
  process.stdout.write(`seed ${seed}: ${violation}\n`)
})
process.stdout.write(`${tableOf(results)}\n`)
process.exitCode = results.violations.length === 0 && results.seeds > 0 ? 0 : 1
