/** Turns every thrown error into a response. Transient errors answer 503, invalid requests 4xx, all others 500. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { InvariantViolation } from '../../engine/assert.ts'
import { AccountDiffers, TakenOver, TooBusy } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import { Unavailable, unavailableRefusal } from '../sequencer/unavailable.ts'
import { rateLimited, refused } from './serve.ts'

const TEXTS: Readonly<Record<number, string>> = {
  400: 'This request is not valid.',
  404: 'Not found.',
  413: 'This request is too large.',
  415: 'Send the body as JSON.',
}
const BUSY_MILLIS = 2_000

export function errorHandler(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Unavailable) return refused(reply.header('retry-after', 1), unavailableRefusal(error))
    if (error instanceof AccountDiffers) return refused(reply, refuse('ACCOUNT_DIFFERS'))
    if (error instanceof TooBusy) return rateLimited(reply, BUSY_MILLIS)
    const { statusCode } = error
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return reply.code(statusCode).send(errorBody(statusCode))
    // The clients of a process that was replaced ask the next one.
    if (isTransient(error) || error instanceof TakenOver) {
      log.warn({ event: 'http.unavailable', err: error, req: request }, 'a request failed with a transient error')
      return refused(reply.header('retry-after', 1), refuse('UNAVAILABLE'))
    }
    log.error({ event: 'http.failed', err: error, req: request }, 'a request failed')
    // The unhandled rejection ends the process: balances may be wrong.
    if (error instanceof InvariantViolation) void Promise.reject(error)
    return reply.code(500).send({ detail: 'Something went wrong on our side.', code: 'INTERNAL' } satisfies ErrorBody)
  }
}

export const errorBody = (status: number): ErrorBody => ({
  detail: TEXTS[status] ?? TEXTS[400] ?? '',
  code: status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST',
})
