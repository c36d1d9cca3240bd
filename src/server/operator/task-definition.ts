/** Reads the definition of a task from an operator's file. The engine checks what the values mean together. */

import { z } from 'zod'
import { TASK_GROUPS, TASK_KINDS, type TaskDefinition } from '../../contract/earn/tasks.ts'
import { freeText, optionalFreeText } from '../../contract/free-text.ts'
import type { Millis, TaskId } from '../../contract/ids.ts'

const taskId = z
  .int()
  .positive()
  .transform((id) => id as TaskId)

/** Milliseconds since 1970, or ISO 8601 with a zone. */
const time = z.union(
  [z.int().positive(), z.iso.datetime({ offset: true }).transform((iso): Millis => Date.parse(iso))],
  {
    error: 'must be a time such as 2026-12-01T00:00:00Z',
  },
)

const question = z.strictObject({
  question: freeText('the question', 300),
  options: z.array(freeText('the option', 200)).min(2).max(10),
  answer: z.int().min(0),
})

export const taskDefinition = z.strictObject({
  id: taskId,
  kind: z.enum(TASK_KINDS),
  group: z.enum(TASK_GROUPS),
  title: freeText('the title', 100),
  description: optionalFreeText('the description', 500).default(''),
  reward: z.int().positive(),
  target: z.int().positive().default(1),
  after: taskId.nullable().default(null),
  opensAt: time.nullable().default(null),
  closesAt: time.nullable().default(null),
  maxClaims: z.int().positive().nullable().default(null),
  position: z.int().default(0),
  link: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .nullable()
    .default(null),
  channel: z
    .string()
    .regex(/^(@\w{4,64}|-?\d{1,20})$/, 'must be @name or a numeric id')
    .nullable()
    .default(null),
  code: freeText('the code', 64).nullable().default(null),
  questions: z.array(question).max(20).default([]),
}) satisfies z.ZodType<TaskDefinition>
