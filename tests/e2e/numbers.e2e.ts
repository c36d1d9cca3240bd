/** Numbers as people type, paste and copy them, in every field that takes money. */

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePair, signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const price = (page: Page) => page.getByLabel(/^Price/).first()
const amount = (page: Page) => page.getByLabel('Amount').first()
const submit = (page: Page) => page.locator('form button[type=submit]')

/** Loaded and signed in. */
async function openTrade(page: Page): Promise<void> {
  await signUp(page)
  await page.goto('/trade')
  await page.getByText('10,000.00').first().waitFor()
  await expect.poll(() => price(page).inputValue()).not.toBe('')
}

/** Key by key. */
async function type(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(text)
}

test.each(sizes)(
  'A price with a comma that groups digits is that price in the order form, on $name',
  async (device) => {
    const context = await openContext(device)
    const page = await context.newPage()
    await openTrade(page)
    for (const text of ['63,412', '63.412', '63 412', '63’412.00', '٦٣٤١٢', '$63,412']) {
      await (text.startsWith('$') ? price(page).fill(text) : type(price(page), text))
      await amount(page).fill('0.01')
      await price(page).blur()
      expect([text, await price(page).inputValue()]).toEqual([text, '63412.00'])
      expect(await page.getByLabel('Total').first().inputValue()).toBe('634.12')
    }
    await context.close()
  },
)

test.each(sizes)('A number that could be two is asked about when its field is left, on $name', async (device) => {
  const context = await openContext(device)
  const page = await context.newPage()
  await openTrade(page)
  await price(page).fill('50000')
  const question = page.getByRole('alert').filter({ hasText: '1,234 or 1.234?' })
  await type(amount(page), '1,234')
  expect(await question.count()).toBe(0)
  expect(await page.getByLabel('Total').first().inputValue()).toBe('')
  await amount(page).press('Enter')
  await question.waitFor()
  expect(await submit(page).innerText()).toBe('Buy BTC\n1,234 or 1.234?')
  expect(await submit(page).isDisabled()).toBe(true)
  await question.getByRole('button', { name: '1.234', exact: true }).click()
  await expect.poll(() => amount(page).inputValue()).toBe('1.234')
  expect(await question.count()).toBe(0)
  expect(await page.getByLabel('Total').first().inputValue()).toBe('61700')
  // The amount is asked about again after a reload, and nothing was computed from it.
  await type(amount(page), '1.234')
  await page.reload()
  await question.waitFor()
  await question.getByRole('button', { name: '1,234', exact: true }).click()
  await expect.poll(() => amount(page).inputValue()).toBe('1234')
  await context.close()
})

test.each(sizes)('Pressing the key of an order asks about a number that could be two, on $name', async (device) => {
  const context = await openContext(device)
  const page = await context.newPage()
  await openTrade(page)
  await type(amount(page), '1,234')
  const question = page.getByRole('alert').filter({ hasText: '1,234 or 1.234?' })
  expect(await question.count()).toBe(0)
  await submit(page).scrollIntoViewIfNeeded()
  const box = await submit(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
  await (device.hasTouch === true ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  await question.waitFor()
  await context.close()
})

test('A refused paste says why under the field, and the number before it stays', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await openTrade(page)
  for (const [text, reason] of [
    ['0.5 ETH', 'This field is in BTC, not ETH.'],
    ['0.123456789', 'decimals.'],
    ['1e5', 'Type digits, with a comma or a point.'],
    ['1.2.3', "The commas and points don't make one number."],
  ] as const) {
    await amount(page).fill('0.25')
    await amount(page).fill(text)
    await page.getByRole('alert').filter({ hasText: reason }).waitFor()
    expect(await amount(page).inputValue()).toBe('0.25')
    const described = await amount(page).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain(reason)
  }
  await amount(page).fill('0.5 BTC')
  expect(await amount(page).inputValue()).toBe('0.5')
  expect(await page.getByRole('alert').filter({ hasText: 'BTC' }).count()).toBe(0)
  await context.close()
})

test('A price is suggested for the next pair after the screen was left with the focus in the price field', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet')
  await page.getByRole('link', { name: 'Trade', exact: true }).first().click()
  await expect.poll(() => price(page).inputValue()).not.toBe('')
  await price(page).focus()
  await page.goBack()
  await price(page).waitFor({ state: 'detached' })
  await page.goForward()
  await choosePair(page, 'ETH')
  await expect.poll(() => price(page).inputValue()).not.toBe('')
  await context.close()
})

test('The convert screen asks about a number that could be two, and requests no quote before', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  const quotes: string[] = []
  page.on('request', (request) => request.url().includes('/quote') && quotes.push(String(request.postData())))
  await signUp(page)
  await page.goto('/wallet?convert&from=ETH&to=USDT')
  const field = page.locator('#convert-amount')
  await type(field, '1,234')
  await field.blur()
  const question = page.getByRole('alert').filter({ hasText: '1,234 or 1.234?' })
  await question.waitFor()
  await page.getByRole('button', { name: '1,234 or 1.234?' }).waitFor()
  expect(quotes.filter((body) => body.includes('1.234') || body.includes('1234'))).toEqual([])
  await question.getByRole('button', { name: '1,234', exact: true }).click()
  await page.getByRole('button', { name: 'Not enough ETH' }).waitFor()
  await context.close()
})

test('A small price is copied as the number that it is', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await openTrade(page)
  await choosePair(page, 'PEPE')
  const shown = page.locator('span[role=img][aria-label^="0.0000"]').first()
  await shown.waitFor()
  const copied = await shown.evaluate((element) => {
    document.getSelection()?.selectAllChildren(element)
    const data = new DataTransfer()
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }))
    return { selected: String(document.getSelection()), text: data.getData('text/plain') }
  })
  expect(copied.selected).toMatch(/^0\.0[₄-₉]\d+$/)
  expect(copied.text).toMatch(/^0\.0000\d+$/)
  await context.close()
})
