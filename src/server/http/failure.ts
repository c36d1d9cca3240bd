/** One place where whatever went wrong becomes an answer. Bad input is never ours to be ashamed of; weather is 503. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { ErrorBody } from '../../contract/views.ts'
import { BrokenClaim } from '../../engine/assert.ts'
import { Unavailable } from '../core/sequencer.ts'
import { TooBusy } from '../identity/passwords.ts'
import type { Log } from '../log.ts'
import { isWeather } from '../postgres/weather.ts'
import { refused, tooMany } from './serve.ts'

const WORDS: Readonly<Record<number, string>> = {
  400: 'This request is not understood.',
  404: 'Not found.',
  413: 'This request is too large.',
  415: 'Send JSON.',
}
const BUSY_MILLIS = 2_000

export function failure(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Unavailable) return refused(reply.header('retry-after', 1), refuse('UNAVAILABLE'))
    if (error instanceof TooBusy) return tooMany(reply, BUSY_MILLIS)
    const { statusCode } = error
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return reply.code(statusCode).send(words(statusCode))
    if (isWeather(error)) {
      log.warn({ err: error, req: request }, 'the database did not answer a request')
      return refused(reply.header('retry-after', 1), refuse('UNAVAILABLE'))
    }
    log.error({ err: error, req: request }, 'a request failed')
    // Unhandled, and so the end of the process: it must not go on with doubtful money.
    if (error instanceof BrokenClaim) void Promise.reject(error)
    return reply.code(500).send({ detail: 'Something went wrong on our side.', code: 'INTERNAL' } satisfies ErrorBody)
  }
}

export const words = (status: number): ErrorBody => ({
  detail: WORDS[status] ?? WORDS[400] ?? '',
  code: status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST',
})
