/**
 * The main user journey in a real browser against the real server: sign up, buy at market, place a limit order, restart
 * the server after `kill -9`, cancel the order and see the balance.
 */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buyAtMarket, placeRestingOrder, signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext, kill, restart } = startTestBrowser()

describe.each([phone, desktop])('Trading on $name', (device) => {
  test('A new user buys, places an order, keeps both after kill -9, and cancels the order', async () => {
    const context = await openContext(device)
    const page = await context.newPage()
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await signUp(page)
    await buyAtMarket(page)
    await placeRestingOrder(page)
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()

    await kill()
    await page
      .getByText(/Connection error|Connection failed/)
      .first()
      .waitFor()
    await restart()
    // The page reconnects and shows its order again.
    await page
      .getByText(/Connection error|Connection failed/)
      .first()
      .waitFor({ state: 'detached', timeout: 40_000 })
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()

    await page.reload()
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()
    await page.getByRole('button', { name: /^Cancel BTC\/USDT/ }).click()
    await page.getByText('Order cancelled').first().waitFor()
    await page.getByRole('tab', { name: 'Open orders (0)' }).waitFor()

    await page.goto('/wallet')
    const btc = page.locator('li, tr').filter({ has: page.getByRole('link', { name: /^BTC/ }) })
    await btc.waitFor()
    expect(await btc.innerText()).toMatch(/0\.00\d*[1-9]/)
    expect(await overflow(page)).toBe(0)
    expect(pageErrors).toEqual([])
    await context.close()
  })
})

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
