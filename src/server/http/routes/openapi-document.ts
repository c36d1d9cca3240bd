/** The description of all calls. Created and compressed once, when it is first asked for; a client that has it gets 304. */

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../../../contract/api.ts'
import type { AddressLimit } from '../limit-by-address.ts'
import { openApiDocument } from '../openapi.ts'
import { SHORT_CACHE } from './static-files.ts'

type Encoding = 'br' | 'gzip'

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

type Description = { readonly text: string; readonly hash: string; bodyIn(encoding: Encoding): Promise<Buffer> }

function describe(title: string): Description {
  const text = JSON.stringify(openApiDocument(title))
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    text,
    hash: createHash('sha256').update(text).digest('base64url'),
    bodyIn(encoding) {
      const body = compressed.get(encoding) ?? COMPRESS[encoding](text)
      compressed.set(encoding, body)
      return body
    },
  }
}

export function serveOpenApi(app: FastifyInstance, title: string, limit: AddressLimit): void {
  let description: Description | undefined
  app.get(openApi.path, { onRequest: limit }, async (request, reply) => {
    description ??= describe(title)
    const { text, hash, bodyIn } = description
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const etag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`
    reply.headers({ etag, 'cache-control': SHORT_CACHE, vary: 'accept-encoding' })
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    return encoding === undefined
      ? reply.send(text)
      : reply.header('content-encoding', encoding).send(await bodyIn(encoding))
  })
}

/** The smaller one of those that the client accepts: `gzip, deflate, br;q=0` accepts gzip. */
function acceptedEncoding(header: string | undefined = ''): Encoding | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

/** A proxy may have made the tag a weak one. */
const hasTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) === true
