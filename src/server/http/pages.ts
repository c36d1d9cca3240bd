/** The built client: hashed files for ever, the page itself never, and the page for every path the client routes. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EARN_BASE, EXCHANGE_BASE } from '../../contract/api.ts'
import { words } from './failure.ts'

const YEAR = 'public, max-age=31536000, immutable'
const OURS = [EXCHANGE_BASE, EARN_BASE, '/ws', '/health']

export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(join(folder, 'assets')) ? YEAR : 'no-cache')
      },
    })
    app.get('/', (_request, reply) => page(reply))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isPage(request)) return reply.code(404).send(words(404))
    return page(reply)
  })
}

const page = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-cache').sendFile('index.html')

/** A path of the client has no ending: a missing file is missing. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const isOurs = OURS.some((base) => path === base || path.startsWith(`${base}/`))
  return (method === 'GET' || method === 'HEAD') && !isOurs && !/\.[^/]*$/.test(path)
}
