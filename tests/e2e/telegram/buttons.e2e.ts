/** User input inside Telegram: the back button, closing, haptic feedback, links and the order draft. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { proxySocket } from '../../fixtures/browser/network.ts'
import {
  currentPath,
  expectPath,
  lastBackButton,
  navigateTo,
  newId,
  openTab,
  pressMainButton,
  sentData,
  signedIn,
  signInitData,
  startTelegramBrowser,
  typeOrder,
} from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, type Launched, PROFILES } from '../../fixtures/browser/telegram-host.ts'

const { openApp, context } = startTelegramBrowser()

/** Records every call of `history.go` from now on. */
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

const mainButton = async (launched: Launched) => (await sentData(launched, 'web_app_setup_main_button')).at(-1)

describe.each(EMBEDDINGS)('The back button in %s', (embedding) => {
  test('The back button shows on inner pages only, closes a sheet first, and never leaves the app', async () => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: false })
    await openTab(launched, 'Assets')
    await openTab(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: true })
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    await launched.app.getByRole('dialog').waitFor()
    await launched.emit('back_button_pressed')
    await launched.app.getByRole('dialog').waitFor({ state: 'detached' })
    expect(currentPath(launched)).toBe('/trade')
    await launched.emit('back_button_pressed')
    await expectPath(launched, '/wallet')
    const steps = await countSteps(launched)
    // All events arrive before the first navigation ends.
    await Promise.all(Array.from({ length: 10 }, () => launched.emit('back_button_pressed')))
    await expectPath(launched, '/')
    await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: false })
    await signedIn(launched)
    expect(await steps()).toBe('-1')
  })

  test('The back button works once per click after twenty navigations, without further events to Telegram', async () => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    await openTab(launched, 'Assets')
    await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: true })
    const before = (await launched.sentEvents()).map(({ type }) => type)
    for (let page = 0; page < 10; page++) {
      await openTab(launched, 'Frens')
      await openTab(launched, 'Assets')
    }
    expect((await launched.sentEvents()).map(({ type }) => type)).toEqual(before)
    const steps = await countSteps(launched)
    await launched.emit('back_button_pressed')
    await expectPath(launched, '/frens')
    expect(await steps()).toBe('-1')
  })
})

test.each(EMBEDDINGS)(
  'Closing %s needs a confirmation while an order is typed, and none after it is placed',
  async (embedding) => {
    const launched = await openApp({ embedding, path: '/trade' })
    const guards = () => sentData(launched, 'web_app_setup_closing_behavior')
    await expect.poll(guards).toEqual([{ need_confirmation: false }])
    await typeOrder(launched, '61000', '0.01')
    await expect.poll(guards).toEqual([{ need_confirmation: false }, { need_confirmation: true }])
    await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
    await launched.app.getByText('Order placed').first().waitFor()
    await expect.poll(async () => (await guards()).at(-1)).toEqual({ need_confirmation: false })
  },
)

test.each(EMBEDDINGS)(
  'The last step of a sheet in %s is the main button of Telegram, which is gone when the sheet closes',
  async (embedding) => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    const buy = launched.app.getByRole('button', { name: /^Buy \w+ for 100 USDT$/ })
    await buy.click()
    const sheet = launched.app.getByRole('dialog')
    await sheet.waitFor()
    await expect.poll(() => mainButton(launched)).toMatchObject({ is_visible: true, is_active: true })
    await launched.emit('back_button_pressed')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => mainButton(launched)).toEqual({ is_visible: false })
    await launched.emit('main_button_pressed')
    await buy.click()
    await sheet.waitFor()
    expect(await sheet.getByRole('button', { name: /^Buy \w+/ }).count()).toBe(0)
    await pressMainButton(launched, /^Buy \w+ for/)
    await launched.app.getByText('Order filled').first().waitFor()
    await expect.poll(() => mainButton(launched)).toEqual({ is_visible: false })
    const haptics = await sentData(launched, 'web_app_trigger_haptic_feedback')
    expect(haptics[0]).toEqual({ type: 'impact', impact_style: 'light' })
  },
)

describe('Haptic feedback', () => {
  const feedback = (launched: Launched) => sentData(launched, 'web_app_trigger_haptic_feedback')

  test.each(EMBEDDINGS)(
    'Haptic feedback in %s follows an accepted order and a refused permission',
    async (embedding) => {
      const launched = await openApp({ embedding })
      await signedIn(launched)
      await openTab(launched, 'Trade')
      await typeOrder(launched, '61000', '0.01')
      expect(await feedback(launched)).toEqual([])
      await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
      const done = { type: 'notification', notification_type: 'success' }
      await expect.poll(() => feedback(launched)).toEqual([done])
      await launched.setReplies('web_app_request_write_access', ['write_access_requested', { status: 'cancelled' }])
      await navigateTo(launched, '/settings/notifications')
      await launched.app.getByRole('switch', { name: 'Limit order filled, in Telegram' }).click({ force: true })
      await expect.poll(() => feedback(launched)).toEqual([done, { type: 'notification', notification_type: 'error' }])
    },
  )

  test('Haptic feedback does not start before the first user input', async () => {
    const launched = await openApp({ initData: signInitData().replace('Ann', 'Bob') })
    await launched.app.getByText('Telegram sign-in failed').waitFor()
    expect(await feedback(launched)).toEqual([])
  })
})

describe('A link', () => {
  test('A link to a website or into Telegram is opened by Telegram', async () => {
    const launched = await openApp({ path: '/about' })
    const link = launched.app.locator('main a[target="_blank"]').first()
    const url = await link.getAttribute('href')
    await link.click()
    await expect.poll(() => sentData(launched, 'web_app_open_link')).toEqual([{ url }])
    await link.evaluate((each: HTMLAnchorElement) => {
      each.href = 'https://t.me/durov?start=1'
    })
    await link.click()
    await expect.poll(() => sentData(launched, 'web_app_open_tg_link')).toEqual([{ path_full: '/durov?start=1' }])
    expect(context().pages()).toHaveLength(1)
  })

  test('An order draft survives when a link of Telegram Web replaces the app and the app opens again', async () => {
    const id = newId()
    const launched = await openApp({ profile: PROFILES.web, id, path: '/trade' })
    const field = (label: string | RegExp) => launched.app.getByLabel(label).first()
    await launched.app.getByText('Available').first().waitFor()
    await launched.app.getByRole('button', { name: 'Sell', exact: true }).click()
    await typeOrder(launched, '61000', '0.01')
    await leaveByLink(launched)
    await launched.reopen()
    await expect.poll(() => field('Amount').inputValue()).toBe('0.01')
    expect(await field(/^Price/).inputValue()).toBe('61000.00')
    await launched.app.getByRole('button', { name: 'Sell', exact: true, pressed: true }).waitFor()

    // A placed order leaves no draft.
    await launched.app.getByRole('button', { name: 'Buy', exact: true }).click()
    await typeOrder(launched, '61000', '0.02')
    await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
    await launched.app.getByText('Order placed').first().waitFor()
    await leaveByLink(launched)
    await launched.reopen()
    await field('Amount').waitFor()
    await expect.poll(() => field(/^Price/).inputValue()).not.toBe('')
    expect(await field('Amount').inputValue()).toBe('')

    // A draft of another pair is not used.
    await typeOrder(launched, '61000', '0.03')
    await launched.app.locator('html').evaluate(() => localStorage.setItem('selectedPairId', '2'))
    await leaveByLink(launched)
    await launched.reopen()
    await launched.app.getByRole('button', { name: /^ETH.*choose a pair/ }).waitFor()
    expect(await field('Amount').inputValue()).toBe('')
  })

  async function leaveByLink(launched: Launched): Promise<void> {
    const { app, page } = launched
    await navigateTo(launched, '/frens')
    const root = app.locator('html')
    await root.evaluate((root) =>
      root.addEventListener('pointerdown', () => root.setAttribute('data-pressed', ''), { capture: true, once: true }),
    )
    const invite = app.getByRole('button', { name: 'Invite friends' })
    const left = (timeout?: number) =>
      page.locator('iframe').waitFor({ state: 'detached', ...(timeout && { timeout }) })
    await invite.click()
    await left(5_000).catch(async () => {
      // A busy browser can send a press to the outer page instead of the frame.
      const pressed = await root.getAttribute('data-pressed').catch(() => 'the frame is gone')
      if (pressed === null) await invite.click()
    })
    await left()
    expect(await sentData(launched, 'web_app_open_tg_link')).toHaveLength(1)
  }
})

test.each(EMBEDDINGS)(
  'The app in %s reconnects and loads new data when it becomes visible again',
  async (embedding) => {
    await context().addInitScript(() => {
      const now = Date.now
      // A phone that slept: its clock advanced, its timers did not.
      Date.now = () => now() + Number(document.documentElement?.dataset.slept ?? 0)
    })
    const proxy = await proxySocket(context())
    const answered = context().waitForEvent('response', (response) => response.url().endsWith(api.startApp.path))
    const launched = await openApp({ embedding, path: '/trade' })
    const { access } = (await (await answered).json()) as Tokens
    await launched.app.getByText('Available').first().waitFor()
    await expect.poll(() => proxy.sockets.size).toBe(1)
    await launched.emit('visibility_changed', { is_visible: false })
    proxy.isMuted = true
    const data = {
      client_order_id: randomUUID(),
      pair_id: 1,
      side: 'buy',
      type: 'limit',
      price: '50000',
      volume: '0.02',
    }
    const headers = { [TOKEN_HEADER]: `Bearer ${access}` }
    const placed = await context().request.post(EXCHANGE_BASE + api.placeOrder.path, { data, headers })
    expect(placed.ok()).toBe(true)
    await launched.app.locator('html').evaluate((root) => {
      root.dataset.slept = String(60 * 60 * 1_000)
    })
    const [before] = proxy.sockets
    proxy.isMuted = false
    await launched.emit('visibility_changed', { is_visible: true })
    await launched.app.getByText('50,000').first().waitFor()
    expect(proxy.sockets.has(before as never)).toBe(false)
  },
)
