/**
 * The wallet and asset pages in a real browser against the real server: balances after a buy, in a display currency,
 * after a reload, and when a request fails.
 */

import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { PriceHistoryView } from '../../src/contract/markets/views.ts'
import {
  buyAtMarket,
  lengthenBalanceHistory,
  marketRows,
  placeRestingOrder,
  signUp,
} from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

async function enter(device: BrowserContextOptions = {}): Promise<[BrowserContext, Page]> {
  const context = await openContext(device)
  const page = await context.newPage()
  await signUp(page)
  return [context, page]
}

describe.each([phone, desktop])('Assets on $name', (device) => {
  test('Buy and Sell lead the page and the sheet of a held coin, equally wide and in their colours', async () => {
    const [context, page] = await enter(device)
    await buyAtMarket(page)
    const look = (key: Locator) =>
      key.evaluate((element) => [element.getBoundingClientRect().width, getComputedStyle(element).backgroundColor])
    const key = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await page.goto('/asset?symbol=BTC')
    const buy = await look(key(device === phone ? 'Buy BTC' : /^Buy BTC for/))
    if (device === desktop) await key('Sell').click()
    const sell = await look(key(device === phone ? 'Sell BTC' : /^Sell 0\.\d+ BTC$/))
    expect(sell[0]).toBe(buy[0])
    expect(sell[1]).not.toBe(buy[1])
    const tile = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    const tileLook = (link: Element) =>
      JSON.stringify([link.clientHeight, getComputedStyle(link).backgroundColor, getComputedStyle(link).font])
    const looks = [await tile('Order book').evaluate(tileLook), await tile('Convert').evaluate(tileLook)]
    await page.goto('/wallet')
    looks.push(await tile('Convert').evaluate(tileLook), await tile('History').evaluate(tileLook))
    await page.goto('/')
    expect(new Set(looks).size).toBe(1)
    await expect.poll(() => tile('Buy').evaluate(tileLook)).toBe(looks[0])
    await page.goto('/discover?pair=1')
    const sheet = page.getByRole('dialog', { name: 'Bitcoin' })
    expect(await look(key('Sell BTC'))).toEqual([(await look(key('Buy BTC')))[0], sell[1]])
    expect(await sheet.getByText('BTC/USDT').count()).toBe(0)
    expect(await sheet.getByText(/^BTC · /).count()).toBe(1)
    await key('Sell BTC').click()
    await page.waitForURL('**/trade')
    expect(await key('Sell').getAttribute('aria-pressed')).toBe('true')
    await page.goto('/asset?symbol=ETH')
    await tile('Order book').waitFor()
    expect(await key('Sell ETH').count()).toBe(0)
    await context.close()
  })

  test('The wallet and the asset page show a bought coin with its value in euros', async () => {
    const [context, page] = await enter(device)
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await lengthenBalanceHistory(page)
    await page.goto('/wallet')
    await page.getByText('Added 10,000.00 USDT').waitFor()
    // One USDT counts as one dollar.
    expect(await page.getByText(/≈ \$/).count()).toBe(0)
    await chooseEuros(page)
    await page.getByText(/^≈ €9,626\.00$/).waitFor()
    await page.goto('/markets')
    await marketRows(page)
      .first()
      .getByText(/^≈ €[\d.,]+$/)
      .waitFor()

    await buyAtMarket(page)
    await placeRestingOrder(page)
    await page
      .getByText(/^≈ €\d\d,\d{3}\.\d\d$/)
      .filter({ visible: true })
      .first()
      .waitFor()

    await page.goto('/wallet')
    await page.getByText('Added 10,000.00 USDT').waitFor()
    await page.getByText('as of 31 Dec 2024').waitFor()
    if (device === phone) {
      await page.getByRole('button', { name: /^Show \d+ coins without a balance$/ }).press('Enter')
      await page.getByLabel('Search assets').waitFor()
      await page.getByRole('link', { name: /^ETH/ }).waitFor()
      expect(await page.getByRole('region', { name: 'Your assets by share' }).count()).toBe(0)
    } else await page.getByText(/^\d\.\d%$/).waitFor()
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
    await page.getByText('Bought BTC').waitFor()
    await page.getByRole('slider', { name: /^BTC\/USDT over 24h, from 6/ }).press('Home')
    await page.locator('output').waitFor()
    await page.getByRole('button', { name: '7d' }).click()
    await page.getByRole('slider', { name: /^BTC\/USDT over 7d, from 6/ }).waitFor()
    await page.getByText(/^−4\d\d\.\d\d USDT at 6\d,/).click()
    const trade = page.getByRole('dialog', { name: 'Bought BTC' })
    await trade.getByText(/^−4\d\d\.\d\d USDT$/).waitFor()
    await trade.getByTitle(/ UTC$/).waitFor()
    await trade.getByText(/^[0-9a-f]{8}…[0-9a-f]{4}$/).waitFor()
    await trade.getByRole('button', { name: 'Trade BTC' }).waitFor()
    expect(await trade.getByText(/You (paid|received)/).count()).toBe(0)
    await page
      .getByRole('region', { name: 'Fills' })
      .getByText(/ BTC at 6/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'About PnL' }).click()
    await page.getByText('Unrealized, based on your average buy price').waitFor()
    await page.reload()
    await page.getByText(/USDT, ≈ €\d{3}\.\d\d$/).waitFor()
    expect(await page.getByText('In orders').count()).toBe(device === phone ? 0 : 1)
    if (device === phone) {
      await page.getByRole('button', { name: 'Sell BTC' }).click()
      await page.waitForURL('**/trade')
      expect(await page.getByRole('button', { name: 'Sell', exact: true }).getAttribute('aria-pressed')).toBe('true')
      await page.goBack()
    }
    await page.getByRole('link', { name: 'Order book' }).click()
    await page.waitForURL('**/trade')
    expect(pageErrors).toEqual([])
    await context.close()
  })
})

test('The assets of a phone say once what open orders hold and lead to them, only while there are any', async () => {
  const [context, page] = await enter(phone)
  await page.goto('/wallet')
  await page.getByRole('link', { name: /^USDT/ }).waitFor()
  const orders = page.getByRole('link', { name: /open order/ })
  expect(await orders.count()).toBe(0)
  await page.goto('/trade')
  await placeRestingOrder(page)
  await page.goto('/wallet')
  await orders.getByText('1 open order', { exact: true }).waitFor()
  expect(await page.getByText('610.00 in orders').count()).toBe(1)
  await orders.click()
  await page.waitForURL('**/trade#orders-panel')
  const cancel = page.locator('#orders-panel').getByRole('button', { name: /^Cancel BTC/ })
  await expect.poll(() => cancel.evaluate(isOnScreen)).toBe(true)
  await context.close()
})

const isOnScreen = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

test('The chart of a coin names its highest and its lowest price, and begins and ends where the text does', async () => {
  const [context, page] = await enter(phone)
  await mockPrices(page)
  await page.goto('/asset?symbol=BTC')
  const chart = page.getByRole('region', { name: 'BTC/USDT', exact: true })
  await chart.getByRole('button', { name: '7d' }).click()
  await chart.getByText('99,000.00', { exact: true }).waitFor()
  await chart.getByText('1,000.00', { exact: true }).waitFor()
  const slider = chart.getByRole('slider', { name: /^BTC\/USDT over 7d/ })
  const edges = await slider.evaluate((input) => {
    const { left, right } = input.getBoundingClientRect()
    return [left, innerWidth - right]
  })
  expect(edges).toEqual([16, 16])
  // A chosen point has a text of its own.
  await slider.press('Home')
  await expect.poll(() => chart.getByText('99,000.00', { exact: true }).count()).toBe(0)
  await context.close()
})

test('At 360 × 640 the page of a coin has its order book and Convert in view, and the periods beside the price', async () => {
  const [context, page] = await enter({ ...phone, viewport: { width: 360, height: 640 } })
  await page.goto('/asset?symbol=BTC')
  const tabs = await page.getByRole('navigation', { name: 'Section' }).boundingBox()
  for (const name of ['Order book', 'Convert']) {
    const box = await page.getByRole('link', { name }).boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(tabs!.y)
  }
  const chart = page.getByRole('region', { name: 'BTC/USDT', exact: true })
  const [first, price] = await Promise.all(
    [chart.getByRole('button', { name: '24h' }), chart.getByText('BTC/USDT', { exact: true })].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(first!.x).toBeGreaterThan(price!.x + price!.width)
  expect(first!.y - price!.y).toBeLessThan(32)
  await context.close()
})

async function mockPrices(page: Page): Promise<void> {
  await page.route(`**${api.priceHistory.path.replace(':id', '*')}*`, async (route) => {
    const reply = await route.fetch({ maxRetries: 2 })
    const view = (await reply.json()) as PriceHistoryView
    const prices = ['63000', '99000', '1000', '63000', '63000']
    const points = prices.map((price, index) => ({ time: 1_795_000_000 + index * 900, price }))
    await route.fulfill({ json: { ...view, price_history: points } })
  })
}

test('The high and the low of 24 hours are the same on the page of a coin and on that of its market', async () => {
  const [context, page] = await enter(phone)
  await page.goto('/trade')
  const figures = page.locator('dl').filter({ hasText: 'Vol BTC' }).getByRole('definition')
  await expect.poll(() => figures.first().innerText()).toMatch(/^6\d,\d{3}\.\d\d$/)
  const [high = '', , low = ''] = await figures.allInnerTexts()
  await mockPrices(page)
  await page.goto('/asset?symbol=BTC')
  const shown = page.getByRole('region', { name: 'BTC/USDT', exact: true }).locator('small[aria-hidden]')
  await expect.poll(() => shown.count()).toBe(2)
  const number = (text: string) => Number(text.replaceAll(',', ''))
  const [highest = 0, lowest = 0] = (await shown.allInnerTexts()).map(number)
  // Trades go on meanwhile, so both can have moved apart: but not to the prices of the mocked points.
  expect([highest >= number(high), highest < 99_000]).toEqual([true, true])
  expect([lowest <= number(low), lowest > 1_000]).toEqual([true, true])
  await page.getByText('Average price incl. fee').waitFor()
  await context.close()
})

test('Each row of a phone has the amount and its value once, what is in orders, and the change or what was gained', async () => {
  const [context, page] = await enter(phone)
  await buyAtMarket(page)
  await placeRestingOrder(page)
  await page.goto('/wallet')
  const rowOf = (symbol: string) => page.getByRole('link', { name: new RegExp(`^${symbol}`) })
  const lines = async (symbol: string) => (await rowOf(symbol).innerText()).split(/\n+/).map((line) => line.trim())
  await rowOf('BTC').waitFor()
  expect(await lines('USDT')).toEqual([
    'USDT',
    expect.stringMatching(/^8,890\.\d\d available$/),
    expect.stringMatching(/^9,500\.\d\d USDT$/),
    '610.00 in orders',
  ])
  const change = /^([+−]\d+\.\d\d|0\.00)% 24h$/
  expect(await lines('BTC')).toEqual([
    'BTC',
    expect.stringMatching(/^0\.00\d+$/),
    expect.stringMatching(/^\d{3}\.\d\d USDT$/),
    expect.stringMatching(change),
  ])
  await page.getByRole('tab', { name: 'Positions' }).click()
  const gained = /^([+−]\d+\.\d\d|0\.00) \(([+−]\d+\.\d\d|0\.00)%\)$/
  await expect.poll(async () => (await lines('BTC'))[3]).toMatch(gained)
  await page.getByRole('button', { name: 'About PnL' }).click()
  await page.getByText('Unrealized, based on your average buy price').waitFor()
  await context.close()
})

test('Hidden amounts stay hidden on the home, wallet and asset pages and in the orders of the trade page', async () => {
  const [context, page] = await enter(phone)
  await buyAtMarket(page)
  await page.getByText('Vol BTC').waitFor()
  await page.getByText('Vol USDT').waitFor()
  await page.getByRole('tab', { name: 'History', exact: true }).click()
  await page.getByText(/^Average 6\d,\d{3}\.\d\d · 0\.00\d+ BTC · 4\d\d\.\d\d USDT$/).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  for (const path of ['/', '/wallet', '/asset?symbol=USDT']) {
    await page.goto(path)
    await page.getByText('••••••').first().waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/10,000|9,[45]\d\d|9,626/)
  }
  await page.goto('/trade')
  for (const tab of ['History', 'Fills']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByText('••••••').filter({ visible: true }).first().waitFor()
  }
  await context.close()
})

test('An unlisted asset links back to the wallet, and a search without matches can be cleared', async () => {
  const [context, page] = await enter()
  await page.goto('/asset?symbol=NOPE')
  await page.getByText("NOPE isn't listed here.").waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Assets' }).click()
  await page.waitForURL('**/wallet')
  await page.getByLabel('Search assets').fill('nothing of that name')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('link', { name: /^USDT/ }).waitFor()
  await context.close()
})

test('The wallet and asset pages show an error with Retry when a request fails', async () => {
  const [context, page] = await enter(phone)
  await page.evaluate(() => localStorage.setItem('selectedCurrency', 'EUR'))
  await lengthenBalanceHistory(page)
  const failingPaths = /full-balance|fiat_rate|api\/transactions|\/history\//
  await page.route(failingPaths, (route) => route.abort())
  await page.goto('/wallet')
  await page.getByText("Couldn't load your balance history. Your funds are safe.").waitFor()
  await page.getByText('No rate for EUR. Showing USD.').waitFor()
  await page.getByText(/^≈ \$10,000\.00$/).waitFor()
  await page.getByRole('button', { name: /^Display/ }).click()
  await page.getByText('Failed to fetch currencies').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute(failingPaths)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()

  await page.route(failingPaths, (route) => route.abort())
  await page.goto('/asset?symbol=BTC')
  await page.getByText('An error occurred').waitFor()
  await page.getByText("Couldn't load the price history.").waitFor()
  await page.unroute(failingPaths)
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await page.getByRole('slider', { name: /^BTC\/USDT over 24h/ }).waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Trades, deposits and conversions of BTC show up here.').waitFor()
  await context.close()
})

async function chooseEuros(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Display/ }).click()
  await page.getByLabel('Search currencies').fill('euro')
  await page.getByRole('button', { name: 'EUR Euro' }).click()
  // The choice closes the sheet.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
