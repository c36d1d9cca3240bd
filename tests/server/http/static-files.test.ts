/** The built client, the description of the API, and the icons the API refers to. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, openApi } from '../../../src/contract/api.ts'
import type { CurrencyView, FullPairView, PairView } from '../../../src/contract/markets/views.ts'
import { pagePaths } from '../../../src/contract/pages.ts'
import { serveStaticFiles } from '../../../src/server/http/routes/static-files.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=600'
const noLimit = async () => undefined

describe('The static file server', () => {
  let folder: string
  let app: FastifyInstance
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tern-pages-'))
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, 'index.html'), '<title>page</title>')
    writeFileSync(join(folder, 'icons.svg'), '<svg/>')
    writeFileSync(join(folder, 'assets', 'main-abc.js'), 'let x')
    writeFileSync(join(folder, 'assets', 'main-abc.js.br'), 'small')
    writeFileSync(join(folder, '.secret'), 'secret')
    writeFileSync(join(folder, '.git', 'config'), 'secret')
    writeFileSync(join(folder, '..', 'tern-outside.txt'), 'outside')
    app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    await serveStaticFiles(app, { folder, mode: 'play' }, noLimit)
  })
  afterAll(async () => {
    await app?.close()
    rmSync(folder, { recursive: true })
    rmSync(join(folder, '..', 'tern-outside.txt'))
  })
  const ask = async (url: string, accept = '*/*') => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { accept } })
    return [statusCode, body, headers['cache-control']]
  }

  test('serves the page without caching for every page path, also in the mini-app and with a query', async () => {
    const paths = pagePaths.flatMap((path) => [path, `/tma${path}`, `${path}?symbol=W.BTC`])
    for (const url of [...paths, '/tma', '/Trade/', '/index.html', '/tma/asset?symbol=1.5x'])
      expect([url, ...(await ask(url))]).toEqual([url, 200, '<title>page</title>', 'no-cache'])
  })

  test.each(['/metrics', '/.git/config', '/.env', '/a/b/c', '/trade/x', '/tmax', '/wp-login.php', '/favicon.ico'])(
    'answers 404 for %s, with the page for a browser and JSON for other clients',
    async (url) => {
      expect(await ask(url)).toEqual([404, JSON.stringify({ detail: 'Not found.', code: 'NOT_FOUND' }), 'no-store'])
      const [status, body] = await ask(url, 'text/html,application/xhtml+xml,*/*;q=0.8')
      const isFile = /\.\w+$/.test(url)
      expect([status, body]).toEqual([404, isFile ? expect.stringContaining('NOT_FOUND') : '<title>page</title>'])
    },
  )

  test('answers 404 for the page of play mail with real money, as for any unknown path', async () => {
    const live = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    await serveStaticFiles(live, { folder, mode: 'live' }, noLimit)
    const statusOf = async (url: string, accept: string) => {
      const { statusCode, body } = await live.inject({ url, headers: { accept } })
      return [statusCode, body]
    }
    for (const url of ['/play/mail', '/Play/Mail/', '/tma/play/mail?x=1']) {
      expect([url, ...(await statusOf(url, 'text/html'))]).toEqual([url, 404, '<title>page</title>'])
      expect([url, ...(await statusOf(url, '*/*'))]).toEqual([url, 404, expect.stringContaining('NOT_FOUND')])
    }
    expect(await statusOf('/trade', 'text/html')).toEqual([200, '<title>page</title>'])
    await live.close()
  })

  test('lets browsers cache hashed assets permanently and other files for ten minutes', async () => {
    expect(await ask('/assets/main-abc.js')).toEqual([200, 'let x', IMMUTABLE])
    expect(await ask('/icons.svg')).toEqual([200, '<svg/>', SHORT])
    const small = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect([small.body, small.headers['content-encoding'], small.headers.vary]).toEqual([
      'small',
      'br',
      'accept-encoding',
    ])
    expect(small.headers['content-type']).toMatch('javascript')
    expect((await ask('/assets/gone.js'))[0]).toBe(404)
  })

  test('serves no file outside its folder, no hidden file and no folder', async () => {
    const urls = ['/.secret', '/../tern-outside.txt', '/%2e%2e/tern-outside.txt', '/..%2ftern-outside.txt', '/assets/']
    for (const url of urls) expect((await ask(url, 'text/html')).join()).not.toMatch(/secret|outside|main-abc/)
  })

  test('answers 404 if the client is not built', async () => {
    const empty = fastify()
    await serveStaticFiles(empty, { folder: join(tmpdir(), 'tern-no-such-folder'), mode: 'play' }, noLimit)
    expect((await empty.inject('/')).statusCode).toBe(404)
    await empty.close()
  })
})

const server = setUpTestServer()
const limited = setUpTestServer({ RATE_LIMITS: 'on' })

test('The description of the API is cached for ten minutes and answers 304 to a client that has it', async () => {
  const { headers } = await server().request('GET', openApi.path)
  expect(headers.get('cache-control')).toBe(SHORT)
  const again = await fetch(server().address + openApi.path, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

/** `fetch` would decompress the body and hide its size. */
function describedIn(
  accept: string,
  tag = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const headers = { ...(accept !== '' && { 'accept-encoding': accept }), ...(tag !== '' && { 'if-none-match': tag }) }
  return new Promise((resolve, reject) => {
    get(server().address + openApi.path, { headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
      )
    }).on('error', reject)
  })
}

test('The description of the API is compressed as the client accepts it, with a tag for each form', async () => {
  const plain = await describedIn('')
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': SHORT })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const forms = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1.0', 'gzip', gunzipSync],
    ['br;q=0, GZIP', 'gzip', gunzipSync],
  ] as const
  for (const [accept, encoding, decompress] of forms) {
    const { status, headers, body } = await describedIn(accept)
    expect([accept, status, headers['content-encoding']]).toEqual([accept, 200, encoding])
    expect(body.length).toBeLessThan(plain.body.length / 5)
    expect(decompress(body).equals(plain.body)).toBe(true)
    expect(headers.etag).not.toBe(plain.headers.etag)
    const again = await describedIn(accept, `"other", W/${headers.etag}`)
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect((await describedIn('', headers.etag)).status).toBe(200)
  }
})

test('The rate limiter of files answers 429 to one address, refills, and can be turned off', async () => {
  limited().stopClock()
  const statusesOf = async (address: string, path: string, batches: number) => {
    const statuses = new Set<number>()
    for (let batch = 0; batch < batches; batch++)
      for (const reply of await Promise.all(Array.from({ length: 50 }, () => fetch(address + path)))) {
        await reply.arrayBuffer()
        statuses.add(reply.status)
        if (reply.status === 429) expect(reply.headers.get('retry-after')).toBe('1')
      }
    return statuses
  }
  expect(await statusesOf(limited().address, '/no-such-file', 18)).toEqual(new Set([404]))
  expect(await statusesOf(limited().address, openApi.path, 2)).toEqual(new Set([200]))
  expect(await statusesOf(limited().address, openApi.path, 1)).toEqual(new Set([429]))
  limited().advanceClock(20_000)
  expect((await limited().request('GET', openApi.path)).status).toBe(200)
  expect(await statusesOf(server().address, '/no-such-file', 30)).toEqual(new Set([404]))
})

test('Every icon address that the API returns is an SVG image in the built client', async () => {
  const get = async <T>(path: string) => (await server().request<T>('GET', path)).body
  const currencies = await get<CurrencyView[]>(api.currencies.path)
  const pairs = await get<PairView[]>(api.pairs.path)
  const full = await get<FullPairView[]>(api.fullPairs.path)
  const urls = [
    ...currencies.map(({ icon_url }) => icon_url),
    ...[...pairs, ...full].map(({ base_currency_icon }) => base_currency_icon),
  ]
  expect(new Set(urls).size).toBe(currencies.length)
  const app = fastify()
  await serveStaticFiles(app, { folder: publicFolder, mode: 'play' }, noLimit)
  for (const url of new Set(urls)) {
    const { statusCode, headers, body } = await app.inject(url)
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'image/svg+xml'])
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/)
  }
  await app.close()
})

test('The pictures of invitations are JPEG files that may be cached for ten minutes', async () => {
  const app = fastify()
  await serveStaticFiles(app, { folder: publicFolder, mode: 'play' }, noLimit)
  for (const url of ['/invite.jpg', '/story.jpg']) {
    const { statusCode, headers } = await app.inject(url)
    expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      url,
      200,
      'image/jpeg',
      SHORT,
    ])
  }
  await app.close()
})

test('The licence list names the source of every icon file', () => {
  const licences = readFileSync(join(publicFolder, 'icons', 'LICENSES.md'), 'utf8')
  const files = readdirSync(join(publicFolder, 'icons')).filter((name) => name.endsWith('.svg'))
  expect(files.filter((name) => !licences.includes(`\`${name}\``))).toEqual([])
})

const publicFolder = join(import.meta.dirname, '..', '..', '..', 'public')
