/** The preview of a conversion: expiry, renewals, a worse rate, and sending it once. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unreachable } from '../../../../src/client/connection/request.ts'
import { acceptRateAtom, countdownOf, isWorseOf, refreshAtom } from '../../../../src/client/state/convert/preview.ts'
import { isWorse } from '../../../../src/client/state/convert/quote-life.ts'
import { checkAgainAtom, confirmAtom } from '../../../../src/client/state/convert/send.ts'
import { converter, LIFE_MILLIS, refused } from '../../../fixtures/converter.ts'

let app: ReturnType<typeof converter>
let user: string
let close: () => void
let count = 0

beforeEach(async () => {
  vi.useFakeTimers()
  user = `preview ${count++}`
  app = converter(user)
  close = app.mount()
  await app.open()
  app.type('100')
  await vi.advanceTimersByTimeAsync(400)
  await app.preview()
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const expire = (times = 1) => vi.advanceTimersByTimeAsync(times * (LIFE_MILLIS + 250))
const confirm = () => app.store.set(confirmAtom, user)

describe('A quote', () => {
  test('It counts down from its request, whatever the clock of the device shows', async () => {
    vi.setSystemTime(new Date(2031, 1, 1))
    await vi.advanceTimersByTimeAsync(4_250)
    expect(app.read(countdownOf(user))?.seconds).toBe(6)
    expect(app.read(countdownOf(user))?.fraction).toBeCloseTo(0.6, 1)
  })

  test('It is renewed three times, then it has expired until the user asks for a new one', async () => {
    await expire(3)
    expect([app.quotes(), app.quoted().state]).toEqual([4, 'ready'])
    await expire()
    expect([app.quotes(), app.quoted().state]).toEqual([4, 'expired'])
    await expire(3)
    expect(app.quotes()).toBe(4)
    await confirm()
    expect(app.conversions()).toEqual([])
    await app.store.set(refreshAtom, user)
    expect([app.quotes(), app.quoted().state]).toEqual([5, 'ready'])
    await expire()
    expect(app.quotes()).toBe(6)
  })

  test('It is not renewed while the page is hidden', async () => {
    app.server.isVisible = false
    await expire(2)
    expect(app.quotes()).toBe(1)
    await confirm()
    expect(app.conversions()).toEqual([])
    app.server.isVisible = true
    await expire(0.1)
    expect(app.quotes()).toBe(2)
  })

  test('The preview requests a new quote when the one of the form is about to expire', async () => {
    close()
    user = `preview ${count++}`
    app = converter(user)
    close = app.mount()
    await app.open()
    app.type('100')
    await vi.advanceTimersByTimeAsync(400 + LIFE_MILLIS - 2_000)
    await app.preview()
    expect(app.quotes()).toBe(2)
    expect(app.step()).toMatchObject({ name: 'preview', accepted: { quote_id: 'quote 2' } })
  })
})

describe('A worse rate', () => {
  test('It counts as worse above 0.5 %, also for other amounts', () => {
    const accepted = { from_amount: '100', to_amount: '1' }
    expect(isWorse({ from_amount: '100', to_amount: '0.995' }, accepted)).toBe(false)
    expect(isWorse({ from_amount: '100', to_amount: '0.99499999' }, accepted)).toBe(true)
    expect(isWorse({ from_amount: '50', to_amount: '0.4975' }, accepted)).toBe(false)
    expect(isWorse({ from_amount: '50', to_amount: '0.49749999' }, accepted)).toBe(true)
  })

  test('It needs a tap of its own before the conversion, also when it got worse in small steps', async () => {
    app.server.toAmount = '0.00996'
    await expire()
    expect(app.read(isWorseOf(user))).toBe(false)
    app.server.toAmount = '0.00993'
    await expire()
    expect(app.read(isWorseOf(user))).toBe(true)
    await confirm()
    expect(app.conversions()).toEqual([])
    app.store.set(acceptRateAtom, user)
    expect(app.read(isWorseOf(user))).toBe(false)
    await confirm()
    expect(app.conversions()).toEqual([{ quote_id: 'quote 3' }])
  })

  test('A better rate needs no other tap', async () => {
    app.server.toAmount = '0.02'
    await expire()
    await confirm()
    expect(app.conversions()).toEqual([{ quote_id: 'quote 2' }])
  })
})

describe('A conversion', () => {
  test('Two taps send one request', async () => {
    await Promise.all([confirm(), confirm()])
    expect(app.conversions()).toEqual([{ quote_id: 'quote 1' }])
    expect(app.step()).toMatchObject({ name: 'done', result: { to_amount: '0.01' } })
    expect([app.server.haptics, app.toasts, app.said]).toEqual([['success'], [], ['get_assets', 'get_positions']])
  })

  test('A lost reply is repeated with the same quote, and the quote is not renewed meanwhile', async () => {
    app.server.replies.push(unreachable, unreachable, refused('RATE_LIMITED'))
    const sent = confirm()
    await vi.advanceTimersByTimeAsync(500)
    expect(app.step()).toMatchObject({ name: 'converting', isChecking: true })
    await vi.advanceTimersByTimeAsync(60_000)
    await sent
    expect(app.conversions()).toEqual(Array(4).fill({ quote_id: 'quote 1' }))
    expect([app.step().name, app.quotes()]).toEqual(['done', 1])
  })

  test('Without any reply the outcome is unknown, and only the same quote is sent again', async () => {
    app.server.replies.push(...Array(6).fill(unreachable))
    const sent = confirm()
    await vi.advanceTimersByTimeAsync(60_000)
    await sent
    expect([app.step().name, app.conversions().length]).toEqual(['unknown', 6])
    app.server.replies.push(refused('QUOTE_NOT_FOUND'))
    await app.store.set(checkAgainAtom, user)
    expect(app.step().name).toBe('unknown')
    await app.store.set(checkAgainAtom, user)
    expect(app.step().name).toBe('done')
    expect(new Set(app.conversions().map((body) => JSON.stringify(body)))).toEqual(new Set(['{"quote_id":"quote 1"}']))
  })

  test.each(['RATE_CHANGED', 'QUOTE_EXPIRED', 'QUOTE_NOT_FOUND'])(
    'After the refusal %s there is a new quote with the reason, and nothing is sent by itself',
    async (code) => {
      app.server.replies.push(refused(code))
      app.server.toAmount = '0.009'
      await confirm()
      expect(app.step()).toMatchObject({ name: 'preview', notice: `server text of ${code}` })
      expect([app.quotes(), app.conversions().length, app.read(isWorseOf(user))]).toEqual([2, 1, true])
    },
  )

  test('Another refusal returns to the form with the text of the server', async () => {
    app.server.replies.push(refused('ACCOUNT_FROZEN'))
    await confirm()
    expect(app.step().name).toBe('form')
    expect(app.toasts).toEqual([{ kind: 'error', title: 'Conversion failed', detail: 'server text of ACCOUNT_FROZEN' }])
  })

  test('A conversion that finishes after the sheet was closed is notified', async () => {
    close()
    await confirm()
    expect(app.toasts).toMatchObject([{ kind: 'success', title: 'Converted', detail: '100 USDT to 0.01 BTC' }])
    close = app.mount()
  })
})
