/** Rates from a real source over real HTTP: what is believed, and that whatever it does, the last good table stays. */

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { FiatNames, FiatRatesView } from '../../src/contract/views.ts'
import { type FiatRates, openFiatRates } from '../../src/server/fiat/fiat-rates.ts'
import { SHIPPED_AT, SHIPPED_RATES } from '../../src/server/fiat/shipped-rates.ts'
import { openLog } from '../../src/server/log.ts'
import { house } from './exchange-world.ts'

type Say = (response: ServerResponse) => void
const json = (said: unknown): Say => text(JSON.stringify(said))
function text(said: string): Say {
  return (response) => void response.end(said)
}
const GOOD = json({ rates: { EUR: 0.92, JPY: '150.10', XAU: 0.0005, USD: 1 } })

let say: Say = GOOD
let asked = 0
const source = createServer((_request, response) => {
  asked += 1
  say(response)
})
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/usd.json?key=hunter2`

const home = house({ FIAT_RATES_URL: address })
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

/** Has asked once, with the source as it is. */
async function open(says: Say, patienceMillis = 2_000): Promise<FiatRates> {
  say = says
  const fiat = openFiatRates({ source: address, clock: { now: () => now }, log, patienceMillis })
  opened.push(fiat)
  await fiat.refresh()
  return fiat
}

test('without a source the shipped table is shown, with its own date', async () => {
  const fiat = openFiatRates({ source: undefined, clock: { now: () => now }, log })
  const before = asked
  await fiat.refresh()
  expect(fiat.current()).toEqual({ rates: SHIPPED_RATES, updatedAt: SHIPPED_AT })
  expect(asked).toBe(before)
  for (const rate of Object.values(SHIPPED_RATES)) expect(Number(rate)).toBeGreaterThan(0)
  const codes = Intl.supportedValuesOf('currency')
  expect(Object.keys(SHIPPED_RATES).filter((code) => !codes.includes(code))).toEqual([])
})

test('a good table replaces the shipped one; what is unknown is passed over and strings stay as they are', async () => {
  now = 5_000
  const fiat = await open(GOOD)
  expect(fiat.current()).toEqual({ rates: { USD: '1', EUR: '0.92', JPY: '150.10' }, updatedAt: 5_000 })
  expect(Object.keys(fiat.current().rates)[0]).toBe('USD')
  say = json({ fiat_rates: { EUR: '0.123456789012345678' } })
  now = 6_000
  await fiat.refresh()
  expect(fiat.current()).toEqual({ rates: { USD: '1', EUR: '0.123456789012345678' }, updatedAt: 6_000 })
})

const nonsense: readonly (readonly [string, Say])[] = [
  ['garbage', text('<html>')],
  ['nothing', text('')],
  ['null', json(null)],
  ['a list', json({ rates: [1, 2] })],
  ['no table', json({ EUR: 0.92 })],
  ['an empty table', json({ rates: {} })],
  ['dollars only', json({ rates: { USD: 1 } })],
  ['nothing we know', json({ rates: { XYZ: 1, __proto: 2 } })],
  ['rates per euro', json({ rates: { USD: 1.08, JPY: 160 } })],
  ['zero', json({ rates: { EUR: 0, JPY: 150 } })],
  ['a negative rate', json({ rates: { EUR: -0.92 } })],
  ['a rate that is not finite', text('{"rates":{"EUR":1e999}}')],
  ['NaN in words', json({ rates: { EUR: 'NaN' } })],
  ['an exponent', json({ rates: { EUR: '9e-1' } })],
  ['spaces', json({ rates: { EUR: ' 0.92' } })],
  ['null for a rate', json({ rates: { EUR: null } })],
  ['one bad rate of two', json({ rates: { EUR: 0.93, JPY: 'many' } })],
  ['too many digits', json({ rates: { EUR: '1'.repeat(13) } })],
  ['a huge answer', (response) => void response.end(`{"rates":{"EUR":0.93},"x":"${'x'.repeat(300_000)}"}`)],
  ['500', (response) => void response.writeHead(500).end('{"rates":{"EUR":0.93}}')],
  ['204', (response) => void response.writeHead(204).end()],
  ['a cut connection', (response) => void response.destroy()],
  [
    'half an answer',
    (response) => void response.writeHead(200, { 'content-length': 99 }).end('{', () => response.destroy()),
  ],
]

test.each(nonsense)('%s changes nothing', async (_name, says) => {
  now = 7_000
  const fiat = await open(GOOD)
  const good = fiat.current()
  now = 8_000
  lines.length = 0
  say = says
  await fiat.refresh()
  expect(fiat.current()).toBe(good)
  expect(good.updatedAt).toBe(7_000)
  expect(lines.join()).toContain('the fiat rates stay as they were')
  expect(lines.join()).not.toContain('hunter2')
})

test('a redirect is not followed', async () => {
  let followed = false
  const other = createServer((_request, response) => {
    followed = true
    GOOD(response)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const fiat = await open((response) => void response.writeHead(302, { location }).end())
  expect([fiat.current().updatedAt, followed]).toEqual([SHIPPED_AT, false])
  other.close()
})

test('a source that is slow, at its head or in its body, is not waited for', async () => {
  for (const slow of [() => undefined, (response: ServerResponse) => void response.write('{"rates":')]) {
    const fiat = await open(slow, 100)
    expect(fiat.current().updatedAt).toBe(SHIPPED_AT)
  }
})

test('it is asked again every hour, and never after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const fiat = await open(GOOD)
    const before = asked
    for (let hour = 1; hour <= 3; hour++) {
      vi.advanceTimersByTime(3_600_000)
      await fiat.refresh()
      expect(asked).toBe(before + hour)
    }
    fiat.stop()
    expect(vi.getTimerCount()).toBe(0)
    const table = fiat.current()
    say = json({ rates: { EUR: 0.5 } })
    vi.advanceTimersByTime(3_600_000)
    await fiat.refresh()
    expect([asked, fiat.current()]).toEqual([before + 3, table])
  } finally {
    vi.useRealTimers()
  }
})

test('everybody may ask a running exchange, which does not care how its source is', async () => {
  say = json({ rates: { EUR: '0.5', GBP: 0.25 } })
  const names = async () => (await home().ask<FiatNames>('GET', api.fiatNames.path)).body.rate_names
  await vi.waitFor(async () => expect((await names()).length).toBeGreaterThan(1))
  const { status, body } = await home().ask<FiatRatesView>('GET', api.fiatRates.path)
  expect(status).toBe(200)
  expect(Object.keys(body.fiat_rates)).toEqual(await names())
  expect(body.fiat_rates.USD).toBe('1')
  expect(new Date(body.updated_at).toISOString()).toBe(body.updated_at)
  say = (response) => void response.destroy()
  await sleep(10)
  expect((await home().ask('GET', '/health')).status).toBe(200)
})
