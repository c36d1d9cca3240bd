/** The parameters and the funds of the reward program. */

import { z } from 'zod'
import type { RewardParameters } from '../../contract/earn/parameters.ts'
import { isRefused } from '../../contract/refusals.ts'
import { rewardProgram, type State } from '../../engine/exchange.ts'
import { changing, reading, submitted } from './action.ts'
import { problemOf } from './parse-request.ts'
import type { Table } from './protocol.ts'

const nothing = z.strictObject({})
const xp = z.int().min(0)
const share = z.int().min(0).max(1_000_000)

/** The engine checks what the values mean together. */
const parameters = z.strictObject({
  miningRatePerHour: xp,
  miningMillis: z.int().positive(),
  dailyWheel: z.array(xp),
  friendBonus: xp,
  dailyCap: xp,
  userDailyCap: xp,
  tiers: z.array(z.strictObject({ minActiveFriends: z.int().min(0), share })),
  levels: z.array(xp),
}) satisfies z.ZodType<RewardParameters>

const amount = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number of XP, at most 1000000000000')
  .transform(Number)

export const rewardActions = {
  'show-parameters': reading(nothing, async ({ sequencer }) => {
    const program = await sequencer.read(rewardProgram)
    if (program === undefined) return ['The parameters are not set.']
    return [`Version ${program.version}`, [['parameter', 'value'], ...rowsOf(program.parameters)]]
  }),

  'set-parameters': changing(z.strictObject({ file: parameters.partial() }), async (deps, { file }, by) => {
    const before = (await deps.sequencer.read(rewardProgram))?.parameters
    const { data: after, error } = parameters.safeParse({ ...before, ...file })
    if (error !== undefined) return { problem: problemOf(error) }
    const changes = differences(before, after)
    if (changes.length === 0) return { problem: 'the file has the current values: nothing was changed' }
    const version = await submitted(
      deps,
      { type: 'set-reward-parameters', parameters: after, ...by },
      (state) => rewardProgram(state)?.version,
    )
    if (isRefused(version)) return version
    return [`Version ${version} is valid from now on.`, [['parameter', 'before', 'now'], ...changes]]
  }),

  'fund-rewards': changing(z.strictObject({ amount }), async (deps, input, by) => {
    const program = await submitted(deps, { type: 'fund-rewards', ...input, ...by }, fundsOf)
    return isRefused(program) ? program : [`Added ${input.amount} XP.`, program]
  }),

  'show-rewards': reading(nothing, async ({ sequencer }) => [await sequencer.read(fundsOf)]),
}

type RewardProgram = NonNullable<ReturnType<typeof rewardProgram>>

const fundsOf = (state: State): Table => {
  const program = rewardProgram(state)
  const row = (name: string, select: (program: RewardProgram) => number): readonly string[] => [
    name,
    program === undefined ? 'not set' : String(select(program)),
  ]
  return [
    ['rewards', 'XP'],
    row('funds', ({ funds }) => funds),
    row('paid today (UTC)', ({ paidToday }) => paidToday),
    row('daily cap', (each) => each.parameters.dailyCap),
    row('daily cap of a user', (each) => each.parameters.userDailyCap),
    row('version of the parameters', ({ version }) => version),
  ]
}

const rowsOf = (values: RewardParameters): Table =>
  Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])

/** Name, old and new value of each parameter that differs. */
function differences(before: RewardParameters | undefined, after: RewardParameters): Table {
  const old = new Map(before === undefined ? [] : rowsOf(before).map(([name, value]) => [name, value] as const))
  return rowsOf(after).flatMap(([name = '', value = '']) =>
    old.get(name) === value ? [] : [[name, old.get(name) ?? '-', value]],
  )
}
