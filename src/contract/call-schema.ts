/** The form of a call schema, and the schemas that several domains share. Server only: it imports zod. */

import { z } from 'zod'
import type { PairId } from './ids.ts'
import { isPlace } from './paging.ts'
import type { RefusalCode } from './refusals.ts'

export type CallSchema = {
  readonly summary: string
  /** The body, or the query for calls without a body. */
  readonly input: z.ZodObject
  readonly reply: z.ZodType
  /** 200 by default; a second status is the one for an error. */
  readonly statuses?: readonly [number, ...number[]]
  /** The reply has the header `x-data-stale`. */
  readonly mayBeStale?: true
  /** Refusals besides those that every call may answer, see `commonRefusals` in `schemas.ts`. */
  readonly refusals?: readonly RefusalCode[]
}

export const decimal = z
  .string()
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A plain decimal number.' })

export const signed = z
  .string()
  .regex(/^[+-]?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A signed decimal number.' })

export const id = z.int().positive()

export const count = z.int().min(0)

export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' })

export const uuid = z.uuid()

export const Ok = z.strictObject({ status: z.literal('ok') })

export const errorBody = z.strictObject({
  detail: z.union([
    z.string(),
    z.array(z.strictObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
  code: z.string().exactOptional(),
  params: z.record(z.string(), z.string()).exactOptional(),
  ticket: z.string().exactOptional(),
})

export const side = z.enum(['buy', 'sell'])

const PAIR_ID_MAX = 2 ** 31 - 1

/** The cast adds the brand of the output; it does not exist at run time. */
export const pairId = z.int().positive().max(PAIR_ID_MAX) as z.ZodType<number, number> as z.ZodType<PairId, number>

export const emptyBody = z.strictObject({})

/** Query values are text: plain digits only, unlike `Number`, which also accepts `1e3` or spaces. */
export const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'Give a whole number')
  .transform(Number)

export const pages = {
  offset: whole.pipe(z.int().min(0).max(1_000_000)).default(0),
  limit: whole.pipe(z.int().min(1).max(100)).default(10),
  before: z.string().max(200).refine(isPlace, 'Give the time of a row, a comma and its id').exactOptional().meta({
    description: 'Time and id of the last row that is known: the page begins after it, and the offset is ignored.',
  }),
}
