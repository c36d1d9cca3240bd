/** What keeps a trader from a slip: questions before what could hurt, a preview that is kept, and figures as typed. */

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdLine, type Line } from './line.ts'
import { desk, phone, sizes, stage } from './stage.ts'
import { choosePair, signUp, told } from './visitor.ts'

const { open } = stage()

const price = (page: Page) => page.getByLabel(/^Price/).first()
const amount = (page: Page) => page.getByLabel('Amount').first()
const total = (page: Page) => page.getByLabel('Total').first()
const submit = (page: Page) => page.locator('form button[type=submit]')
const market = (page: Page) => page.getByRole('tab', { name: 'Market', exact: true }).click()
const figure = (place: Locator, name: RegExp) =>
  place.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText()

const bestAsk = (line: Line) => Number(line.last('orderbook').data.sell[0]?.[0])

async function enter(device: (typeof sizes)[number] | undefined) {
  const context = await open(device)
  const line = await holdLine(context)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('region', { name: 'Asks' }).getByRole('button').last().waitFor()
  return { context, line, page, sheet: page.getByRole('dialog') }
}

describe.each(sizes)('on $name', (device) => {
  test('a price far off is asked about, one very far off must be accepted, and beyond the band nothing goes', async () => {
    const { context, line, page, sheet } = await enter(device)
    await price(page).fill((bestAsk(line) * 1.03).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    await told(page, 'Order filled')

    await price(page).fill((bestAsk(line) * 1.1).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    await sheet.getByText(/^Your price is (9|10)\.\d\d% above the market\.$/).waitFor()
    expect(await sheet.getByRole('checkbox').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await submit(page).click()
    await sheet.getByRole('button', { name: /^Buy BTC at / }).click()
    await told(page, 'Order filled')

    await price(page).fill((bestAsk(line) * 1.25).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    const anyway = sheet.getByRole('button', { name: /^Buy BTC at / })
    expect(await anyway.isDisabled()).toBe(true)
    await sheet.getByText('I accept this price').click()
    await anyway.click()
    await told(page, 'Order filled')

    await price(page).fill((bestAsk(line) * 1.6).toFixed(2))
    await amount(page).fill('0.001')
    expect(await submit(page).innerText()).toBe('Price too far from the market')
    expect(await submit(page).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Fills' }).click()
    await expect.poll(() => page.getByText('Taker').count()).toBe(3)
    await context.close()
  })

  test('an order for more than half of everything is asked about, resting or not', async () => {
    const { context, line, page, sheet } = await enter(device)
    await price(page).fill((bestAsk(line) * 0.9).toFixed(2))
    await total(page).fill('4900')
    await submit(page).click()
    await told(page, 'Order placed')
    await total(page).fill('5080')
    await submit(page).click()
    await sheet.getByRole('heading', { name: 'Check your order' }).waitFor()
    await sheet.getByText('This order takes 50% of everything you own.').waitFor()
    expect(await sheet.getByText('above the market').count()).toBe(0)
    await sheet.getByRole('button', { name: /^Buy BTC at / }).click()
    await told(page, 'Order placed')
    await context.close()
  })

  test('what a market order is said to bring is what it brings', async () => {
    const { context, line, page } = await enter(device)
    await market(page)
    // The market goes on between a look and a tap: one undisturbed order proves the words.
    await expect.poll(() => tradeOnce(page, line), { timeout: 60_000 }).toBe('as said')
    await context.close()
  })
})

/** Buys for 300 at market; what the form and the sheet said, and what came of it, when they differ. */
async function tradeOnce(page: Page, line: Line): Promise<unknown> {
  const [form, sheet] = [page.locator('form'), page.getByRole('dialog')]
  await page.getByLabel('Spend').fill('300')
  const inForm = [await figure(form, /^Fee/), await figure(form, /^You receive/), await figure(form, /^Average/)]
  await submit(page).click()
  await sheet.getByText('Ask again only above').click()
  const receive = await sheet.locator('.deal b').innerText()
  const inSheet = [await figure(sheet, /^Fee/), receive, await figure(sheet, /^Average/)]
  const spend = await figure(sheet, /^You spend/)
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await told(page, 'Order filled')
  const { filled_volume, filled_total, fee, avg_price } = line.last('order_accepted').data
  const got = (Number(filled_volume) - Number(fee)).toFixed(8)
  const done = [Number(fee), Number(got), Number(/^\d+(\.\d{1,3})?/.exec(avg_price ?? '')?.[0])]
  const said = { form: inForm.map(numberOf), sheet: inSheet.map(numberOf), spend: numberOf(spend) }
  const fact = { form: done, sheet: done, spend: Number(/^\d+(\.\d\d?)?/.exec(filled_total)?.[0]) }
  return JSON.stringify(said) === JSON.stringify(fact) ? 'as said' : { said, fact }
}

/** `63,412.05 USDT` as a number. */
const numberOf = (words: string): number => Number(words.replace(/[A-Z,\s]/g, ''))

test('confirmation is asked for at first, can be turned off, and on again', async () => {
  const { context, page, sheet } = await enter(phone)
  const options = page.getByRole('button', { name: 'Order options' })
  const buy = async () => {
    await page.getByLabel('Spend').fill('50')
    await submit(page).click()
  }
  await market(page)
  await buy()
  await sheet.getByText('Ask again only above 1% slippage').waitFor()
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await told(page, 'Order filled')
  await buy()
  await told(page, 'Order filled')
  await page.reload()
  await market(page)
  await buy()
  await told(page, 'Order filled')

  await options.click()
  await sheet.getByText('Ask before every market order').click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  for (const _time of [1, 2]) {
    await buy()
    // Left unticked, it goes on asking.
    await sheet.getByText('Ask again only above 1% slippage').click()
    await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
    await told(page, 'Order filled')
  }
  await context.close()
})

test('a price outside the band is refused by the exchange in plain words', async () => {
  const { context, line, page } = await enter(desk)
  // The page would not send it: the market moved while it was on its way.
  line.say = (words) => words.replace(/"price":"[^"]*"/, '"price":"199999"')
  await price(page).fill((bestAsk(line) * 0.9).toFixed(2))
  await amount(page).fill('0.001')
  await submit(page).click()
  await page.getByText('Order refused').waitFor()
  await page.getByText(/^Price is too far from the market \(\d+(\.\d+)?\)\.$/).waitFor()
  expect(await amount(page).inputValue()).toBe('0.001')
  await context.close()
})

test.each(sizes)('a price that jumps under the finger holds the button for a moment, on $name', async (device) => {
  const { context, line, page, sheet } = await enter(device)
  await page.clock.install()
  await market(page)
  await page.getByLabel('Spend').fill('50')
  await submit(page).click()
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await told(page, 'Order filled')

  const jump = (factor: number) => {
    line.tell = (message) => (message.type === 'orderbook' ? undefined : message)
    const message = line.last('orderbook')
    const up = (rows: typeof message.data.sell) =>
      rows.map(([at, size, sum]) => [(Number(at) * factor).toFixed(2), size, sum] as const)
    const moved = { ...message, data: { ...message.data, sell: up(message.data.sell) } }
    for (const route of line.open) route.send(JSON.stringify(moved))
  }
  const seeHeld = async (button: Locator) => {
    await expect.poll(() => button.isDisabled()).toBe(true)
    await page.clock.runFor(590)
    expect(await button.isDisabled()).toBe(true)
    await page.clock.runFor(20)
    await expect.poll(() => button.isDisabled()).toBe(false)
  }
  // With confirmation off the form's own button is the last one.
  await page.getByLabel('Spend').fill('50')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
  expect(await submit(page).isDisabled()).toBe(false)
  jump(1.01)
  await seeHeld(submit(page))
  // A larger order is asked about, and the sheet's button is.
  await page.getByLabel('Spend').fill('6000')
  await submit(page).click()
  const deal = sheet.getByRole('button', { name: /^Buy BTC for/ })
  await deal.waitFor()
  expect(await deal.isDisabled()).toBe(false)
  jump(1.03)
  await seeHeld(deal)
  await context.close()
})

test.each(sizes)('a comma is a decimal point, and what follows is cut down, never up, on $name', async (device) => {
  const { context, page } = await enter(device)
  const type = async (field: Locator, words: string) => {
    // The field left by this settles first.
    await field.focus()
    await field.fill('')
    await field.pressSequentially(words)
  }
  await type(price(page), '58000,5')
  await type(amount(page), '0,01')
  expect(await total(page).inputValue()).toBe('580.005')
  await type(total(page), '1000,55')
  // 1000.55 / 58000.5 is 0.017250713…
  expect(await amount(page).inputValue()).toBe('0.01725')
  // No further decimals than there are.
  await type(amount(page), '0,12345678')
  expect(await amount(page).inputValue()).toBe('0,123456')
  await type(total(page), '1,123456789')
  expect(await total(page).inputValue()).toBe('1,12345678')
  // Left alone, it says what will be sent: 19 whole lots.
  await price(page).focus()
  expect(await total(page).inputValue()).toBe('1.1020095')

  await choosePair(page, 'PEPE')
  await expect.poll(() => price(page).inputValue()).not.toBe('')
  await type(price(page), '0,0000123457')
  await type(amount(page), '150')
  // 0.001851855 has nine.
  expect(await total(page).inputValue()).toBe('0.00185185')
  await type(total(page), '2')
  // 161,999.72… is cut to whole lots of a hundred.
  expect(await amount(page).inputValue()).toBe('161900')
  await context.close()
})
