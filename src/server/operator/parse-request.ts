import { z } from 'zod'
import { isBlank } from '../../contract/visible-text.ts'
import { hasDuplicateKey } from '../runtime/unique-keys.ts'
import type { OperatorRequest } from './protocol.ts'

/** Visible text on one line. */
const line = (name: string, max: number) =>
  z
    .string()
    .trim()
    .regex(/^[^\p{C}]*$/u, `${name} must be a text without control characters`)
    .refine((text) => !isBlank(text), `${name} needs a character that can be seen`)
    .max(max, `${name} has at most ${max} characters`)

const request = z.strictObject({
  action: z.string().max(64),
  input: z.record(z.string(), z.unknown()),
  operator: line('the name of the operator', 64),
  reason: line('the reason', 500).nullable(),
}) satisfies z.ZodType<OperatorRequest>

/** A request, or what is wrong with the line. */
export function parseRequest(line: string): OperatorRequest | { readonly problem: string } {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return { problem: 'the request is not JSON' }
  }
  if (hasDuplicateKey(line)) return { problem: 'a key occurs twice in the request' }
  const { data, error } = request.safeParse(json)
  return data ?? { problem: problemOf(error) }
}

/** One sentence per invalid field. */
export const problemOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('\n')
