/** The history in a browser against the real server: its rows, its table on a desk, its dates and its file. */

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { buyAtMarket, signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

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
  expect(await exportButton(page).locator('use').getAttribute('href')).toBe('/icons.svg#i-export')
  // Beside the title: the chips have the row below it.
  const [button, title] = await Promise.all(
    [exportButton(page), page.getByRole('heading', { level: 1 })].map((part) => part.boundingBox()),
  )
  expect(button!.x).toBeGreaterThan(title!.x + title!.width)
  expect(Math.abs(button!.y + button!.height / 2 - (title!.y + title!.height / 2))).toBeLessThan(2)
  expect(390 - (button!.x + button!.width)).toBe(16)
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
  const key = page.getByRole('button', { name: /^Filters/ })
  await key.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Time').selectOption('From … to …')
  await sheet.getByRole('button', { name: 'Apply' }).click()
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
  await sheet.waitFor({ state: 'detached' })
  expect(await key.getAttribute('aria-label')).toBe('Filters, 1 active')
  await page.setViewportSize({ width: 1280, height: 800 })
  const time = page.getByLabel('Time')
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

test('The filters of a phone are behind one key, which says how many are on, and Reset removes them', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/history')
  await welcome(page).waitFor()
  expect(await page.getByRole('main').locator('select').count()).toBe(0)
  const key = page.getByRole('button', { name: /^Filters/ })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  expect([await key.getAttribute('aria-label'), await key.innerText()]).toEqual(['Filters', ''])
  await key.click()
  await sheet.getByLabel('Coin').selectOption('BTC')
  await sheet.getByLabel('Time').selectOption('Last 7 days')
  // Nothing counts before it is applied.
  await welcome(page).waitFor()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/type=all&currency=\d+&days=7$/)
  await page.getByText('Nothing matches the filters.').waitFor()
  expect([await key.getAttribute('aria-label'), await key.innerText()]).toEqual(['Filters, 2 active', '2'])
  await key.click()
  expect(await sheet.getByLabel('Coin').locator('option:checked').innerText()).toBe('BTC')
  await sheet.getByRole('button', { name: 'Reset' }).click()
  await page.waitForURL('**/history?type=all')
  await welcome(page).waitFor()
  expect(await key.innerText()).toBe('')
  await context.close()
})

test('The chosen type is in view on a phone, when the page loads and when it changes, and the page stays where it is', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const chips = page.getByRole('group', { name: 'Type' })
  for (const [type, name] of [
    ['convert', 'Convert'],
    ['referral', 'Referrals'],
    ['all', 'All'],
  ] as const) {
    await page.goto(`/history?type=${type}`)
    const chip = chips.getByRole('button', { name, exact: true })
    await chip.waitFor()
    await expect.poll(() => chip.evaluate(isInFullView)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  const rewards = chips.getByRole('button', { name: 'Rewards' })
  await rewards.evaluate((chip) => (chip as HTMLElement).click())
  await page.waitForURL('**/history?type=reward')
  await expect.poll(() => rewards.evaluate(isInFullView)).toBe(true)
  await context.close()
})

/** The row fades in its last part. */
const isInFullView = (chip: Element): boolean => {
  const [row, box] = [chip.parentElement?.getBoundingClientRect(), chip.getBoundingClientRect()]
  return row !== undefined && box.left >= row.left && box.right <= row.left + row.width * 0.88
}

test('On a phone of 360 a row has two lines, and neither its name nor its price is cut', async () => {
  const context = await openContext({ ...phone, viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  await signUp(page)
  await buyAtMarket(page)
  await page.goto('/history')
  const incoming = page.getByRole('button', { name: /^Welcome balance/ }).getByText('+10,000.00')
  const color = (element: Element) => getComputedStyle(element).color
  const named = (token: string) =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    }, token)
  expect(await incoming.evaluate(color)).toBe(await named('--up'))
  for (const [name, texts] of [
    [/^Bought BTC/, ['Bought BTC', /^\+0\.00\d+ BTC$/, /^\d\d:\d\d$/, /^−4\d\d\.\d\d USDT at 6\d,\d{3}\.\d\d$/]],
    [/^Welcome balance/, ['Welcome balance', '+10,000.00 USDT', /^\d\d:\d\d$/]],
  ] as const) {
    const row = page.getByRole('button', { name })
    for (const text of texts) {
      const part = row.getByText(text)
      const [needed, given] = await part.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
      expect(needed).toBeLessThanOrEqual(given ?? 0)
    }
    // Two lines of 20 and 18 px, and the space around them.
    expect((await row.boundingBox())?.height).toBe(60)
  }
  await page.getByRole('button', { name: /^Bought BTC/ }).click()
  await page.getByRole('dialog', { name: 'Bought BTC' }).getByText('Market, BTC/USDT').waitFor()
  await context.close()
})

test('On a desk the history is a table with right-aligned figures, and a row opens its details', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  await buyAtMarket(page)
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/history')
    const table = page.getByRole('table', { name: 'History' })
    await table.waitFor()
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Date', 'Type', 'Asset', 'Amount', 'Price', 'Fee', 'Status'],
      'Details',
    ])
    const row = table.getByRole('row').filter({ hasText: 'BTC/USDT' })
    const texts = (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(texts[0]).toMatch(/^Today, \d\d:\d\d$/)
    expect(texts[1]).toBe('BTC/USDT')
    expect(texts[2]).toMatch(/^\+0\.00\d+ BTC −4\d\d\.\d\d USDT$/)
    expect(texts[3]).toMatch(/^6\d,\d{3}\.\d\d$/)
    expect(texts[4]).toMatch(/^0\.0000\d+ BTC$/)
    expect(texts[5]).toBe('Completed')
    const look = (part: Element) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      const { bottom } = [...range.getClientRects()].at(-1) ?? part.getBoundingClientRect()
      return { bottom, color: getComputedStyle(part).color }
    }
    const [date, status] = [await row.getByRole('time').evaluate(look), await row.getByText('Completed').evaluate(look)]
    expect(status).toEqual(date)
    const center = (part: Element) => {
      const { top, height } = part.getBoundingClientRect()
      return top + height / 2
    }
    const centers = [row.getByRole('time'), row.getByText('Completed'), row.locator('button svg')]
    const [middle = 0, ...others] = await Promise.all(centers.map((part) => part.evaluate(center)))
    for (const other of others) expect(Math.abs(other - middle)).toBeLessThanOrEqual(0.5)
    const left = (part: Element) => part.getBoundingClientRect().left
    const edges = [
      row.getByRole('time'),
      table.getByText('Date', { exact: true }),
      page.getByRole('button', { name: 'All', exact: true }),
      page.getByRole('contentinfo').getByRole('link', { name: 'Help' }),
    ]
    expect(new Set(await Promise.all(edges.map((edge) => edge.evaluate(left)))).size).toBe(1)
    const aligned = await row
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))
    expect(aligned.slice(2, 5)).toEqual(['right', 'right', 'right'])
    const [needed, given] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    expect(needed).toBeLessThanOrEqual(given ?? 0)
    await row.click()
    await page.getByRole('dialog', { name: 'Bought BTC' }).getByText('Fills').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Bought BTC, Completed' }).press('Enter')
    await page.getByRole('dialog', { name: 'Bought BTC' }).waitFor()
  }
  await context.close()
})
