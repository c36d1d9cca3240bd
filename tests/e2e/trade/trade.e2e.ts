/** Trading in a real browser on phone and desktop, against the real server. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { FullPairView } from '../../../src/contract/markets/views.ts'
import { proxySocket } from '../../fixtures/browser/network.ts'
import { choosePair, placeRestingOrder, signUp } from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const amount = (page: Page) => page.getByLabel('Amount').first()
const price = (page: Page) => page.getByLabel(/^Price/).first()
/** After the suggested price is shown: drawn while the text is typed, it would be in front of it. */
async function typePrice(page: Page, text: string): Promise<void> {
  await expect.poll(() => price(page).inputValue()).not.toBe('')
  await price(page).fill(text)
}

describe.each(sizes)('The trade screen on $name', (device) => {
  test('A market order for 100 % of the balance is accepted on both sides, on pairs with large and small prices', async () => {
    const context = await openContext(device)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    for (const base of ['BTC', 'DOGE', 'PEPE']) {
      await choosePair(page, base)
      await tab(page, 'Market').click()
      await page.getByRole('slider').fill('100')
      await button(page, `Buy ${base}`).click()
      // More than half of the balance always needs a confirmation.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Buy ${base} for` })
        .click()
      await page.getByText('Order filled').first().waitFor()
      await page.getByText('Order filled').first().waitFor({ state: 'detached' })
      await button(page, /^Sell$/)
        .or(page.getByRole('radio', { name: 'Sell' }))
        .first()
        .click()
      await page.getByRole('slider').fill('100')
      await button(page, `Sell ${base}`).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Sell \d/ })
        .click()
      await page.getByText('Order filled').first().waitFor()
      await page.getByText('Order filled').first().waitFor({ state: 'detached' })
      await page.getByRole('radio', { name: 'Buy' }).or(button(page, /^Buy$/)).first().click()
      await tab(page, 'Limit').click()
    }
    await tab(page, 'Fills').click()
    await expect.poll(() => page.getByText('Taker').count()).toBeGreaterThanOrEqual(6)
    await context.close()
  }, 180_000)

  test('The order form accepts a decimal comma, places one order on a double click, and takes a price from the book', async () => {
    const context = await openContext(device)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    await typePrice(page, '58000,5')
    await amount(page).fill('0,01')
    // Checks the list: on a busy machine the message may disappear before the second click returns.
    await button(page, 'Buy BTC').dblclick()
    await tab(page, 'Open orders (1)').waitFor()
    await page.getByText('58,000.50').first().waitFor()
    const asks = page.getByRole('region', { name: 'Asks' })
    await asks.getByRole('button').last().click()
    await expect.poll(() => price(page).inputValue()).not.toBe('58000.50')
    await context.close()
  })
})

test('The order form takes no input until the markets are loaded, and then keeps it', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  const answer = Promise.withResolvers<void>()
  await page.route(`**${EXCHANGE_BASE}${api.fullPairs.path}`, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/trade')
  await price(page).waitFor()
  expect(await price(page).isEditable()).toBe(false)
  expect(await tab(page, 'Market').isEnabled()).toBe(false)
  answer.resolve()
  await typePrice(page, '58000,5')
  await amount(page).fill('0,01')
  await button(page, 'Buy BTC').waitFor()
  expect(await price(page).inputValue()).toBe('58000.50')
  await context.close()
})

test('A tap on the chart reads a candle and moves nothing; a button makes the chart larger, hides and shows it', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  const chart = page.getByRole('img', { name: /candles, last price/ })
  await chart.waitFor()
  await page.getByRole('region', { name: 'Asks' }).getByRole('button').first().waitFor()
  const heightOf = async () =>
    (await page.getByRole('tabpanel', { name: 'Chart, trades and coin info' }).boundingBox())?.height
  const before = await heightOf()
  const figures = page.getByText(/^O [\d,.]+ ?H [\d,.]+ ?L [\d,.]+ ?C [\d,.]+$/)
  await chart.locator('canvas').first().waitFor()
  // The only candle is 6 px wide, left of the prices, whose width depends on their digits. Two taps within half a second
  // are a double tap, which reads nothing.
  let x = 324
  const tap = async () => {
    await page.waitForTimeout(600)
    await chart.tap({ position: { x, y: 60 } })
  }
  while (!(await figures.isVisible())) {
    x = x > 282 ? x - 6 : 324
    await tap()
    await page.waitForTimeout(100)
  }
  expect(await heightOf()).toBe(before)
  await tap()
  await figures.waitFor({ state: 'detached' })
  await button(page, 'Enlarge the chart').click()
  await expect.poll(heightOf).toBe(300)
  await button(page, 'Hide the chart').click()
  await chart.waitFor({ state: 'detached' })
  await button(page, 'Show the chart').click()
  await chart.waitFor()
  await expect.poll(heightOf).toBe(before)
  await context.close()
})

test('The browser back button closes an open sheet before it leaves the page', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Trade', exact: true }).first().click()
  await page.waitForURL('**/trade')
  for (let time = 0; time < 2; time++) {
    await button(page, 'choose a pair').click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate(() => window.history.back())
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForURL('**/trade')
  }
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/discover')
  await page.getByText('SHIB').first().waitFor()
  await page.getByRole('button', { name: /^SHIB/ }).first().click()
  await page.waitForURL('**/discover?pair=*')
  await page.getByRole('dialog').waitFor()
  await page.evaluate(() => window.history.back())
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForURL('**/discover')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('The best trading').first().waitFor()
  await context.close()
})

test('An unstable connection recovers the open orders, and a silent connection blocks market orders', async () => {
  const context = await openContext(desktop)
  const proxy = await proxySocket(context)
  const page = await context.newPage()
  await page.clock.install()
  await signUp(page)
  await page.goto('/trade')
  await placeRestingOrder(page, '58000')
  for (let cut = 0; cut < 5; cut++) {
    for (const socket of proxy.sockets) await socket.close({ code: 1006 + 3_000 })
    await page.clock.runFor(1_500)
    await page.waitForTimeout(100)
  }
  await page.clock.runFor(5_000)
  await tab(page, 'Open orders (1)').waitFor()
  await expect.poll(() => page.getByText('Connection error').count()).toBe(0)

  proxy.isMuted = true
  await page.clock.runFor(35_000)
  await page.getByText('Connection error').first().waitFor()
  await tab(page, 'Market').click()
  await page.getByLabel('Spend').fill('100')
  await page.getByText('Waiting for live prices').first().waitFor()
  proxy.isMuted = false
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000)
        return page.getByText('Connection error').count()
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  await button(page, 'Buy BTC').waitFor()
  await context.close()
})

test('The high and the low of 24 hours are those of the ticker of the market', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/trade')
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).filter({ visible: true })
  await figure('24h high').getByText(/\d/).last().waitFor()
  const ticker = () =>
    page.evaluate(async (path) => {
      const pairs = (await (await fetch(path)).json()) as FullPairView[]
      const { high_24h, low_24h } = pairs.find(({ symbol }) => symbol === 'BTC/USDT')!
      return [high_24h, low_24h].map((price) => Number(price).toFixed(2))
    }, `${EXCHANGE_BASE}${api.fullPairs.path}`)
  const isShown = async () => {
    const [high, low] = (await ticker()).map((price) => price.replace(/\B(?=(\d{3})+\.)/g, ','))
    const texts = [await figure('24h high').innerText(), await figure('24h low').innerText()]
    return texts[0]!.endsWith(high!) && texts[1]!.endsWith(low!)
  }
  await expect.poll(isShown).toBe(true)
  await context.close()
})

test('The trade screen loads on a slow connection, and an order appears once after a reload', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const devtools = await context.newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: 64_000, uploadThroughput: 32_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('/trade')
  await placeRestingOrder(page, '58000')
  await tab(page, 'Open orders (1)').waitFor()
  await devtools.send('Network.emulateNetworkConditions', { ...slow, offline: true })
  await page.reload().catch(() => undefined)
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('/trade')
  await tab(page, 'Open orders (1)').waitFor()
  await context.close()
})
