/** Order warnings and confirmations, the order estimate, and number input. */

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { proxySocket, type SocketProxy } from '../../fixtures/browser/network.ts'
import { choosePair, dismissMessage, signUp } from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, type Size, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const price = (page: Page) => page.getByLabel(/^Price/).first()
const amount = (page: Page) => page.getByLabel('Amount').first()
const total = (page: Page) => page.getByLabel('Total').first()
const submit = (page: Page) => page.locator('form button[type=submit]')
const market = (page: Page) => page.getByRole('tab', { name: 'Market', exact: true }).click()
const figure = (container: Locator, name: RegExp) =>
  container.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText()

const bestAsk = (proxy: SocketProxy) => Number(proxy.lastMessage('orderbook').data.sell[0]?.[0])

async function openTrade(device: Size) {
  const context = await openContext(device)
  const proxy = await proxySocket(context)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('region', { name: 'Asks' }).getByRole('button').last().waitFor()
  return { context, proxy, page, sheet: page.getByRole('dialog') }
}

describe.each(sizes)('Order warnings on $name', (device) => {
  test('A price far from the market needs a confirmation, a very far one a checkbox, and one outside the band is blocked', async () => {
    const { context, proxy, page, sheet } = await openTrade(device)
    await price(page).fill((bestAsk(proxy) * 1.03).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    await dismissMessage(page, 'Order filled')

    await price(page).fill((bestAsk(proxy) * 1.1).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    await sheet.getByText(/^Your price is (9|10)\.\d\d% above the market\.$/).waitFor()
    expect(await sheet.getByRole('checkbox').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await submit(page).click()
    await sheet.getByRole('button', { name: /^Buy BTC at / }).click()
    await dismissMessage(page, 'Order filled')

    await price(page).fill((bestAsk(proxy) * 1.25).toFixed(2))
    await amount(page).fill('0.001')
    await submit(page).click()
    const confirm = sheet.getByRole('button', { name: /^Buy BTC at / })
    expect(await confirm.isDisabled()).toBe(true)
    await sheet.getByText('I accept this price').click()
    await confirm.click()
    await dismissMessage(page, 'Order filled')

    await price(page).fill((bestAsk(proxy) * 1.6).toFixed(2))
    await amount(page).fill('0.001')
    expect(await submit(page).innerText()).toBe('Buy BTC\nPrice too far from the market')
    expect(await submit(page).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Fills' }).click()
    await expect.poll(() => page.getByText('Taker').count()).toBe(3)
    await context.close()
  })

  test('An order for more than half of the total balance needs a confirmation', async () => {
    const { context, proxy, page, sheet } = await openTrade(device)
    await price(page).fill((bestAsk(proxy) * 0.9).toFixed(2))
    await total(page).fill('4900')
    await submit(page).click()
    await dismissMessage(page, 'Order placed')
    await total(page).fill('5080')
    await submit(page).click()
    await sheet.getByRole('heading', { name: 'Check your order' }).waitFor()
    await sheet.getByText('This uses 50% of your total balance.').waitFor()
    expect(await sheet.getByText('above the market').count()).toBe(0)
    await sheet.getByRole('button', { name: /^Buy BTC at / }).click()
    await dismissMessage(page, 'Order placed')
    await context.close()
  })

  test('The market order estimate equals the result', async () => {
    const { context, proxy, page } = await openTrade(device)
    await market(page)
    // The market may move between the estimate and the click, so one exact result is enough.
    await expect.poll(() => tradeOnce(page, proxy), { timeout: 60_000 }).toBe('equal')
    await context.close()
  })
})

/** Buys for 300 USDT at market. Returns `equal`, or the estimates of form and sheet with the different result. */
async function tradeOnce(page: Page, proxy: SocketProxy): Promise<unknown> {
  const [form, sheet] = [page.locator('form'), page.getByRole('dialog')]
  await page.getByLabel('Spend').fill('300')
  const formValues = [await figure(form, /^Fee/), await figure(form, /^You receive/), await figure(form, /^Average/)]
  await submit(page).click()
  const receive = await sheet.getByRole('paragraph').filter({ hasText: 'You receive about' }).locator('b').innerText()
  const sheetValues = [await figure(sheet, /^Fee/), receive, await figure(sheet, /^Average/)]
  const spend = await figure(sheet, /^You spend/)
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await dismissMessage(page, 'Order filled')
  const { filled_volume, filled_total, fee, avg_price } = proxy.lastMessage('order_accepted').data
  const received = (Number(filled_volume) - Number(fee)).toFixed(8)
  const filled = [Number(fee), Number(received), Number(/^\d+(\.\d{1,3})?/.exec(avg_price ?? '')?.[0])]
  const estimate = { form: formValues.map(numberOf), sheet: sheetValues.map(numberOf), spend: numberOf(spend) }
  const result = { form: filled, sheet: filled, spend: Number(/^\d+(\.\d\d?)?/.exec(filled_total)?.[0]) }
  return JSON.stringify(estimate) === JSON.stringify(result) ? 'equal' : { estimate, result }
}

/** Reads `63,412.05 USDT` as a number. */
const numberOf = (text: string): number => Number(text.replace(/[A-Z,\s]/g, ''))

test('The market order confirmation is on by default and can be turned off and on', async () => {
  const { context, page, sheet } = await openTrade(phone)
  const options = page.getByRole('button', { name: 'Order options' })
  const buy = async () => {
    await page.getByLabel('Spend').fill('50')
    await submit(page).click()
  }
  await market(page)
  await buy()
  await sheet.getByText("Don't ask again unless slippage is above 1%").click()
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await dismissMessage(page, 'Order filled')
  await buy()
  await dismissMessage(page, 'Order filled')
  await page.reload()
  await market(page)
  await buy()
  await dismissMessage(page, 'Order filled')

  await options.click()
  await sheet.getByText('Confirm every market order').click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  for (const _time of [1, 2]) {
    // The box is not ticked, so the next order asks again.
    await buy()
    await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
    await dismissMessage(page, 'Order filled')
  }
  await context.close()
})

test('A price outside the band is refused by the server with an explanation', async () => {
  const { context, proxy, page } = await openTrade(desktop)
  // The page blocks such a price, so the proxy changes it on the way to the server.
  proxy.onClientText = (text) => text.replace(/"price":"[^"]*"/, '"price":"199999"')
  await price(page).fill((bestAsk(proxy) * 0.9).toFixed(2))
  await amount(page).fill('0.001')
  await submit(page).click()
  await page.getByText('Order rejected').waitFor()
  await page.getByText(/^Price is too far from the market \(\d+(\.\d+)?\)\.$/).waitFor()
  expect(await amount(page).inputValue()).toBe('0.001')
  await context.close()
})

test.each(sizes)('A price jump disables the submit button for 600 ms, on $name', async (device) => {
  const { context, proxy, page, sheet } = await openTrade(device)
  await page.clock.install()
  await market(page)
  await page.getByLabel('Spend').fill('50')
  await submit(page).click()
  await sheet.getByRole('button', { name: /^Buy BTC for/ }).click()
  await dismissMessage(page, 'Order filled')

  const jump = (factor: number) => {
    proxy.onServerMessage = (message) => (message.type === 'orderbook' ? undefined : message)
    const message = proxy.lastMessage('orderbook')
    const up = (rows: typeof message.data.sell) =>
      rows.map(([at, size, sum]) => [(Number(at) * factor).toFixed(2), size, sum] as const)
    const moved = { ...message, data: { ...message.data, sell: up(message.data.sell) } }
    for (const route of proxy.sockets) route.send(JSON.stringify(moved))
  }
  const expectDisabled = async (button: Locator) => {
    await expect.poll(() => button.isDisabled()).toBe(true)
    await page.clock.runFor(590)
    expect(await button.isDisabled()).toBe(true)
    await page.clock.runFor(20)
    await expect.poll(() => button.isDisabled()).toBe(false)
  }
  // With the confirmation off, the button of the form places the order.
  await page.getByLabel('Spend').fill('50')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
  expect(await submit(page).isDisabled()).toBe(false)
  jump(1.01)
  await expectDisabled(submit(page))
  // A larger order needs a confirmation, and the button of the sheet places it.
  await page.getByLabel('Spend').fill('6000')
  await submit(page).click()
  const confirm = sheet.getByRole('button', { name: /^Buy BTC for/ })
  await confirm.waitFor()
  expect(await confirm.isDisabled()).toBe(false)
  jump(1.03)
  await expectDisabled(confirm)
  await context.close()
})

test.each(sizes)('The order form reads a comma as decimal point and rounds amounts down, on $name', async (device) => {
  const { context, page } = await openTrade(device)
  const type = async (field: Locator, text: string) => {
    // The field that loses focus is rounded first.
    await field.focus()
    await field.fill('')
    await field.pressSequentially(text)
  }
  await type(price(page), '58000,5')
  await type(amount(page), '0,01')
  expect(await total(page).inputValue()).toBe('580.005')
  await type(total(page), '1000,55')
  // 1000.55 / 58000.5 is 0.017250713…
  expect(await amount(page).inputValue()).toBe('0.01725')
  // The field accepts no more decimals than the lot size.
  await type(amount(page), '0,12345678')
  expect(await amount(page).inputValue()).toBe('0,123456')
  await type(total(page), '1,123456789')
  expect(await total(page).inputValue()).toBe('1,12345678')
  // On blur the total is rounded to whole lots.
  await price(page).focus()
  expect(await total(page).inputValue()).toBe('1.1020095')

  await choosePair(page, 'PEPE')
  await expect.poll(() => price(page).inputValue()).not.toBe('')
  await type(price(page), '0,0000123457')
  await type(amount(page), '150')
  // 0.001851855 has nine decimals.
  expect(await total(page).inputValue()).toBe('0.00185185')
  await type(total(page), '2')
  // 161,999.72… is cut to whole lots of a hundred.
  expect(await amount(page).inputValue()).toBe('161900')
  await context.close()
})
