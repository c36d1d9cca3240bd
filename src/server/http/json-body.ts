/** Bodies are JSON, of a size and a depth that somebody may have meant. */

import type { FastifyInstance } from 'fastify'

export const MOST_BODY_BYTES = 64 * 1_024
const DEEPEST = 16

class TooDeep extends Error {
  readonly statusCode = 400
}

/** An empty body is an empty object; a key that would reach into prototypes is refused. */
export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else if (isTooDeep(body as string)) done(new TooDeep())
    else parse(request, body as string, done)
  })
}

/** Counted before anything is built, in one pass. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') isInText = !isInText
    else if (isInText) at += letter === '\\' ? 1 : 0
    else if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
