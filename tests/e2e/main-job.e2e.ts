/**
 * The main job in a real browser against the real server: sign up, buy at market, leave a limit order, lose
 * everything to `kill -9` in the middle, find everything as it was, cancel, and see what is owned.
 */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'

const folder = scratchFolder()
const PASSWORD = 'correct horse battery'
let port = 0
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  port = await freePort()
  server = await startServer(folder, port)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sizes = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: 'a desk', viewport: { width: 1280, height: 800 } },
]

describe.each(sizes)('on $name', ({ name: _name, ...device }) => {
  test('sign up, buy, rest, kill -9, all still there, cancel', async () => {
    const context = await browser.newContext({ ...device, locale: 'en-US', baseURL: server.address })
    const page = await context.newPage()
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(String(error)))
    await signUp(page)
    await buyAtMarket(page)
    await restAnOrder(page)
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()

    await server.kill(true)
    await page
      .getByText(/Reconnecting|Connection failed/)
      .first()
      .waitFor()
    server = await startServer(folder, port)
    // The page heals by itself, and knows its order again.
    await page
      .getByText(/Reconnecting|Connection failed/)
      .first()
      .waitFor({ state: 'detached', timeout: 40_000 })
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()

    // So does a page opened anew.
    await page.reload()
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()
    await page.getByRole('button', { name: /^Cancel BTC\/USDT/ }).click()
    await page.getByText('Order cancelled').first().waitFor()
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor()

    await page.goto('/wallet')
    const btc = page.getByRole('listitem').filter({ hasText: 'BTC' })
    await btc.waitFor()
    expect(await btc.innerText()).toMatch(/0\.00\d*[1-9]/)
    expect(await overflow(page)).toBe(0)
    expect(broken).toEqual([])
    await context.close()
  })
})

async function signUp(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('10,000.00').first().waitFor()
}

async function buyAtMarket(page: Page): Promise<void> {
  await page.goto('/trade')
  await page.getByRole('tab', { name: 'Market', exact: true }).click()
  await page
    .getByLabel(/Total|Spend/)
    .first()
    .fill('500')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy BTC for/ })
    .click()
  await page.getByText('Order filled').first().waitFor()
}

async function restAnOrder(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Limit', exact: true }).click()
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('61000')
  await page.getByLabel('Amount').first().fill('0.01')
  await page.getByRole('button', { name: 'Buy BTC' }).click()
  await page.getByText('Order placed').first().waitFor()
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
