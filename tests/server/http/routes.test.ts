import { request } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { CurrencyView, FullPairView, PairDescriptionView, PairView } from '../../../src/contract/markets/views.ts'
import { headersFor } from '../../../src/server/http/security-headers.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const limited = setUpTestServer({ RATE_LIMITS: 'on' })

const get = <T>(path: string, access?: string) => server().request<T>('GET', path, { access })

test('The health endpoint answers ok, the mode, the seq, the projection lag and the parts', async () => {
  const { status, body } = await get<HealthView>('/health')
  const { parts, ...about } = body
  expect(parts?.database?.state).toBe('ok')
  expect([status, about]).toEqual([
    200,
    { status: 'ok', mode: 'play', name: 'Tern', seq: expect.any(Number), projection_lag: expect.any(Number) },
  ])
})

test('The public market endpoints answer bare arrays', async () => {
  const { body: currencies } = await get<CurrencyView[]>(api.currencies.path)
  expect(currencies[0]).toEqual({ id: 1, symbol: 'USDT', name: 'Tether', icon_url: '/icons/usdt.svg', decimals: 8 })
  const { body: full } = await get<FullPairView[]>(api.fullPairs.path)
  expect(full[6]).toMatchObject({
    id: 7,
    symbol: 'DOGE/USDT',
    tick_size: '0.00001',
    step_size: '1',
    maker_fee_percent: '0.1',
  })
  for (const path of [api.pairs.path, api.coinPairs.path]) {
    const { body } = await get<PairView[]>(path)
    expect(body.map(({ id }) => id)).toEqual(full.map(({ id }) => id))
    expect(Object.keys(body[0] ?? {})).toEqual([
      'id',
      'base_currency_symbol',
      'base_currency_icon',
      'price',
      'percent_change_24h',
      'changes',
    ])
  }
})

test('The description endpoint describes a pair and answers 404 for an unknown pair id', async () => {
  expect((await get('/api/trading_pairs/5/description/')).body).toEqual({
    id: 5,
    name: 'Pepe',
    symbol: 'PEPE',
    description: expect.stringMatching(/^A memecoin on Ethereum/),
    website: 'https://www.pepe.vip',
    explorer: expect.stringMatching(/^https:\/\/etherscan\.io\/token\/0x/),
    socials: [{ type: 'twitter', url: 'https://x.com/pepecoineth' }],
    market_cap: null,
    circulating_supply: null,
    max_supply: '420690000000000',
    all_time_high: null,
    risk_level: 'high',
    is_favorite: false,
  })
  for (const id of ['999', '0', '-1', '1e0', '0x1', '__proto__', '%F0%9F%92%A9', '１'])
    expect(await get(`/api/trading_pairs/${id}/description/`)).toMatchObject({
      status: 404,
      body: { code: 'PAIR_NOT_FOUND' },
    })
})

test('Every listed coin has a description, an explorer and valid https links', async () => {
  const { body: pairs } = await get<FullPairView[]>(api.fullPairs.path)
  for (const { id } of pairs) {
    const { body } = await get<PairDescriptionView>(`/api/trading_pairs/${id}/description/`)
    expect(body.description.length).toBeGreaterThan(20)
    const links = [body.website, body.explorer, ...body.socials.map(({ url }) => url)].filter((link) => link !== null)
    for (const link of links) expect(new URL(link).protocol).toBe('https:')
    expect(links).toContain(body.explorer)
    expect(body.max_supply ?? '1').toMatch(/^[1-9]\d*$/)
  }
})

test('The API serves each path with and without a trailing slash', async () => {
  const { access } = await server().signUp()
  for (const { path } of [api.currencies, api.pairs, api.fullPairs, api.assets, api.orders, api.profile]) {
    const bare = path.replace(/\/$/, '')
    expect([(await get(bare, access)).status, (await get(`${bare}/`, access)).status]).toEqual([200, 200])
  }
})

test('Every private call answers 401 without a valid token, whatever the body is', async () => {
  const calls = Object.values(api).filter(({ access }) => access === 'bearer')
  expect(calls.length).toBeGreaterThanOrEqual(6)
  for (const { base, method, path } of calls)
    for (const access of [undefined, '', 'x', 'null'])
      expect(
        await server().request(method, base + path, { access, ...(method === 'POST' && { body: {} }) }),
      ).toMatchObject({
        status: 401,
        body: { detail: 'Unauthorized' },
      })
})

test('An unknown API path answers 404 as JSON', async () => {
  const paths = [
    '/exchange-backend',
    '/exchange-backend/',
    '/exchange-backend/api/nope',
    '/earn-backend/api/x',
    '/ws/x',
  ]
  for (const path of paths) expect(await get(path)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  expect(await server().request('PUT', api.orders.path, { body: {} })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
})

test('The API accepts only JSON bodies up to its size limit and refuses prototype keys', async () => {
  const path = api.login.path
  expect((await server().request('POST', path, { body: '' })).status).toBe(422)
  expect((await server().request('POST', path)).status).toBe(422)
  for (const body of ['{', 'nul', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', '\u0000'])
    expect(await server().request('POST', path, { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
  for (const body of ['null', '[]', '1', '"x"', '{"email":"a@b.co","password":"secret","admin":true}'])
    expect(await server().request('POST', path, { body })).toMatchObject({ status: 422 })
  expect(await server().request('POST', path, { body: `{"email":"${'a'.repeat(70_000)}"}` })).toMatchObject({
    status: 413,
    body: { detail: 'This request is too large.' },
  })
  const form = await fetch(`${server().address}/exchange-backend${path}`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@b.co', password: 'plain words' }),
  })
  expect([form.status, await form.json()]).toEqual([415, { detail: 'Send the body as JSON.', code: 'INVALID_REQUEST' }])
})

test('The API refuses repeated, unknown and malformed query parameters with 422', async () => {
  const { access } = await server().signUp()
  const wrong = ['limit=0', 'limit=101', 'limit=0x10', 'limit=1e1', 'limit=', 'limit=%20', 'offset=-1', 'offset=1.5']
  const unusual = [
    'status=OPEN',
    'status=open&status=all',
    'limit=1&limit=2',
    'limit[]=1',
    'x=1',
    '__proto__=1',
    'pair_id=１',
  ]
  for (const query of [...wrong, ...unusual]) {
    const { status, body } = await get(`${api.orders.path}?${query}`, access)
    expect([query, status]).toEqual([query, 422])
    expect(body).toMatchObject({ detail: [{ loc: expect.arrayContaining(['query']), msg: expect.any(String) }] })
  }
})

test('Every reply has the security headers', async () => {
  for (const path of ['/health', api.currencies.path, '/nope.js']) {
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('permissions-policy')).toMatch(/(^|, )camera=\(\), .*geolocation=\(\)/)
    // Play mode may run without a TLS certificate.
    expect(headers.has('strict-transport-security')).toBe(false)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'; script-src 'self';")
    expect(policy).toMatch(/frame-ancestors 'none'$/)
    expect(policy).toContain(`connect-src 'self' ws://${new URL(server().address).host}`)
  }
  expect((await get(api.currencies.path)).headers.get('cache-control')).toBe('no-store')
})

test('The server sends Strict-Transport-Security in live mode', () => {
  const request = { headers: { host: 'tern.example' }, url: '/' } as FastifyRequest
  const { 'strict-transport-security': strict } = headersFor(request, {
    mode: 'live',
    frameAncestors: [],
    tonConnect: false,
  })
  expect(strict).toBe('max-age=31536000')
})

test('Pages may connect to the bridges of TON wallets only with TONCONNECT=on', () => {
  const request = { headers: { host: 'tern.example' }, url: '/wallet' } as FastifyRequest
  const sourcesOf = (tonConnect: boolean) =>
    headersFor(request, { mode: 'live', frameAncestors: [], tonConnect })['content-security-policy']
  expect(sourcesOf(false)).toContain("connect-src 'self' ws://tern.example wss://tern.example;")
  expect(sourcesOf(true)).toContain(
    'wss://tern.example https://walletbot.me https://bridge.tonapi.io https://tonconnectbridge.mytonwallet.org;',
  )
})

test('An invalid Host header does not reach the content security policy', async () => {
  const policy = await new Promise<string>((resolve, reject) => {
    request(`${server().address}/health`, { headers: { host: "x; script-src 'unsafe-inline'" } }, (response) => {
      response.resume()
      resolve(String(response.headers['content-security-policy'] ?? ''))
    })
      .once('error', reject)
      .end()
  })
  expect(policy).not.toContain("unsafe-inline'; script")
  expect(policy).toContain("connect-src 'self';")
})

test('A malformed percent encoding in a path answers 400 or 404', async () => {
  for (const path of ['/%', '/%ff', '/exchange-backend/%E0%A4%A'])
    expect([400, 404]).toContain((await get(path)).status)
})

test('The login rate limiter answers 429 after 30 requests per minute from one address', async () => {
  limited().stopClock()
  const body = { refresh_token: 'x' }
  const statuses = new Set<number>()
  for (let count = 0; count < 30; count++)
    statuses.add((await limited().request('POST', api.refresh.path, { body })).status)
  expect(statuses).toEqual(new Set([401]))
  const { status, headers, body: refusal } = await limited().request('POST', api.login.path, { body: {} })
  expect([status, headers.get('retry-after')]).toEqual([429, '2'])
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
  limited().advanceClock(10_000)
  expect((await limited().request('POST', api.refresh.path, { body })).status).toBe(401)
})

test('The order rate limiter refuses a burst of 60 orders from one user and still serves another user', async () => {
  limited().stopClock()
  limited().advanceClock(60_000)
  const [ann, bob] = [await limited().signUp(), await limited().signUp()]
  const place = (access: string) => limited().request('POST', api.placeOrder.path, { body: {}, access })
  const replies = await Promise.all(Array.from({ length: 60 }, () => place(ann.access)))
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect((await place(bob.access)).status).toBe(422)
})
