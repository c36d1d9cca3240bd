/** What many answers are made of. */

import { z } from 'zod'

export const decimal = z
  .string()
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A plain decimal number.' })
export const signed = z
  .string()
  .regex(/^[+-]?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A decimal number with its sign.' })
export const id = z.int().positive()
export const count = z.int().min(0)
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' })
export const uuid = z.uuid()
export const Tokens = z.strictObject({ access: z.string(), refresh: z.string() })
