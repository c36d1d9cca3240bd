/** The built client: hashed assets are cached permanently, other files shortly, the page never. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '../../../contract/pages.ts'
import type { Mode } from '../../runtime/config.ts'
import { errorBody } from '../error-handler.ts'
import type { AddressLimit } from '../limit-by-address.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
export const SHORT_CACHE = 'public, max-age=600'

/** `folder`: of the built client. */
type Client = { readonly folder: string; readonly mode: Mode }

/** `limit` runs before every request for a file, a page or an unknown path. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { folder, mode }: Client,
  limit: AddressLimit,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  await app.register(async (files) => {
    files.addHook('onRequest', limit)
    if (existsSync(folder)) await serveFolder(files, folder)
    if (isBuilt) files.get('/', (_request, reply) => sendPage(reply))
    files.setNotFoundHandler((request, reply) => {
      const path = pathOf(request)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (isBuilt && isRead && isPagePath(path, mode)) return sendPage(reply)
      if (isBuilt && isRead && isBrowserPage(request, path)) return sendPage(reply.code(404))
      return reply.code(404).header('cache-control', 'no-store').send(errorBody(404))
    })
  })
}

const serveFolder = (app: FastifyInstance, folder: string) =>
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheOf(path.slice(folder.length)))
    },
  })

function cacheOf(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE
  return path.startsWith('/index.html') ? 'no-cache' : SHORT_CACHE
}

const pathOf = ({ url }: FastifyRequest): string => url.split(/[?#]/, 1)[0] ?? ''

const sendPage = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-cache').sendFile('index.html')

/** A browser that follows a broken link gets the page, which says that nothing was found. */
const isBrowserPage = ({ headers: { accept = '' } }: FastifyRequest, path: string): boolean =>
  accept.includes('text/html') && !/\.\w+$/.test(path) && !/^\/(ws|[\w-]+-backend)(\/|$)/.test(path)
