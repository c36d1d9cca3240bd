/** Pages without a connection: the chunks of all screens are loaded when the browser is idle, and a failure stays in its page. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signUp } from '../../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Section' })
const currentTab = (page: Page) => tabBar(page).locator('[aria-current="page"]').innerText()
const openTab = (page: Page, name: string) => tabBar(page).getByRole('link', { name }).click()
const chunkOf = (name: string) => new RegExp(`/assets/${name}-[^/]+\\.js$`)

test('The chunks of all tabs are loaded when the browser is idle, so that every tab opens without a connection', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const names: string[] = []
  page.on('requestfinished', (request) => names.push(new URL(request.url()).pathname))
  await signUp(page)
  for (const screen of [
    'trade-screen',
    'wallet-screen',
    'earn-pages',
    'discover-screen',
    'candle-view',
    'open-orders-list',
  ])
    await expect.poll(() => names.some((name) => chunkOf(screen).test(name))).toBe(true)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  for (const [tab, text] of [
    ['Trade', 'Limit'],
    ['Earn', 'XP balance'],
    ['Frens', 'Failed to fetch referral data'],
    ['Assets', 'Total balance'],
  ] as const) {
    await openTab(page, tab)
    await page.getByText(text).first().waitFor()
    await tabBar(page).waitFor()
  }
  await context.close()
})

test('A screen that is not loaded leaves header and tab bar in place, and loads by itself when back online', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const startedAt = await page.evaluate(() => performance.timeOrigin)
  await context.setOffline(true)
  const missing = page.getByRole('heading', { name: "This part isn't loaded yet" })
  for (const tab of ['Assets', 'Frens']) {
    await openTab(page, tab)
    await expect.poll(() => currentTab(page)).toBe(tab)
    await missing.waitFor()
    await page.getByRole('banner').waitFor()
  }
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await missing.waitFor()
  await openTab(page, 'Home')
  await page.getByText('10,000.00').first().waitFor()
  await openTab(page, 'Frens')
  await missing.waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Invite friends' }).waitFor()
  await openTab(page, 'Assets')
  await page.getByText('Total balance').first().waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(startedAt)
  await context.close()
})

test('Retry reloads the app when the server answers but the file of the screen stays unavailable', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.route(chunkOf('wallet-screen'), (route) => route.fulfill({ status: 404 }))
  await signUp(page)
  const startedAt = await page.evaluate(() => performance.timeOrigin)
  await openTab(page, 'Assets')
  await page.getByRole('heading', { name: "This part isn't loaded yet" }).waitFor()
  await page.unroute(chunkOf('wallet-screen'))
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Total balance').first().waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(startedAt)
  await context.close()
})

test('A chart and an order list that cannot be loaded leave the order form in place', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  for (const part of ['candle-view', 'order-history-list'])
    await page.route(chunkOf(part), (route) => route.fulfill({ status: 404 }))
  await signUp(page)
  await openTab(page, 'Trade')
  await page.getByText("Couldn't load the chart").waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('heading', { name: "This part isn't loaded yet" }).waitFor()
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
  await context.close()
})
