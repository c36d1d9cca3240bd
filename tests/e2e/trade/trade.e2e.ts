/** What traders complain of elsewhere, done right: in a real browser, on both sizes, against the real server. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdLine } from './line.ts'
import { desk, phone, sizes, stage } from './stage.ts'
import { choosePair, restAnOrder, signUp } from './visitor.ts'

const { open } = stage()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const amount = (page: Page) => page.getByLabel('Amount').first()
const price = (page: Page) => page.getByLabel(/^Price/).first()

describe.each(sizes)('on $name', (device) => {
  test('all of it is accepted, to buy and to sell, on pairs of every size', async () => {
    const context = await open(device)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    for (const base of ['BTC', 'DOGE', 'PEPE']) {
      await choosePair(page, base)
      await tab(page, 'Market').click()
      await page.getByRole('slider').fill('100')
      await button(page, `Buy ${base}`).click()
      // More than half of what there is: asked about every time.
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

  test('a comma is a point, a second tap is no second order, a tap on the book fills the form', async () => {
    const context = await open(device)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    await price(page).fill('58000,5')
    await amount(page).fill('0,01')
    // On a busy machine the message has come and gone before the second press returns: the list stays.
    await button(page, 'Buy BTC').dblclick()
    await tab(page, 'Open orders (1)').waitFor()
    await page.getByText('58,000.50').first().waitFor()
    const asks = page.getByRole('region', { name: 'Asks' })
    await asks.getByRole('button').last().click()
    await expect.poll(() => price(page).inputValue()).not.toBe('58000.50')
    await context.close()
  })
})

test('back closes what lies over the page, and only then leaves it', async () => {
  const context = await open(phone)
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

test('a line that flaps comes back to the truth, and a silent one is noticed: no market order on a stale book', async () => {
  const context = await open(desk)
  const line = await holdLine(context)
  const page = await context.newPage()
  await page.clock.install()
  await signUp(page)
  await page.goto('/trade')
  await restAnOrder(page, '58000')
  for (let cut = 0; cut < 5; cut++) {
    for (const socket of line.open) await socket.close({ code: 1006 + 3_000 })
    await page.clock.runFor(1_500)
    await page.waitForTimeout(100)
  }
  await page.clock.runFor(5_000)
  await tab(page, 'Open orders (1)').waitFor()
  await expect.poll(() => page.getByText('Reconnecting').count(), { timeout: 20_000 }).toBe(0)

  line.mute = true
  await page.clock.runFor(35_000)
  await page.getByText('Reconnecting').first().waitFor()
  await tab(page, 'Market').click()
  await page.getByLabel('Spend').fill('100')
  await page.getByText('Market orders wait for a live book').first().waitFor()
  line.mute = false
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1_000)
        return page.getByText('Reconnecting').count()
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  await button(page, 'Buy BTC').waitFor()
  await context.close()
}, 120_000)

test('on a slow line the page comes, and an order sent is told of once', async () => {
  const context = await open(phone)
  const page = await context.newPage()
  await signUp(page)
  const devtools = await context.newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: 64_000, uploadThroughput: 32_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('/trade')
  await restAnOrder(page, '58000')
  await tab(page, 'Open orders (1)').waitFor()
  await devtools.send('Network.emulateNetworkConditions', { ...slow, offline: true })
  await page.reload().catch(() => undefined)
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.goto('/trade')
  await tab(page, 'Open orders (1)').waitFor()
  await context.close()
}, 120_000)
