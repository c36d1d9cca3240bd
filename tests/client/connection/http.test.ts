import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttp, type Http } from '../../src/client/connection/http.ts'
import { Keys } from '../../src/client/connection/keys.ts'
import { createRequest } from '../../src/client/connection/request.ts'
import { api, TOKEN_HEADER } from '../../src/contract/api.ts'
import { memoryKeep } from './fake-host.ts'

type Reply = readonly [status: number, body: unknown]

let server: Server
let requests: string[]
let refreshes: Reply[]
let valid: string
let signedOut: number
let outage: object | undefined
let keep: ReturnType<typeof memoryKeep>
let keys: Keys
let http: Http

beforeEach(async () => {
  requests = []
  refreshes = []
  valid = 'new'
  signedOut = 0
  outage = undefined
  keep = memoryKeep({ refreshToken: 'refresh-1' })
  server = createServer(async (request, response) => {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = createRequest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  let turn: Promise<unknown> = Promise.resolve()
  keys = new Keys({
    request: send,
    keep,
    alone: (_name, work) => {
      const result = turn.then(work)
      turn = result
      return result
    },
    signedOut: () => {
      signedOut += 1
    },
  })
  http = createHttp(send, keys)
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function answer(request: IncomingMessage): Promise<Reply> {
  requests.push(`${request.method} ${request.url} ${request.headers[TOKEN_HEADER] ?? '-'}`)
  if (request.url === api.refresh.path)
    return refreshes.shift() ?? [200, { access_token: valid, refresh_token: `refresh-${requests.length}` }]
  if (request.url === api.fullPairs.path && outage) return [503, outage]
  if (request.headers[TOKEN_HEADER] === `Bearer ${valid}`) return [200, { uuid: 'ann' }]
  return [401, { detail: 'Unauthorized' }]
}

const count = (path: string) => requests.filter((line) => line.includes(path)).length

describe('a call', () => {
  test('fills in its path and query, and carries no token when it is public', async () => {
    await http(api.pairDescription, { parts: { id: 7 } })
    await http(api.fullPairs)
    expect(requests).toEqual(['GET /api/trading_pairs/7/description/ -', 'GET /api/trading_pairs/full -'])
  })

  test('with an old token is refreshed once and said again', async () => {
    keys.hold({ access: 'old', refresh: 'refresh-1' })
    expect(await http(api.profile)).toEqual({ ok: true, value: { uuid: 'ann' } })
    expect(requests.map((line) => line.split(' ').slice(1, 2)[0])).toEqual([
      api.profile.path,
      api.refresh.path,
      api.profile.path,
    ])
    expect(keep.get('refreshToken')).toBe('refresh-2')
  })

  test('together with four others makes one refresh', async () => {
    keys.hold({ access: 'old', refresh: 'refresh-1' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http(api.profile)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(count(api.refresh.path)).toBe(1)
  })

  test('that stays unauthorized is not said a third time', async () => {
    valid = 'never'
    refreshes = [[200, { access_token: 'other', refresh_token: 'r' }]]
    keys.hold({ access: 'old', refresh: 'refresh-1' })
    expect(await http(api.profile)).toMatchObject({ ok: false, failure: { status: 401 } })
    expect(count(api.profile.path)).toBe(2)
  })

  test('whose refresh is refused as well signs out, once for all who asked', async () => {
    refreshes = [[401, { detail: 'no' }]]
    keys.hold({ access: 'old', refresh: 'refresh-1' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => http(api.profile)))
    expect(answers.every((answer) => !answer.ok && answer.failure.kind === 'refused')).toBe(true)
    expect([count(api.refresh.path), signedOut, keep.all]).toEqual([1, 1, {}])
  })

  test('tells a refusal in the words of the exchange, and a bad line as unreachable', async () => {
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

describe('a refresh', () => {
  test.each([401, 400])('refused with %i signs out', async (status) => {
    refreshes = [[status, { detail: 'no' }]]
    expect(await keys.renew()).toBe('signed-out')
    expect([keep.get('refreshToken'), signedOut]).toEqual([null, 1])
  })

  test.each([503, 500, 429])('answered with %i keeps the tokens', async (status) => {
    refreshes = [[status, { detail: 'later' }]]
    expect(await keys.renew()).toBe('unreachable')
    expect([keep.get('refreshToken'), signedOut]).toEqual(['refresh-1', 0])
    expect(await keys.renew()).toBe('renewed')
  })

  test('that is answered when somebody else has come in does not bring the former one back', async () => {
    const get = keep.get
    let reads = 0
    keep.get = (key) => {
      reads += 1
      if (reads === 2) keys.hold({ access: 'bob', refresh: 'bob-1' })
      return get(key)
    }
    refreshes = [
      [200, { access_token: 'ann', refresh_token: 'ann-2' }],
      [200, { access_token: 'bob', refresh_token: 'bob-2' }],
    ]
    expect(await keys.renew()).toBe('renewed')
    expect([keys.access, keep.all]).toEqual(['bob', { refreshToken: 'bob-2' }])
  })

  test('refused while another tab changed the token uses the new one', async () => {
    const get = keep.get
    let reads = 0
    keep.get = (key) => {
      reads += 1
      if (reads === 2) keep.set('refreshToken', 'from-the-other-tab')
      return get(key)
    }
    refreshes = [[401, { detail: 'used' }]]
    expect(await keys.renew()).toBe('renewed')
    expect(signedOut).toBe(0)
  })
})
