/** The book on the trade screen: rows that add up, taps that fill the form, and prices with many zeros. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BookRow } from '../../src/contract/views.ts'
import { freezeBook, holdLine } from './line.ts'
import { sizes, stage } from './stage.ts'
import { choosePair, signUp } from './visitor.ts'

const { open } = stage()

const grouping = (page: Page) => page.getByLabel('Grouping').filter({ visible: true })
const price = (page: Page) => page.getByLabel(/^Price/).first()
const amount = (page: Page) => page.getByLabel('Amount').first()
const total = (page: Page) => page.getByLabel('Total').first()
const prices = (page: Page, side: 'Asks' | 'Bids') =>
  page.getByRole('region', { name: side }).getByRole('button', { name: /^Take \d/ })
const amounts = (page: Page, side: 'Asks' | 'Bids') =>
  page.getByRole('region', { name: side }).getByRole('button', { name: 'Take all up to' })

/** Price, amount and sum of every row of a side as they stand there, best first. */
async function rowsOf(page: Page, side: 'asks' | 'bids'): Promise<string[]> {
  const rows = await page.locator(`.book-side[data-side=${side}] .book-row`).evaluateAll((all) =>
    all
      .map((row) => [...row.querySelectorAll('button')])
      .flatMap(([key, rest]) => {
        const words = key?.getAttribute('aria-label')?.replace('Take ', '')
        return words ? [[words, ...[...(rest?.children ?? [])].map(({ textContent }) => textContent)].join(' ')] : []
      }),
  )
  return side === 'asks' ? rows.reverse() : rows
}

/** The same from the exchange's own rows of BTC, where a tick is a cent and a lot a millionth. */
function expected(rows: readonly BookRow[], side: 'asks' | 'bids', cents: number, count: number): string[] {
  const lots = new Map<number, number>()
  for (const [at, size] of rows) {
    const exact = Math.round(Number(at) * 100)
    const edge = (side === 'asks' ? Math.ceil(exact / cents) : Math.floor(exact / cents)) * cents
    lots.set(edge, (lots.get(edge) ?? 0) + Math.round(Number(size) * 1_000_000))
  }
  let sum = 0
  // Four decimals, but all there are of what would look like nothing.
  const words = (size: number) =>
    size < 100 ? (size / 1_000_000).toFixed(6).replace(/0+$/, '') : (Math.floor(size / 100) / 10_000).toFixed(4)
  return [...lots].slice(0, count).map(([edge, size]) => {
    sum += size
    return `${(edge / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} ${words(size)} ${words(sum)}`
  })
}

describe.each(sizes)('on $name', ({ name, ...device }) => {
  const count = name === 'a phone' ? 6 : 8

  test('rows of 1, 10 and 100 ticks add up to what the exchange says, and each pair keeps its own', async () => {
    const context = await open(device)
    const line = await holdLine(context)
    const page = await context.newPage()
    await page.goto('/trade')
    await expect.poll(() => rowsOf(page, 'asks')).toHaveLength(count)
    const book = freezeBook(line)
    expect(await grouping(page).locator('option').allTextContents()).toEqual(['0.01', '0.1', '1'])
    for (const ticks of [1, 10, 100]) {
      await grouping(page).selectOption(String(ticks))
      await expect.poll(() => rowsOf(page, 'asks')).toEqual(expected(book.sell, 'asks', ticks, count))
      await expect.poll(() => rowsOf(page, 'bids')).toEqual(expected(book.buy, 'bids', ticks, count))
    }
    line.tell = (message) => message
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

  test('a tap on a price fills the price, one on an amount all up to there, and nothing is ever added', async () => {
    const context = await open(device)
    const line = await holdLine(context)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/trade')
    await expect.poll(() => rowsOf(page, 'asks')).toHaveLength(count)
    const { sell, buy } = freezeBook(line)
    await expect.poll(() => rowsOf(page, 'asks')).toEqual(expected(sell, 'asks', 1, count))
    await expect.poll(() => rowsOf(page, 'bids')).toEqual(expected(buy, 'bids', 1, count))
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
    // More than the balance is said, not cut.
    await amounts(page, 'Asks').first().click()
    await page.getByRole('button', { name: 'Not enough USDT' }).waitFor()

    await page.getByRole('tab', { name: 'Market', exact: true }).click()
    await amounts(page, 'Asks').last().click()
    expect(Number(await amount(page).inputValue())).toBe(Number(sell[0]?.[1]))
    await context.close()
  })
})

/** What a canvas was ever told to write, as `window.written`. */
function recordCanvas(): void {
  const words: string[] = []
  const { prototype } = CanvasRenderingContext2D
  const write = prototype.fillText
  Object.assign(window, { written: words })
  prototype.fillText = function (text, ...rest) {
    words.push(text)
    return write.call(this, text, ...rest)
  }
}

const written = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { written: string[] }).written)

const EXPONENT = /\de[-+]?\d/i

test.each(sizes)('small prices count their zeros everywhere, and are there in full, on $name', async (device) => {
  const context = await open({ ...device, name: device.name })
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
    const words = (await best.getAttribute('aria-label'))?.replace('Take ', '') ?? ''
    expect(words).toMatch(full)
    expect(words.split('.')[1]).toHaveLength(decimals)
    const zeros = /^0\.(0*)/.exec(words)?.[1]?.length ?? 0
    if (zeros >= 4) {
      const shown = page.getByRole('region', { name: 'Bids' }).locator(`[title="${words}"]`)
      await expect.poll(() => shown.first().getAttribute('aria-label')).toBe(words)
      expect(await shown.first().textContent()).toBe(`0.0${zeros}${words.slice(2 + zeros)}`)
      expect(await shown.first().locator('sub').textContent()).toBe(String(zeros))
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
    const row = page.locator('.market-row').filter({ hasText: 'PEPE' }).locator('.market-price')
    await expect.poll(() => row.getAttribute('aria-label')).toMatch(/^0\.0{4,}\d+$/)
    expect(await page.locator('body').innerText()).not.toMatch(EXPONENT)
  }
  await context.close()
})
