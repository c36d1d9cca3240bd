/** What goes between a hand and the app inside Telegram: its keys, what is felt, links, and what is typed and not sent. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/views.ts'
import { holdLine } from './line.ts'
import { type Launched, PROFILES, WAYS } from './telegram-host.ts'
import {
  arrive,
  at,
  dataOf,
  goTo,
  jumpTo,
  lastBack,
  newId,
  sign,
  signedIn,
  telegramStage,
  typeOrder,
} from './telegram-stage.ts'

const { open, context } = telegramStage()

/** From now on every step in the history is noted, so that none is taken twice. */
async function countSteps({ app }: Launched): Promise<() => Promise<string | null>> {
  const root = app.locator('html')
  await root.evaluate((root) => {
    const go = window.history.go.bind(window.history)
    window.history.go = (by) => {
      root.dataset.steps = `${root.dataset.steps ?? ''}${by}`
      go(by)
    }
  })
  return () => root.getAttribute('data-steps')
}

describe.each(WAYS)('the back key in %s', (way) => {
  test('is there on inner pages only, closes a sheet first, and ten quick presses do not leave the app', async () => {
    const launched = await open({ way })
    await signedIn(launched)
    await expect.poll(() => lastBack(launched)).toEqual({ is_visible: false })
    await goTo(launched, 'Assets')
    await goTo(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    await expect.poll(() => lastBack(launched)).toEqual({ is_visible: true })
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    await launched.app.getByRole('dialog').waitFor()
    await launched.emit('back_button_pressed')
    await launched.app.getByRole('dialog').waitFor({ state: 'detached' })
    expect(at(launched)).toBe('/trade')
    await launched.emit('back_button_pressed')
    await arrive(launched, '/wallet')
    const steps = await countSteps(launched)
    // All at once, before the first has led anywhere.
    await Promise.all(Array.from({ length: 10 }, () => launched.emit('back_button_pressed')))
    await arrive(launched, '/')
    await expect.poll(() => lastBack(launched)).toEqual({ is_visible: false })
    await signedIn(launched)
    expect(await steps()).toBe('-1')
  })

  test('is heard once, and nothing more is said of it, twenty pages later', async () => {
    const launched = await open({ way })
    await signedIn(launched)
    await goTo(launched, 'Assets')
    await expect.poll(() => lastBack(launched)).toEqual({ is_visible: true })
    const before = (await launched.said()).map(({ type }) => type)
    for (let page = 0; page < 10; page++) {
      await goTo(launched, 'Discover')
      await goTo(launched, 'Assets')
    }
    expect((await launched.said()).map(({ type }) => type)).toEqual(before)
    const steps = await countSteps(launched)
    await launched.emit('back_button_pressed')
    await arrive(launched, '/discover')
    expect(await steps()).toBe('-1')
  })
})

test.each(WAYS)('closing %s is asked about while an order is typed, and not after it is sent', async (way) => {
  const launched = await open({ way, path: '/trade' })
  const guards = () => dataOf(launched, 'web_app_setup_closing_behavior')
  await expect.poll(guards).toEqual([{ need_confirmation: false }])
  await typeOrder(launched, '61000', '0.01')
  await expect.poll(guards).toEqual([{ need_confirmation: false }, { need_confirmation: true }])
  await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
  await launched.app.getByText('Order placed').first().waitFor()
  await expect.poll(async () => (await guards()).at(-1)).toEqual({ need_confirmation: false })
})

describe('what is felt', () => {
  const felt = (launched: Launched) => dataOf(launched, 'web_app_trigger_haptic_feedback')

  test.each(WAYS)('in %s follows what somebody did: an order that was taken, a wish that was refused', async (way) => {
    const launched = await open({ way })
    await signedIn(launched)
    await goTo(launched, 'Trade')
    await typeOrder(launched, '61000', '0.01')
    expect(await felt(launched)).toEqual([])
    await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
    const done = { type: 'notification', notification_type: 'success' }
    await expect.poll(() => felt(launched)).toEqual([done])
    await launched.answer('web_app_request_write_access', ['write_access_requested', { status: 'cancelled' }])
    await jumpTo(launched, '/settings')
    await launched.app.getByRole('switch', { name: 'Limit order filled' }).click({ force: true })
    await expect.poll(() => felt(launched)).toEqual([done, { type: 'notification', notification_type: 'error' }])
  })

  test('is nothing before anybody has touched the app, whatever it has to say', async () => {
    const launched = await open({ signed: sign().replace('Ann', 'Bob') })
    await launched.app.getByText('Telegram could not sign you in').waitFor()
    expect(await felt(launched)).toEqual([])
  })
})

describe('a link', () => {
  test('that leaves the app is opened by Telegram, one into Telegram without leaving it', async () => {
    const launched = await open({ path: '/about' })
    const link = launched.app.locator('main a[target="_blank"]').first()
    const url = await link.getAttribute('href')
    await link.click()
    await expect.poll(() => dataOf(launched, 'web_app_open_link')).toEqual([{ url }])
    await link.evaluate((each: HTMLAnchorElement) => {
      each.href = 'https://t.me/durov?start=1'
    })
    await link.click()
    await expect.poll(() => dataOf(launched, 'web_app_open_tg_link')).toEqual([{ path_full: '/durov?start=1' }])
    expect(context().pages()).toHaveLength(1)
  })

  test('of Telegram on the web takes the place of the app; opened again, the order that was typed is there', async () => {
    const id = newId()
    const launched = await open({ profile: PROFILES.web, id, path: '/trade' })
    const field = (label: string | RegExp) => launched.app.getByLabel(label).first()
    await launched.app.getByText('Available').first().waitFor()
    await launched.app.getByRole('button', { name: 'Sell', exact: true }).click()
    await typeOrder(launched, '61000', '0.01')
    await leaveByLink(launched)
    await launched.reopen()
    await expect.poll(() => field('Amount').inputValue()).toBe('0.01')
    expect(await field(/^Price/).inputValue()).toBe('61000.00')
    await launched.app.getByRole('button', { name: 'Sell', exact: true, pressed: true }).waitFor()

    // Sent, it is done with.
    await launched.app.getByRole('button', { name: 'Buy', exact: true }).click()
    await typeOrder(launched, '61000', '0.02')
    await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
    await launched.app.getByText('Order placed').first().waitFor()
    await leaveByLink(launched)
    await launched.reopen()
    await field('Amount').waitFor()
    await expect.poll(() => field(/^Price/).inputValue()).not.toBe('')
    expect(await field('Amount').inputValue()).toBe('')

    // Typed for another pair, it is not for this one.
    await typeOrder(launched, '61000', '0.03')
    await launched.app.locator('html').evaluate(() => localStorage.setItem('selectedPairId', '2'))
    await leaveByLink(launched)
    await launched.reopen()
    await launched.app.getByRole('button', { name: /^ETH.*choose a pair/ }).waitFor()
    expect(await field('Amount').inputValue()).toBe('')
  })

  async function leaveByLink(launched: Launched): Promise<void> {
    await jumpTo(launched, '/frens')
    await launched.app.getByRole('button', { name: 'Share' }).click()
    await launched.page.locator('iframe').waitFor({ state: 'detached' })
    expect(await dataOf(launched, 'web_app_open_tg_link')).toHaveLength(1)
  }
})

test.each(WAYS)('in %s, looked at again, the app asks what is true now', async (way) => {
  await context().addInitScript(() => {
    const now = Date.now
    // As when a phone has slept: its clock went on, its timers did not.
    Date.now = () => now() + Number(document.documentElement?.dataset.slept ?? 0)
  })
  const line = await holdLine(context())
  const answered = context().waitForEvent('response', (response) => response.url().endsWith(api.startApp.path))
  const launched = await open({ way, path: '/trade' })
  const { access } = (await (await answered).json()) as Tokens
  await launched.app.getByText('Available').first().waitFor()
  await expect.poll(() => line.open.size).toBe(1)
  await launched.emit('visibility_changed', { is_visible: false })
  line.mute = true
  const data = { client_order_id: randomUUID(), pair_id: 1, side: 'buy', type: 'limit', price: '50000', volume: '0.02' }
  const headers = { [TOKEN_HEADER]: `Bearer ${access}` }
  const placed = await context().request.post(EXCHANGE_BASE + api.placeOrder.path, { data, headers })
  expect(placed.ok()).toBe(true)
  await launched.app.locator('html').evaluate((root) => {
    root.dataset.slept = String(60 * 60 * 1_000)
  })
  const [before] = line.open
  line.mute = false
  await launched.emit('visibility_changed', { is_visible: true })
  await launched.app.getByText('50,000').first().waitFor()
  expect(line.open.has(before as never)).toBe(false)
})
