import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttp, type Http } from '../../../src/client/connection/http.ts'
import { createRequest } from '../../../src/client/connection/request.ts'
import { TokenStore } from '../../../src/client/connection/token-store.ts'
import { api, EARN_BASE, EARN_TOKEN_HEADER, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import { memoryStorage } from '../../fixtures/fake-host.ts'

type Reply = readonly [status: number, body: unknown]

let server: Server
let requests: string[]
let refreshes: Reply[]
let valid: string
let signedOut: number
let outage: object | undefined
let storage: ReturnType<typeof memoryStorage>
let tokenStore: TokenStore
let http: Http

beforeEach(async () => {
  requests = []
  refreshes = []
  valid = 'new'
  signedOut = 0
  outage = undefined
  storage = memoryStorage({ refreshToken: 'refresh-1' })
  server = createServer(async (request, response) => {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = createRequest({ [EXCHANGE_BASE]: origin, [EARN_BASE]: `${origin}/earn`, '': origin })
  let queue: Promise<unknown> = Promise.resolve()
  tokenStore = new TokenStore({
    request: send,
    storage,
    withLock: (_name, work) => {
      const result = queue.then(work)
      queue = result
      return result
    },
    onSignedOut: () => {
      signedOut += 1
    },
  })
  http = createHttp(send, tokenStore)
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function answer(request: IncomingMessage): Promise<Reply> {
  const token = request.headers[TOKEN_HEADER] ?? request.headers[EARN_TOKEN_HEADER]
  requests.push(`${request.method} ${request.url} ${token ?? '-'}`)
  if (request.url === api.refresh.path)
    return refreshes.shift() ?? [200, { access_token: valid, refresh_token: `refresh-${requests.length}` }]
  if (request.url === api.fullPairs.path && outage) return [503, outage]
  if (request.url === `/earn${api.startMining.path}`) return [409, { message: 'Come back later.' }]
  if (token === `Bearer ${valid}`) return [200, { uuid: 'ann', header: headerOf(request) }]
  return [401, { detail: 'Unauthorized' }]
}

const headerOf = ({ headers }: IncomingMessage): string | undefined =>
  [TOKEN_HEADER, EARN_TOKEN_HEADER].filter((name) => name in headers).join()

const count = (path: string) => requests.filter((line) => line.includes(path)).length

describe('An HTTP call', () => {
  test('A public HTTP call fills in its path parameters and sends no token', async () => {
    await http(api.pairDescription, { pathParams: { id: 7 } })
    await http(api.fullPairs)
    expect(requests).toEqual(['GET /api/trading_pairs/7/description/ -', 'GET /api/trading_pairs/full -'])
  })

  test('An HTTP call with an expired token refreshes the token once and is repeated', async () => {
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    expect(await http(api.profile)).toEqual({ ok: true, value: { uuid: 'ann', header: TOKEN_HEADER } })
    expect(requests.map((line) => line.split(' ').slice(1, 2)[0])).toEqual([
      api.profile.path,
      api.refresh.path,
      api.profile.path,
    ])
    expect(storage.get('refreshToken')).toBe('refresh-2')
  })

  test('Five concurrent HTTP calls with an expired token cause one refresh', async () => {
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http(api.profile)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(count(api.refresh.path)).toBe(1)
  })

  test('A call of the earn backend has its own address and token header, and both backends share one refresh', async () => {
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    const answers = await Promise.all([
      http(api.earnProfile),
      http(api.profile),
      http(api.friends),
      http(api.referrals),
    ])
    expect(answers).toMatchObject(
      [EARN_TOKEN_HEADER, TOKEN_HEADER, EARN_TOKEN_HEADER, TOKEN_HEADER].map((header) => ({ value: { header } })),
    )
    expect(count(api.refresh.path)).toBe(1)
    expect(count(`/earn${api.earnProfile.path}`)).toBe(2)
  })

  test('The reason of a refusal may be in the field message', async () => {
    tokenStore.save({ access: 'new', refresh: 'refresh-1' })
    expect(await http(api.startMining, { body: {} })).toMatchObject({ failure: { detail: 'Come back later.' } })
  })

  test('An HTTP call that stays unauthorized after a refresh is not repeated again', async () => {
    valid = 'never'
    refreshes = [[200, { access_token: 'other', refresh_token: 'r' }]]
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    expect(await http(api.profile)).toMatchObject({ ok: false, failure: { status: 401 } })
    expect(count(api.profile.path)).toBe(2)
  })

  test('A refused refresh signs out once for all waiting HTTP calls', async () => {
    refreshes = [[401, { detail: 'no' }]]
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http(api.profile)))
    expect(answers.every((answer) => !answer.ok && answer.failure.kind === 'refused')).toBe(true)
    expect([count(api.refresh.path), signedOut, storage.all]).toEqual([1, 1, {}])
  })

  test('A refused HTTP call without a token signs nobody out', async () => {
    storage.remove('refreshToken')
    expect(await http(api.profile)).toMatchObject({ ok: false, failure: { status: 401 } })
    expect(signedOut).toBe(0)
  })

  test('An HTTP call with a token signs out when the refresh token is gone', async () => {
    tokenStore.save({ access: 'old', refresh: 'refresh-1' })
    storage.remove('refreshToken')
    expect(await http(api.profile)).toMatchObject({ ok: false, failure: { status: 401 } })
    expect(signedOut).toBe(1)
  })

  test('An HTTP call returns the refusal text of the server, and unreachable for a server error or network failure', async () => {
    const answer = await http(api.login, { body: { email: 'a@b.cd', password: 'secret' } })
    expect(answer).toEqual({ ok: false, failure: { kind: 'refused', status: 401, detail: 'Unauthorized' } })
    outage = { detail: 'Back at noon.' }
    expect(await http(api.fullPairs)).toEqual({ ok: false, failure: { kind: 'unreachable', detail: 'Back at noon.' } })
    outage = {}
    expect(await http(api.fullPairs)).toEqual({ ok: false, failure: { kind: 'unreachable' } })
    server.closeAllConnections()
    server.close()
    expect(await http(api.fullPairs)).toEqual({ ok: false, failure: { kind: 'unreachable' } })
  })
})

describe('A token refresh', () => {
  test.each([401, 400])('A token refresh refused with status %i signs out', async (status) => {
    refreshes = [[status, { detail: 'no' }]]
    expect(await tokenStore.renew()).toBe('signed-out')
    expect([storage.get('refreshToken'), signedOut]).toEqual([null, 1])
  })

  test.each([503, 500, 429])('A token refresh answered with status %i keeps the tokens', async (status) => {
    refreshes = [[status, { detail: 'later' }]]
    expect(await tokenStore.renew()).toBe('unreachable')
    expect([storage.get('refreshToken'), signedOut]).toEqual(['refresh-1', 0])
    expect(await tokenStore.renew()).toBe('renewed')
  })

  test('A token refresh that ends after another user signed in does not restore the former user', async () => {
    const get = storage.get
    let reads = 0
    storage.get = (key) => {
      reads += 1
      if (reads === 2) tokenStore.save({ access: 'bob', refresh: 'bob-1' })
      return get(key)
    }
    refreshes = [
      [200, { access_token: 'ann', refresh_token: 'ann-2' }],
      [200, { access_token: 'bob', refresh_token: 'bob-2' }],
    ]
    expect(await tokenStore.renew()).toBe('renewed')
    expect([tokenStore.accessToken, storage.all]).toEqual(['bob', { refreshToken: 'bob-2' }])
  })

  test('A refused token refresh retries with the token that another tab stored', async () => {
    const get = storage.get
    let reads = 0
    storage.get = (key) => {
      reads += 1
      if (reads === 2) storage.set('refreshToken', 'from-the-other-tab')
      return get(key)
    }
    refreshes = [[401, { detail: 'used' }]]
    expect(await tokenStore.renew()).toBe('renewed')
    expect(signedOut).toBe(0)
  })
})
