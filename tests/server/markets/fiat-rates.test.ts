/** Fiat rates from an HTTP source: validation, and the last valid table remains after any failure. */

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { FiatNames, FiatRatesView } from '../../../src/contract/markets/views.ts'
import { DEFAULT_RATES, DEFAULT_RATES_AT } from '../../../src/server/markets/fiat-rates/default-rates.ts'
import { type FiatRates, openFiatRates } from '../../../src/server/markets/fiat-rates/fiat-rates.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

type Answer = (response: ServerResponse) => void
const json = (body: unknown): Answer => text(JSON.stringify(body))
function text(body: string): Answer {
  return (response) => void response.end(body)
}
const GOOD = json({ rates: { EUR: 0.92, JPY: '150.10', XAU: 0.0005, USD: 1 } })

let answer: Answer = GOOD
let requestCount = 0
const source = createServer((_request, response) => {
  requestCount += 1
  answer(response)
})
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/usd.json?key=hunter2`

const server = setUpTestServer({ FIAT_RATES_URL: address })
const opened: FiatRates[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.stop()
})
afterAll(() => {
  source.closeAllConnections()
  source.close()
})

let now = 1_000
const lines: string[] = []
const log = openLog('warn', { write: (line) => void lines.push(line) })

/** Opens the rates and requests the source once. */
async function open(respond: Answer, timeoutMillis = 2_000): Promise<FiatRates> {
  answer = respond
  const fiat = openFiatRates({ source: address, clock: { now: () => now }, log, timeoutMillis })
  opened.push(fiat)
  await fiat.refresh()
  return fiat
}

test('Fiat rates without a source are the built-in table with its own date', async () => {
  const fiat = openFiatRates({ source: undefined, clock: { now: () => now }, log })
  const before = requestCount
  await fiat.refresh()
  expect(fiat.current()).toEqual({ rates: DEFAULT_RATES, updatedAt: DEFAULT_RATES_AT })
  expect(requestCount).toBe(before)
  for (const rate of Object.values(DEFAULT_RATES)) expect(Number(rate)).toBeGreaterThan(0)
  const codes = Intl.supportedValuesOf('currency')
  expect(Object.keys(DEFAULT_RATES).filter((code) => !codes.includes(code))).toEqual([])
})

test('A valid fiat rate table replaces the built-in one; unknown codes are skipped and strings are kept exactly', async () => {
  now = 5_000
  const fiat = await open(GOOD)
  expect(fiat.current()).toEqual({ rates: { USD: '1', EUR: '0.92', JPY: '150.10' }, updatedAt: 5_000 })
  expect(Object.keys(fiat.current().rates)[0]).toBe('USD')
  answer = json({ fiat_rates: { EUR: '0.123456789012345678' } })
  now = 6_000
  await fiat.refresh()
  expect(fiat.current()).toEqual({ rates: { USD: '1', EUR: '0.123456789012345678' }, updatedAt: 6_000 })
})

const invalidAnswers: readonly (readonly [string, Answer])[] = [
  ['HTML', text('<html>')],
  ['an empty body', text('')],
  ['null', json(null)],
  ['a list', json({ rates: [1, 2] })],
  ['no table', json({ EUR: 0.92 })],
  ['an empty table', json({ rates: {} })],
  ['dollars only', json({ rates: { USD: 1 } })],
  ['only unknown codes', json({ rates: { XYZ: 1, __proto: 2 } })],
  ['rates per euro', json({ rates: { USD: 1.08, JPY: 160 } })],
  ['a zero rate', json({ rates: { EUR: 0, JPY: 150 } })],
  ['a negative rate', json({ rates: { EUR: -0.92 } })],
  ['a rate that is not finite', text('{"rates":{"EUR":1e999}}')],
  ['the string NaN', json({ rates: { EUR: 'NaN' } })],
  ['a rate with an exponent', json({ rates: { EUR: '9e-1' } })],
  ['a rate with spaces', json({ rates: { EUR: ' 0.92' } })],
  ['a null rate', json({ rates: { EUR: null } })],
  ['one invalid rate of two', json({ rates: { EUR: 0.93, JPY: 'many' } })],
  ['too many digits', json({ rates: { EUR: '1'.repeat(13) } })],
  [
    'a response above the size limit',
    (response) => void response.end(`{"rates":{"EUR":0.93},"x":"${'x'.repeat(300_000)}"}`),
  ],
  ['status 500', (response) => void response.writeHead(500).end('{"rates":{"EUR":0.93}}')],
  ['status 204', (response) => void response.writeHead(204).end()],
  ['a cut connection', (response) => void response.destroy()],
  [
    'an incomplete response',
    (response) => void response.writeHead(200, { 'content-length': 99 }).end('{', () => response.destroy()),
  ],
]

test.each(invalidAnswers)(
  'A fiat rate source that answers with %s does not change the rates',
  async (_name, respond) => {
    now = 7_000
    const fiat = await open(GOOD)
    const good = fiat.current()
    now = 8_000
    lines.length = 0
    answer = respond
    await fiat.refresh()
    expect(fiat.current()).toBe(good)
    expect(good.updatedAt).toBe(7_000)
    expect(lines.join()).toContain('fiat rates could not be updated')
    expect(fiat.health).toEqual({ state: 'failing', reason: expect.any(String) })
    expect(lines.join() + JSON.stringify(fiat.health)).not.toContain('hunter2')
    answer = GOOD
    await fiat.refresh()
    expect(fiat.health).toEqual({ state: 'ok' })
  },
)

test('The health of the fiat rates is public and shows nothing of a reply that is not JSON', async () => {
  const fiat = await open(text('no such key: hunter2'))
  expect(fiat.health).toEqual({ state: 'failing', reason: 'the reply is not JSON' })
  expect(lines.join()).not.toContain('hunter2')
})

test('The fiat rate client does not follow redirects', async () => {
  let followed = false
  const other = createServer((_request, response) => {
    followed = true
    GOOD(response)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const fiat = await open((response) => void response.writeHead(302, { location }).end())
  expect([fiat.current().updatedAt, followed]).toEqual([DEFAULT_RATES_AT, false])
  other.close()
})

test('The fiat rate client times out on a source with slow headers or a slow body', async () => {
  for (const slow of [() => undefined, (response: ServerResponse) => void response.write('{"rates":')]) {
    const fiat = await open(slow, 100)
    expect(fiat.current().updatedAt).toBe(DEFAULT_RATES_AT)
  }
})

test('The fiat rates are refreshed every hour, and half a minute after a failure, until they are stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const fiat = await open(GOOD)
    const before = requestCount
    const passes: readonly (readonly [number, Answer])[] = [
      [3_600_000, GOOD],
      [3_600_000, text('')],
      [30_000, GOOD],
    ]
    for (const [index, [millis, respond]] of passes.entries()) {
      await vi.advanceTimersByTimeAsync(0)
      answer = respond
      vi.advanceTimersByTime(millis)
      await fiat.refresh()
      expect(requestCount).toBe(before + index + 1)
    }
    fiat.stop()
    expect(vi.getTimerCount()).toBe(0)
    const table = fiat.current()
    answer = json({ rates: { EUR: 0.5 } })
    vi.advanceTimersByTime(3_600_000)
    await fiat.refresh()
    expect([requestCount, fiat.current()]).toEqual([before + 3, table])
  } finally {
    vi.useRealTimers()
  }
})

test('The fiat rate endpoints are public', async () => {
  answer = json({ rates: { EUR: '0.5', GBP: 0.25 } })
  const names = async () => (await server().request<FiatNames>('GET', api.fiatNames.path)).body.rate_names
  await vi.waitFor(async () => expect((await names()).length).toBeGreaterThan(1), { timeout: 30_000 })
  const { status, body } = await server().request<FiatRatesView>('GET', api.fiatRates.path)
  expect(status).toBe(200)
  expect(Object.keys(body.fiat_rates)).toEqual(await names())
  expect(body.fiat_rates.USD).toBe('1')
  expect(new Date(body.updated_at).toISOString()).toBe(body.updated_at)
})
