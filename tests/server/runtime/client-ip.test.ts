import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { SessionView } from '../../../src/contract/account/views.ts'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { clientIp, isIpRange, proxyMatcher, rateLimitKey } from '../../../src/server/runtime/client-ip.ts'
import { isCrossOrigin } from '../../../src/server/runtime/cross-origin.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const proxiedServer = setUpTestServer({
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'https://tern.example',
})

const request = (remoteAddress: string, forwardedFor?: string | string[]) =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as IncomingMessage

test.each([
  ['198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7,10.9.9.9, 2001:db8::1', '203.0.113.7'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '1.1.1.1, nonsense', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['fe80::1%eth0', '203.0.113.7', 'fe80::1%eth0'],
])('The client address for the peer %s and X-Forwarded-For %s is %s', (remote, forwardedFor, address) => {
  expect(clientIp(request(remote, forwardedFor), proxyMatcher(['10.0.0.0/8', '2001:db8::/32']))).toBe(address)
})

test('The client address ignores X-Forwarded-For without a trusted proxy', () => {
  expect(clientIp(request('127.0.0.1', '203.0.113.7'), proxyMatcher([]))).toBe('127.0.0.1')
})

test.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])('The text %s is a valid IP range', (text) =>
  expect(isIpRange(text)).toBe(true),
)
test.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1', '10.0.0'])(
  'The text "%s" is not a valid IP range',
  (text) => expect(isIpRange(text)).toBe(false),
)

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['2001:0DB8:0001::', '2001:db8:1:0'],
  ['', ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::7', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('The rate limit key of %s is %s', (ip, key) => expect(rateLimitKey(ip)).toBe(key))

const HOST = 'tern.example:8080'
test.each([
  [undefined, undefined, false],
  [`http://${HOST}`, undefined, false],
  ['https://tern.example', undefined, true],
  ['https://tern.example', 'https://tern.example/app', false],
  ['http://tern.example', 'https://tern.example', true],
  ['https://evil.example', 'https://tern.example', true],
  ['https://tern.example.evil.example', 'https://tern.example', true],
  ['null', 'https://tern.example', true],
  ['', undefined, true],
])('For the origin %s and PUBLIC_URL %s isCrossOrigin is %s', (origin, publicUrl, foreign) =>
  expect(isCrossOrigin({ host: HOST, ...(origin !== undefined && { origin }) }, publicUrl)).toBe(foreign),
)

const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(proxiedServer().address + EXCHANGE_BASE + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

test('A foreign origin may send GET requests only; the own origins may send all', async () => {
  const { access } = await proxiedServer().signUp()
  const authorization = `Bearer ${access}`
  const own = [{}, { origin: proxiedServer().address }, { origin: 'https://tern.example' }]
  for (const headers of own)
    expect((await send('POST', api.socketTicket.path, { authorization, ...headers }, {})).status).toBe(200)
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
    const posted = await send('POST', api.socketTicket.path, { authorization, origin }, {})
    expect([posted.status, await posted.json()]).toMatchObject([403, { code: 'FOREIGN_ORIGIN' }])
    expect((await send('DELETE', api.endSessions.path, { authorization, origin })).status).toBe(403)
    expect((await send('GET', api.profile.path, { authorization, origin })).status).toBe(200)
  }
})

test('Rate limits and sessions use the address forwarded by the proxy', async () => {
  const forwardedFor = { 'x-forwarded-for': '203.0.113.7' }
  const registered = await send('POST', api.register.path, forwardedFor, {
    email: 'far@example.com',
    password: 'correct horse',
  })
  const { access } = (await registered.json()) as Tokens
  const { body } = await proxiedServer().request<SessionView[]>('GET', api.sessions.path, { access })
  expect(body.map(({ ip_masked }) => ip_masked)).toEqual(['203.0.113.x'])
  const statusFrom = async (address: string) =>
    (await send('POST', api.refresh.path, { 'x-forwarded-for': address }, { refresh_token: 'x' })).status
  for (let count = 0; count < 30; count++) await statusFrom('203.0.113.8')
  expect([await statusFrom('203.0.113.8'), await statusFrom('203.0.113.9')]).toEqual([429, 401])
})
