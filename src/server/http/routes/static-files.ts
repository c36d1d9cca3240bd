/** The built client: hashed assets are cached permanently, the page never; the page is served for every client route. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EARN_BASE, EXCHANGE_BASE } from '../../../contract/api.ts'
import { errorBody } from '../error-handler.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SERVER_PATHS = [EXCHANGE_BASE, EARN_BASE, '/ws', '/health']

export async function serveStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(join(folder, 'assets')) ? IMMUTABLE : 'no-cache')
      },
    })
    app.get('/', (_request, reply) => sendPage(reply))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isClientRoute(request)) return reply.code(404).send(errorBody(404))
    return sendPage(reply)
  })
}

const sendPage = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-cache').sendFile('index.html')

/** A path with a file extension is not a client route: a missing file answers 404. */
function isClientRoute({ method, url }: FastifyRequest): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const isServerPath = SERVER_PATHS.some((base) => path === base || path.startsWith(`${base}/`))
  return (method === 'GET' || method === 'HEAD') && !isServerPath && !/\.[^/]*$/.test(path)
}
