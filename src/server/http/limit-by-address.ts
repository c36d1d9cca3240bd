/** Rate-limits requests by client address, before they reach a handler. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientIp, type IsTrusted, rateLimitKey } from '../runtime/client-ip.ts'
import type { Limit } from './rate-limits.ts'
import { rateLimited } from './serve.ts'

export type AddressLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

export const limitByAddress =
  (limit: Limit, isTrusted: IsTrusted): AddressLimit =>
  async (request, reply) => {
    const wait = limit(rateLimitKey(clientIp(request.raw, isTrusted)))
    return wait > 0 ? rateLimited(reply, wait) : undefined
  }
