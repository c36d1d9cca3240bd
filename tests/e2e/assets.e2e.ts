/**
 * What somebody owns, in a real browser against the real server: buy, see it in the wallet and on its own page, in the
 * money of their choice, after a reload too; and what stands there when an answer does not come.
 */

import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sizes, stage } from './stage.ts'
import { buyAtMarket, restAnOrder, signUp } from './visitor.ts'

const { open } = stage()

async function enter(device: Partial<(typeof sizes)[number]> = {}): Promise<[BrowserContext, Page]> {
  const context = await open(device)
  const page = await context.newPage()
  await signUp(page)
  return [context, page]
}

describe.each(sizes)('on $name', (device) => {
  test('what was bought stands in the wallet and on its page, in euros', async () => {
    const [context, page] = await enter(device)
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(String(error)))
    await page.getByText(/^≈ \$10,000\.00$/).waitFor()
    await chooseEuros(page)
    await page.getByText(/^≈ €9,626\.00$/).waitFor()

    await buyAtMarket(page)
    await restAnOrder(page)
    await page
      .getByText(/^≈ €\d\d,\d{3}\.\d\d$/)
      .filter({ visible: true })
      .first()
      .waitFor()

    await page.goto('/wallet')
    await page.getByText('10,000.00 USDT came in, not counted as profit').waitFor()
    await page.getByText('rate of 31 Dec 2024').waitFor()
    await page.getByText(/^BTC \d\.\d%$/).waitFor()
    await page.getByRole('slider', { name: /^Balance over 24h/ }).press('ArrowLeft')
    await page.locator('output').waitFor()
    await page.getByLabel('Show the total in').selectOption('EUR')
    await page.getByText(/^≈ 9,99\d\.\d\d USDT$/).waitFor()
    await page.getByLabel('Show the total in').selectOption('USDT')
    await page.getByRole('button', { name: '90d' }).click()
    await page.getByRole('slider', { name: /^Balance over 90d/ }).waitFor()

    await page.getByRole('link', { name: /^BTC/ }).click()
    await page.waitForURL('**/asset?symbol=BTC')
    await page.getByRole('heading', { name: 'Bitcoin', level: 1 }).waitFor()
    await page.getByText('Market buy').waitFor()
    await page.getByRole('slider', { name: /^BTC\/USDT over 24h, from 6/ }).press('Home')
    await page.locator('output').waitFor()
    await page.getByRole('button', { name: '7d' }).click()
    await page.getByRole('slider', { name: /^BTC\/USDT over 7d, from 6/ }).waitFor()
    await page.getByRole('tab', { name: 'Fills' }).click()
    await page
      .getByText(/^Bought at 6/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'About PnL' }).click()
    await page.getByText('Unrealized, average cost').waitFor()
    await page.reload()
    await page.getByText(/USDT, ≈ €\d{3}\.\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Trade BTC' }).click()
    await page.waitForURL('**/trade')
    expect(broken).toEqual([])
    await context.close()
  })
})

test('hidden amounts are hidden on every page of them, and stay so', async () => {
  const [context, page] = await enter(sizes[0])
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  for (const path of ['/', '/wallet', '/asset?symbol=USDT']) {
    await page.goto(path)
    await page.getByText('••••••').first().waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/10,000|9,626/)
  }
  await context.close()
})

test('an asset that is not listed leads back, and nothing typed wrong leads nowhere', async () => {
  const [context, page] = await enter()
  await page.goto('/asset?symbol=NOPE')
  await page.getByText('NOPE is not listed here.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Assets' }).click()
  await page.waitForURL('**/wallet')
  await page.getByLabel('Search assets').fill('nothing of that name')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('link', { name: /^USDT/ }).waitFor()
  await context.close()
})

test('what cannot be loaded says so, says that funds are safe, and comes with Retry', async () => {
  const [context, page] = await enter()
  await page.evaluate(() => localStorage.setItem('selectedCurrency', 'EUR'))
  const gone = /full-balance|fiat_rate|api\/orders|\/history\//
  await page.route(gone, (route) => route.abort())
  await page.goto('/wallet')
  await page.getByText('Could not load your balance history. Your funds are safe.').waitFor()
  await page.getByText('No rate for EUR, shown in USD.').waitFor()
  await page.getByText(/^≈ \$10,000\.00$/).waitFor()
  await page.getByRole('button', { name: /^Currency and language/ }).click()
  await page.getByText('Failed to fetch currencies').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()

  await page.route(gone, (route) => route.abort())
  await page.goto('/asset?symbol=BTC')
  await page.getByText('Could not load your history').waitFor()
  await page.getByText('Could not load the price history.').waitFor()
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await page.getByRole('slider', { name: /^BTC\/USDT over 24h/ }).waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('No past orders yet').waitFor()
  await context.close()
})

async function chooseEuros(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Currency and language/ }).click()
  await page.getByLabel('Search currencies').fill('euro')
  await page.getByRole('button', { name: 'EUR, Euro' }).click()
  await page.getByText('1 USDT = €0.9626').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
