/** The order book on the trade screen: grouping, filling the form by a click, and small prices. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BookRow } from '../../../src/contract/markets/views.ts'
import { freezeBook, proxySocket } from '../../fixtures/browser/network.ts'
import { choosePair, marketRows, signUp } from '../../fixtures/browser/page-actions.ts'
import { sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const grouping = (page: Page) => page.getByLabel('Grouping').filter({ visible: true })
const price = (page: Page) => page.getByLabel(/^Price/).first()
const amount = (page: Page) => page.getByLabel('Amount').first()
const total = (page: Page) => page.getByLabel('Total').first()
const prices = (page: Page, side: 'Asks' | 'Bids') =>
  page.getByRole('region', { name: side }).getByRole('button', { name: /^Use price \d/ })
const amounts = (page: Page, side: 'Asks' | 'Bids') =>
  page.getByRole('region', { name: side }).getByRole('button', { name: 'use the amount up to' })

/** Price, amount and sum of every visible row of a side, best first. */
async function rowsOf(page: Page, side: 'asks' | 'bids'): Promise<string[]> {
  const rows = await page.locator(`[data-side=${side}] > div`).evaluateAll((all) =>
    all
      .map((row) => [...row.querySelectorAll('button')])
      .flatMap(([priceButton, amountButton]) => {
        const text = priceButton?.getAttribute('aria-label')?.replace('Use price ', '')
        return text
          ? [[text, ...[...(amountButton?.children ?? [])].map(({ textContent }) => textContent)].join(' ')]
          : []
      }),
  )
  return side === 'asks' ? rows.reverse() : rows
}

/** The same from the server's BTC rows, with a tick size of 0.01 and a lot size of 0.000001. */
function expected(rows: readonly BookRow[], side: 'asks' | 'bids', cents: number, count: number): string[] {
  const lots = new Map<number, number>()
  for (const [at, size] of rows) {
    const exact = Math.round(Number(at) * 100)
    const edge = (side === 'asks' ? Math.ceil(exact / cents) : Math.floor(exact / cents)) * cents
    lots.set(edge, (lots.get(edge) ?? 0) + Math.round(Number(size) * 1_000_000))
  }
  let sum = 0
  // Four decimals, or all decimals for an amount below 0.0001.
  const text = (size: number) =>
    size < 100 ? (size / 1_000_000).toFixed(6).replace(/0+$/, '') : (Math.floor(size / 100) / 10_000).toFixed(4)
  return [...lots].slice(0, count).map(([edge, size]) => {
    sum += size
    return `${(edge / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} ${text(size)} ${text(sum)}`
  })
}

/** How wide the bars of a side are, in percent, from the top. */
const bars = (page: Page, side: 'asks' | 'bids'): Promise<number[]> =>
  page
    .locator(`[data-side=${side}] > div > i`)
    .evaluateAll((all) => all.map((bar) => Number.parseFloat((bar as HTMLElement).style.width)))

/** A phone has no column of sums: its bars are the amounts beside them. The largest of both sides has the whole width. */
function expectedBars(sides: readonly (readonly BookRow[])[], count: number, of: 'amount' | 'sum'): number[] {
  const figures = sides.map((rows) => {
    const amounts = rows.slice(0, count).map(([, size]) => Number(size))
    return of === 'amount' ? amounts : amounts.map((_, index) => amounts.slice(0, index + 1).reduce((a, b) => a + b))
  })
  const largest = Math.max(...figures.flat())
  return figures.flat().map((figure) => Math.round((figure / largest) * 100))
}

describe.each(sizes)('The order book on $name', ({ name, ...device }) => {
  const count = name === 'a phone' ? 6 : 8

  test('Book rows grouped by 1, 10 and 100 ticks match the server, and each pair keeps its grouping', async () => {
    const context = await openContext(device)
    const proxy = await proxySocket(context)
    const page = await context.newPage()
    await page.goto('/trade')
    await expect.poll(() => rowsOf(page, 'asks')).toHaveLength(count)
    const book = freezeBook(proxy)
    expect(await grouping(page).locator('option').allTextContents()).toEqual(['0.01', '0.1', '1'])
    for (const ticks of [1, 10, 100]) {
      await grouping(page).selectOption(String(ticks))
      await expect.poll(() => rowsOf(page, 'asks')).toEqual(expected(book.sell, 'asks', ticks, count))
      await expect.poll(() => rowsOf(page, 'bids')).toEqual(expected(book.buy, 'bids', ticks, count))
    }
    proxy.onServerMessage = (message) => message
    await choosePair(page, 'PEPE')
    expect(await grouping(page).inputValue()).toBe('1')
    expect(await grouping(page).locator('option').allTextContents()).toEqual(['0.0₉1', '0.0₈1', '0.0₇1'])
    await grouping(page).selectOption({ label: '0.0₈1' })
    await page.reload()
    await expect.poll(() => grouping(page).inputValue()).toBe('10')
    await choosePair(page, 'BTC')
    expect(await grouping(page).inputValue()).toBe('100')
    await context.close()
  })

  test('A click on a book price fills the price, and a click on an amount replaces price and amount with the sum', async () => {
    const context = await openContext(device)
    const proxy = await proxySocket(context)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    await expect.poll(() => rowsOf(page, 'asks')).toHaveLength(count)
    const { sell, buy } = freezeBook(proxy)
    await expect.poll(() => rowsOf(page, 'asks')).toEqual(expected(sell, 'asks', 1, count))
    await expect.poll(() => rowsOf(page, 'bids')).toEqual(expected(buy, 'bids', 1, count))
    const isPhone = name === 'a phone'
    const drawn = [...(await bars(page, 'asks')).reverse(), ...(await bars(page, 'bids'))]
    expect(drawn).toEqual(expectedBars([sell, buy], count, isPhone ? 'amount' : 'sum'))
    await price(page).fill('60000')
    await amount(page).fill('0.001')

    await prices(page, 'Asks').last().click()
    expect(Number(await price(page).inputValue())).toBe(Number(sell[0]?.[0]))
    expect(await amount(page).inputValue()).toBe('0.001')
    expect(Number(await total(page).inputValue())).toBeCloseTo(Number(sell[0]?.[0]) * 0.001, 8)

    const three = buy.slice(0, 3)
    const sum = three.reduce((lots, [, size]) => lots + Math.round(Number(size) * 1_000_000), 0) / 1_000_000
    for (const _tap of [1, 2]) {
      await amounts(page, 'Bids').nth(2).click()
      expect(Number(await price(page).inputValue())).toBe(Number(three[2]?.[0]))
      expect(Number(await amount(page).inputValue())).toBe(sum)
    }
    // An amount above the balance shows an error and is not reduced.
    await amounts(page, 'Asks').first().click()
    await page.getByRole('button', { name: 'Not enough USDT' }).waitFor()

    await page.getByRole('tab', { name: 'Market', exact: true }).click()
    await amounts(page, 'Asks').last().click()
    expect(Number(await amount(page).inputValue())).toBe(Number(sell[0]?.[1]))
    await context.close()
  })
})

/** Records all text that is drawn on a canvas, as `window.written`. */
function recordCanvas(): void {
  const texts: string[] = []
  const { prototype } = CanvasRenderingContext2D
  const write = prototype.fillText
  Object.assign(window, { written: texts })
  prototype.fillText = function (text, ...rest) {
    texts.push(text)
    return write.call(this, text, ...rest)
  }
}

const written = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { written: string[] }).written)

const EXPONENT = /\de[-+]?\d/i

test.each(sizes)(
  'Small prices show a count of their zeros and keep the full value in labels and inputs, on $name',
  async (device) => {
    const context = await openContext({ ...device, name: device.name })
    await context.addInitScript(recordCanvas)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    for (const [base, decimals] of [
      ['PEPE', 10],
      ['SHIB', 10],
      ['DOGS', 8],
    ] as const) {
      const before = (await written(page)).length
      await choosePair(page, base)
      const full = /^0\.0{3,}[1-9]\d*$/
      const best = page.getByRole('region', { name: 'Bids' }).getByRole('button').first()
      const text = (await best.getAttribute('aria-label'))?.replace('Use price ', '') ?? ''
      expect(text).toMatch(full)
      expect(text.split('.')[1]).toHaveLength(decimals)
      const zeros = /^0\.(0*)/.exec(text)?.[1]?.length ?? 0
      if (zeros >= 4) {
        const shown = page.getByRole('region', { name: 'Bids' }).locator(`[title="${text}"]`)
        await expect.poll(() => shown.first().getAttribute('aria-label')).toBe(text)
        expect(await shown.first().textContent()).toBe(`0.0${'₀₁₂₃₄₅₆₇₈₉'[zeros]}${text.slice(2 + zeros)}`)
        await expect.poll(async () => (await written(page)).slice(before).join('\n')).toMatch(/0\.0[₄₅₆₇]\d/)
      }
      await best.click()
      expect(await price(page).inputValue()).toMatch(full)
      await amount(page).fill('1000000')
      for (const field of await page.locator('form input').all()) expect(await field.inputValue()).not.toMatch(EXPONENT)
      expect(await page.locator('body').innerText()).not.toMatch(EXPONENT)
      expect((await written(page)).join('\n')).not.toMatch(EXPONENT)
    }
    for (const path of ['/markets', '/discover']) {
      await page.goto(path)
      const row = marketRows(page).filter({ hasText: 'PEPE' }).locator('[role=img]')
      await expect.poll(() => row.getAttribute('aria-label')).toMatch(/^0\.0{4,}\d+$/)
      expect(await page.locator('body').innerText()).not.toMatch(EXPONENT)
    }
    await context.close()
  },
)
