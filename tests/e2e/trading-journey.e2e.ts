/**
 * The main job in a real browser against the real server: sign up, buy at market, leave a limit order, lose
 * everything to `kill -9` in the middle, find everything as it was, cancel, and see what is owned.
 */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sizes, stage } from './stage.ts'
import { buyAtMarket, restAnOrder, signUp } from './visitor.ts'

const { open, kill, restart } = stage()

describe.each(sizes)('on $name', (device) => {
  test('sign up, buy, rest, kill -9, all still there, cancel', async () => {
    const context = await open(device)
    const page = await context.newPage()
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(String(error)))
    await signUp(page)
    await buyAtMarket(page)
    await restAnOrder(page)
    await page.getByRole('tab', { name: 'Open orders (1)' }).waitFor()

    await kill()
    await page
      .getByText(/Reconnecting|Connection failed/)
      .first()
      .waitFor()
    await restart()
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

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
