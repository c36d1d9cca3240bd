/** Accepts JSON bodies only, of limited size and depth and with unique keys. */

import type { FastifyInstance } from 'fastify'
import { hasDuplicateKey } from '../runtime/unique-keys.ts'

export const MAX_BODY_BYTES = 64 * 1_024
const MAX_DEPTH = 16

class InvalidBody extends Error {
  readonly statusCode = 400
}

/** An empty body is an empty object. `__proto__` and `constructor` keys are refused. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else if (isTooDeep(body as string)) done(new InvalidBody())
    else
      parse(request, body as string, (error, parsed) =>
        error === null && hasDuplicateKey(body as string) ? done(new InvalidBody()) : done(error, parsed),
      )
  })
}

/** Scans the text before it is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isInString = !isInString
    else if (isInString) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
