/** The trade screen while the database of the server is stopped: last prices with a banner, orders wait. */

import { rmSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../src/server/postgres/embedded.ts'
import { closeContexts, sharedChromium } from '../../fixtures/browser/chromium.ts'
import { marketRows, recordedMessages, recordMessages, signUp } from '../../fixtures/browser/page-actions.ts'
import { desktop, phone } from '../../fixtures/browser/test-browser.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort, killDatabase, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'

const OUTDATED = 'Prices may be out of date. New orders wait until the exchange is back.'

const folder = scratchDataDir()
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  // A database of its own: the server does not restart it.
  const { settings } = await startEmbedded(folder, quiet)
  const databaseUrl = `postgresql:///tern?host=${encodeURIComponent(settings.host)}&user=tern`
  server = await startServer(folder, await freePort(), { DATABASE_URL: databaseUrl })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closeContexts()
  const embedded = await startEmbedded(folder, quiet)
  await server?.stop()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openPage(device: BrowserContextOptions, colorScheme: 'dark' | 'light'): Promise<Page> {
  const { name: _name, ...options } = device as BrowserContextOptions & { name?: string }
  const context = await browser.newContext({ ...options, colorScheme, locale: 'en-US', baseURL: server.address })
  await recordMessages(context)
  return context.newPage()
}

const bookRow = (page: Page) => page.getByRole('button', { name: /^Use price/ }).first()
const book = (page: Page) => page.getByRole('region', { name: 'Order book', exact: true })

test('A stopped database shows old prices with a banner, also on a new page, and a waiting order is placed once', async () => {
  // A retry starts with a stopped database.
  await startEmbedded(folder, quiet)
  const page = await openPage(phone ?? {}, 'dark')
  await signUp(page)
  await page.goto('/trade')
  await bookRow(page).waitFor()
  expect(await page.getByText(OUTDATED).count()).toBe(0)
  killDatabase(folder)
  await page.getByText(OUTDATED).waitFor()
  await book(page).and(page.locator('[data-stale]')).waitFor()
  await page.getByRole('tab', { name: 'Market', exact: true }).click()
  await page.getByLabel('Spend').fill('100')
  expect(await page.locator('form button[type=submit]').innerText()).toBe('Buy BTC\nWaiting for live prices')
  await page.getByRole('tab', { name: 'Limit', exact: true }).click()
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('50000')
  await page.getByLabel('Amount').first().fill('0.01')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('button', { name: 'Placing' }).waitFor()

  const newcomer = await openPage(desktop ?? {}, 'light')
  await newcomer.goto('/trade')
  await bookRow(newcomer).waitFor()
  const banner = newcomer.getByRole('status').filter({ hasText: OUTDATED })
  await banner.waitFor()
  await newcomer.goto('/discover')
  await marketRows(newcomer).first().waitFor()

  await startEmbedded(folder, quiet)
  await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()
  await book(page).and(page.locator(':not([data-stale])')).waitFor()
  await page.getByText(OUTDATED).waitFor({ state: 'detached' })
  expect((await recordedMessages(page)).filter((text) => text.startsWith('Order'))).toEqual([
    'Order placed: Buy 0.01 BTC at 50,000.00 is open.',
  ])
  await newcomer.goto('/trade')
  await bookRow(newcomer).waitFor()
  expect(await newcomer.getByText(OUTDATED).count()).toBe(0)
})
