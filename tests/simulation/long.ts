// `npm run test:long -- --minutes N`: as many seeds as fit, over both cores. A violation prints its seed; the story of
// one seed is told again with `--seed S`.
import { parseArgs } from 'node:util'
import { runSeeds, tableOf } from './seeds.ts'

const COMMANDS = 500

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 10)
const until = performance.now() + minutes * 60_000
const only = values.seed === undefined ? undefined : [Number(values.seed)]
// A new run tells new stories.
let next = Math.floor(Math.random() * 2 ** 30)

const nextSeed = (): number | undefined => {
  if (only !== undefined) return only.pop()
  next += 1
  return performance.now() < until ? next : undefined
}

const harvest = await runSeeds(nextSeed, COMMANDS, ({ seed, violation }) => {
  process.stdout.write(`seed ${seed}: ${violation}\n`)
})
process.stdout.write(`${tableOf(harvest)}\n`)
process.exitCode = harvest.violations.length === 0 && harvest.seeds > 0 ? 0 : 1
