/** The reward tasks. */

import { z } from 'zod'
import type { TaskId } from '../../contract/ids.ts'
import { isRefused, refusalText } from '../../contract/refusals.ts'
import { allTasks, type State } from '../../engine/exchange.ts'
import { changing, reading, submitted } from './action.ts'
import type { Table } from './protocol.ts'
import { taskDefinition } from './task-definition.ts'

const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the number of a task')
  .transform((text) => Number(text) as TaskId)

const definitions = z.preprocess(
  (file) => (Array.isArray(file) ? file : [file]),
  z.array(taskDefinition).min(1).max(200),
)

export const taskActions = {
  'list-tasks': reading(z.strictObject({}), async ({ sequencer }) => [
    await sequencer.read((state) => taskTable(state)),
  ]),

  'set-tasks': changing(z.strictObject({ file: definitions }), async (deps, { file }, by) => {
    const twice = file.find((task, index) => file.findIndex((other) => other.id === task.id) !== index)
    if (twice !== undefined) return { problem: `id ${twice.id} occurs twice: nothing was changed` }
    for (const [index, task] of file.entries()) {
      const result = await submitted(deps, { type: 'set-task', task, ...by }, () => undefined)
      if (isRefused(result))
        return { problem: `task ${task.id}: ${refusalText(result)}\n${setBefore(index, file.length)}` }
    }
    const ids = new Set(file.map((task) => task.id))
    return [await deps.sequencer.read((state) => taskTable(state, (task) => ids.has(task)))]
  }),

  'retire-task': changing(z.strictObject({ id }), async (deps, input, by) => {
    const command = { type: 'retire-task', task: input.id, ...by } as const
    const table = await submitted(deps, command, (state) => taskTable(state, (task) => task === input.id))
    return isRefused(table) ? table : [table]
  }),
}

const setBefore = (count: number, all: number): string =>
  count === 0 ? 'Nothing was changed.' : `${count} of ${all} tasks were set before it.`

function taskTable(state: State, isShown: (task: TaskId) => boolean = () => true): Table {
  const rows = [...allTasks(state)]
    .filter(({ task }) => isShown(task.id))
    .sort((a, b) => a.task.position - b.task.position || a.task.id - b.task.id)
  return [
    ['id', 'kind', 'group', 'XP', 'claims', 'state', 'title'],
    ...rows.map(({ task, claims, retiredAt }) => [
      String(task.id),
      task.kind,
      task.group,
      String(task.reward),
      task.maxClaims === null ? String(claims) : `${claims} of ${task.maxClaims}`,
      retiredAt === undefined ? 'open' : 'retired',
      task.title,
    ]),
  ]
}
