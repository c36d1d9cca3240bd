/** The notification list and its settings: in a browser, and inside Telegram. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import { choosePair, fillSignUp, PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { navigateTo, newId, signedIn, startTelegramBrowser } from '../fixtures/browser/telegram-browser.ts'
import { phone, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext, queryRows } = startTestBrowser()
const telegram = startTelegramBrowser()

/** A friend signs up with the code of the user with this email. */
async function invite(page: Page, email: string): Promise<void> {
  const [user] = await queryRows<{ code: string }>('select referral_code::text as code from users where email = $1', [
    email,
  ])
  const data = { email: `${randomUUID()}@example.com`, password: PASSWORD, referrer_uid: user?.code }
  expect((await page.request.post(EXCHANGE_BASE + api.register.path, { data })).status()).toBe(201)
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Notifications' })

/** Reloads until the bell shows this number. */
const badge = async (page: Page): Promise<string> => {
  await page.reload()
  await bell(page).waitFor()
  await page.waitForLoadState('networkidle')
  return (await bell(page).textContent()) ?? ''
}

test.each(sizes)('A notification is counted at the bell, listed, and leads to its page, on $name', async (device) => {
  const context = await openContext(device)
  const page = await context.newPage()
  const email = await signUp(page)
  await bell(page).click()
  await page.getByText('No notifications yet').waitFor()
  expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
  await page.goto('/')
  await invite(page, email)
  await expect.poll(() => badge(page)).toContain('1 new')

  await bell(page).click()
  const row = page.getByRole('button', { name: /^A friend joined/ })
  await row.getByRole('img', { name: 'Unread' }).waitFor()
  await row.click()
  await page.waitForURL('**/frens')
  await page.goBack()
  await row.waitFor()
  await expect.poll(() => row.getByRole('img', { name: 'Unread' }).count()).toBe(0)
  await page.goto('/')
  await expect.poll(() => badge(page)).not.toContain('new')
  await context.close()
})

test('A notification of a filled order, which is on at first, opens its market, and all are marked as read with the keyboard', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/notifications')
  const filled = page.getByRole('switch', { name: 'Limit order filled, in the app' })
  await filled.waitFor()
  await expect.poll(() => filled.isChecked()).toBe(true)

  await page.goto('/trade')
  await choosePair(page, 'ETH')
  const price = page.getByLabel(/^Price/).first()
  await expect.poll(() => price.inputValue()).toMatch(/^[1-9]/)
  await price.fill((Number((await price.inputValue()).replaceAll(',', '')) * 1.03).toFixed(2))
  await page.getByLabel('Amount').first().fill('0.05')
  await page.getByRole('button', { name: 'Buy ETH' }).click()
  await page.getByText('Order filled').first().waitFor()
  await choosePair(page, 'BTC')

  await page.goto('/notifications')
  const row = page.getByRole('button', { name: /^Order filled/ })
  await row.waitFor()
  expect(await row.textContent()).toMatch(/Bought 0\.04995 ETH at [\d.]+ USDT\. Total [\d.]+ USDT\./)
  const markAll = page.getByRole('button', { name: 'Mark all as read' })
  // In the line of the title of the list.
  await page
    .locator('header')
    .filter({ has: page.getByRole('heading', { name: 'Last 30 days' }) })
    .filter({ has: markAll })
    .waitFor()
  await markAll.focus()
  await page.keyboard.press('Enter')
  await row.getByRole('img', { name: 'Unread' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: /^Mark/ }).count()).toBe(0)
  await row.click()
  await page.waitForURL('**/trade')
  await page.getByRole('button', { name: 'ETH/USDT, choose a pair' }).waitFor()
  await context.close()
})

test('Notifications that cannot be loaded or marked as read show an error, and guests sign up first', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/notifications')
  await page.waitForURL('**/register')
  const email = await fillSignUp(page)
  await page.waitForURL('**/notifications')
  await page.getByText('No notifications yet').waitFor()
  await invite(page, email)
  const list = new RegExp(`${api.notificationList.path}\\?`)
  await page.route(list, (route) => route.abort())
  await page.goto('/notifications')
  const failed = page.getByRole('button', { name: 'Retry' })
  await failed.waitFor()
  await page.unroute(list)
  await failed.click()
  await page.getByRole('button', { name: /^A friend joined/ }).waitFor()
  await page.route(`**${api.readNotifications.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.locator('[data-toast]').first().waitFor()
  expect(await page.getByRole('button', { name: 'Mark all as read' }).isEnabled()).toBe(true)
  await context.close()
})

test('Quiet hours of the bot are set inside Telegram with the time zone of the device', async () => {
  const id = newId()
  const launched = await telegram.openApp({ id })
  await signedIn(launched)
  await navigateTo(launched, '/settings/notifications')
  const { app } = launched
  const stored = async () => {
    const query = `select quiet_from, quiet_to, time_zone from notification_settings
      join users on users.id = user_id where telegram_id = $1`
    return (await telegram.queryRows<{ quiet_from: number | null }>(query, [id]))[0]
  }
  await app.getByRole('switch', { name: 'Quiet hours' }).click({ force: true })
  const from = app.getByLabel('Quiet from')
  await from.waitFor()
  const time_zone = await app.locator('html').evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect.poll(stored).toEqual({ quiet_from: 22 * 60, quiet_to: 8 * 60, time_zone })
  await from.fill('23:15')
  // At once: the change before it is not yet answered.
  await app.getByLabel('Quiet until').fill('23:15')
  await app.getByRole('alert').getByText('Quiet hours must end at another time').waitFor()
  await expect.poll(stored).toEqual({ quiet_from: 23 * 60 + 15, quiet_to: 8 * 60, time_zone })
  await navigateTo(launched, '/notifications')
  await app.getByRole('link', { name: 'Notification settings' }).click()
  await app.getByRole('switch', { name: 'Quiet hours' }).click({ force: true })
  await expect.poll(async () => (await stored())?.quiet_from).toBe(null)
  await expect.poll(() => from.count()).toBe(0)
})
