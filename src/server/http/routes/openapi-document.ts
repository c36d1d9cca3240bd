/** The description of all calls. Created once; a client that has it gets 304. */

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../../../contract/api.ts'
import type { AddressLimit } from '../limit-by-address.ts'
import { openApiDocument } from '../openapi.ts'
import { SHORT_CACHE } from './static-files.ts'

export function serveOpenApi(app: FastifyInstance, title: string, limit: AddressLimit): void {
  const text = JSON.stringify(openApiDocument(title))
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  app.get(openApi.path, { onRequest: limit }, (request, reply) => {
    reply.headers({ etag, 'cache-control': SHORT_CACHE })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
