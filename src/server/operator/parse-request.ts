import { z } from 'zod'
import { freeText } from '../../contract/free-text.ts'
import { parseJson } from '../../contract/parse-json.ts'
import { hasDuplicateKey } from '../runtime/unique-keys.ts'
import type { OperatorRequest } from './protocol.ts'

const request = z.strictObject({
  action: z.string().max(64),
  input: z.record(z.string(), z.unknown()),
  operator: freeText('the name of the operator', 64),
  reason: freeText('the reason', 500).nullable(),
}) satisfies z.ZodType<OperatorRequest>

/** A request, or what is wrong with the line. */
export function parseRequest(line: string): OperatorRequest | { readonly problem: string } {
  const json = parseJson(line)
  if (json === undefined) return { problem: 'the request is not JSON' }
  if (hasDuplicateKey(line)) return { problem: 'a key occurs twice in the request' }
  const { data, error } = request.safeParse(json)
  return data ?? { problem: problemOf(error) }
}

/** One sentence per invalid field. */
export const problemOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('\n')
