/** The history in a browser against the real server: the welcome balance, its dates and its file. */

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })
const welcome = (page: Page) => page.getByRole('button', { name: /^Welcome balance/ })

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  return readFile(await download.path(), 'utf8')
}

test('A new account has its welcome balance in the history and in the file of it, and an empty list has no file', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/history')
  await welcome(page).getByText('+10,000.00').waitFor()
  const day = page.getByRole('heading', { name: 'Today' })
  expect(await day.evaluate((title) => getComputedStyle(title).fontSize)).toBe('13px')
  expect(await exported(page)).toContain(',welcome,completed,USDT,10000,')
  await page.getByText('CSV file downloaded').waitFor()
  await welcome(page).click()
  await page.getByRole('dialog', { name: 'Welcome balance' }).getByText('Completed').waitFor()
  await page.goto('/history?type=deposit')
  await page.getByText('No deposits yet').waitFor()
  expect(await exportButton(page).count()).toBe(0)
  await page.getByRole('link', { name: 'Deposit', exact: true }).click()
  await page.waitForURL('**/wallet?deposit')
  await context.close()
})

test('The history of chosen days asks for two days in their order, and list and file have only these days', async () => {
  const context = await openContext({ ...phone, timezoneId: 'America/New_York' })
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/history')
  await welcome(page).waitFor()
  const requests: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith(api.transactions.path) || pathname.endsWith(api.exportTransactions.path))
      requests.push(searchParams)
  })
  const time = page.getByLabel('Time')
  await time.selectOption('From … to …')
  const sheet = page.getByRole('dialog', { name: 'Dates' })
  await sheet.getByRole('button', { name: 'Show' }).click()
  await sheet.getByText('Choose a day').first().waitFor()
  await sheet.getByLabel('From').fill('2025-11-09')
  await sheet.getByLabel('To').fill('2025-11-02')
  await sheet.getByText("The last day can't be before the first.").waitFor()
  await sheet.getByLabel('From').fill('2025-10-31')
  await sheet.getByLabel('To').press('Enter')
  await page.getByText('Nothing matches the filters.').waitFor()
  await page.waitForURL('**/history?type=all&from=2025-10-31&to=2025-11-02')
  // The clocks of New York changed on the last day.
  const asked = () => requests.map((query) => [query.get('since'), query.get('until')])
  expect(asked()).toEqual([['2025-10-31T04:00:00.000Z', '2025-11-03T05:00:00.000Z']])
  expect(await time.locator('option:checked').innerText()).toMatch(/^31 Oct.* to 2 Nov/)
  expect(await exportButton(page).count()).toBe(0)
  const today = await page.evaluate(() => {
    const now = new Date()
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  })
  await page.goto(`/history?from=${today}&to=${today}`)
  await welcome(page).waitFor()
  requests.splice(0)
  expect(await exported(page)).toContain(',welcome,')
  expect(asked()).toHaveLength(1)
  expect(requests[0]?.has('until')).toBe(true)
  await time.selectOption('Any time')
  await page.waitForURL('**/history?type=all')
  await welcome(page).waitFor()
  await context.close()
})
