/** Conversions and their history on a phone, against the real server. */

import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { fillSignUp, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

async function enter(): Promise<[BrowserContext, Page]> {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  return [context, page]
}

const sheet = (page: Page) => page.getByRole('dialog')
const convertButton = (page: Page) => sheet(page).getByRole('button', { name: /^Convert [A-Z]+ to [A-Z]+$/ })

async function preview(page: Page, amount: string): Promise<void> {
  await sheet(page).getByLabel('You pay', { exact: true }).fill(amount)
  await sheet(page).getByText('Rate').waitFor()
  await sheet(page).getByRole('button', { name: 'Preview' }).click()
  await convertButton(page).waitFor()
}

/** The rows of the history. */
const conversions = async (page: Page): Promise<number> =>
  page.getByRole('button', { name: /^[A-Z]+ to [A-Z]+/ }).count()

test('USDT is converted to bitcoin and bitcoin to ether, and the history shows both with their details', async () => {
  const [context, page] = await enter()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await page.getByRole('link', { name: 'Convert' }).click()
  await page.waitForURL('**/wallet?convert')
  await sheet(page).getByRole('button', { name: 'Preview' }).waitFor({ state: 'detached' })
  expect(await sheet(page).getByRole('button', { name: 'Enter an amount' }).isDisabled()).toBe(true)
  await sheet(page)
    .getByText(/^1 BTC = 6\d,\d{3}\.\d\d USDT$/)
    .waitFor()
  await sheet(page).getByText('Fee 0.50%').waitFor()
  const rightOf = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right)
  const max = await rightOf(sheet(page).getByRole('button', { name: /^Max/ }))
  for (const figure of await sheet(page).getByRole('definition').all()) expect(await rightOf(figure)).toBe(max)
  await sheet(page).getByRole('button', { name: '25%', exact: true }).click()
  await expect.poll(() => sheet(page).getByLabel('You pay', { exact: true }).inputValue()).toBe('2,500')
  await sheet(page).getByLabel('You pay', { exact: true }).fill('10000,01')
  await sheet(page).getByText('You have 10,000.00 USDT available.').waitFor()

  await preview(page, '1500,5')
  await sheet(page)
    .getByRole('img', { name: /^Quote valid for \d+ s$/ })
    .waitFor()
  await sheet(page).getByText('Price impact').waitFor()
  // The second click of a double click finds no button that converts again.
  await convertButton(page).dblclick()
  await sheet(page).getByRole('heading', { name: 'Converted' }).waitFor()
  await sheet(page)
    .getByText(/^1,500\.\d+ USDT$|^1,49\d\.\d+ USDT$/)
    .waitFor()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await sheet(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.pathname === '/wallet' && url.search === '')

  await page.goto('/asset?symbol=BTC')
  await page.getByRole('link', { name: 'Convert', exact: true }).click()
  await page.waitForURL('**/wallet?convert&from=BTC')
  await sheet(page).getByRole('button', { name: 'Receive USDT, choose a coin' }).click()
  await sheet(page).getByRole('button', { name: /^ETH/ }).click()
  await sheet(page).getByRole('button', { name: 'Receive ETH, choose a coin' }).waitFor()
  await sheet(page)
    .getByRole('button', { name: /^Max, / })
    .click()
  await sheet(page).getByText('Rate').waitFor()
  await sheet(page).getByRole('button', { name: 'Preview' }).click()
  await convertButton(page).click()
  await sheet(page).getByRole('heading', { name: 'Converted' }).waitFor()
  await sheet(page).getByRole('link', { name: 'History' }).click()

  await page.waitForURL('**/history?type=convert')
  await page.getByText('BTC to ETH').waitFor()
  expect(await conversions(page)).toBe(2)
  await page.getByText('BTC to ETH').click()
  await sheet(page).getByText('You received').waitFor()
  await sheet(page).getByRole('button', { name: 'Copy id' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Filters' }).click()
  await sheet(page).getByLabel('Coin').selectOption('SOL')
  await sheet(page).getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/type=convert&currency=\d+$/)
  await page.getByText('No conversions yet').waitFor()
  await page.getByRole('link', { name: 'Remove the filters' }).click()
  await page.getByText('USDT to BTC').waitFor()
  await page.getByRole('button', { name: 'Rewards' }).click()
  await page.getByText('No rewards yet').waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})

test('A conversion whose reply is lost is checked with the same quote and executed once', async () => {
  const [context, page] = await enter()
  const quotes: unknown[] = []
  await page.route(`**${api.convert.path}`, async (route) => {
    quotes.push(route.request().postDataJSON())
    // The server executes the first request, and its reply is lost.
    if (quotes.length === 1) await route.fetch({ maxRetries: 2 })
    if (quotes.length === 1) await route.abort()
    else await route.continue()
  })
  await page.goto('/wallet?convert&from=USDT&to=ETH')
  await preview(page, '800')
  await convertButton(page).click()
  await sheet(page).getByRole('heading', { name: 'Converted' }).waitFor()
  expect(quotes).toHaveLength(2)
  expect(quotes[1]).toEqual(quotes[0])
  await sheet(page).getByRole('link', { name: 'History' }).click()
  await page.getByText('USDT to ETH').waitFor()
  expect(await conversions(page)).toBe(1)
  await context.close()
})

test('Convert and history without an account or a connection say what to do, and the keyboard operates both', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  for (const path of ['/history', '/wallet?convert']) {
    await page.goto(path)
    await page.waitForURL('**/register')
  }
  await fillSignUp(page)
  await page.waitForURL('**/wallet?convert')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Convert' }).press('Enter')
  await sheet(page).getByLabel('You pay', { exact: true }).fill('50')
  await sheet(page).getByRole('button', { name: 'Receive BTC, choose a coin' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Receive BTC, choose a coin')
  await context.setOffline(true)
  await sheet(page).getByLabel('You pay', { exact: true }).fill('60')
  await sheet(page).getByText("Can't connect right now").waitFor()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })

  await page.route(`**${api.transactions.path}*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/history?type=convert')
  await page.getByText('An error occurred').waitFor()
  await page.unroute(`**${api.transactions.path}*`)
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await page.getByText('No conversions yet').waitFor()
  await page.getByRole('link', { name: 'Convert' }).press('Enter')
  await sheet(page).getByLabel('You pay', { exact: true }).waitFor()
  await context.close()
})
