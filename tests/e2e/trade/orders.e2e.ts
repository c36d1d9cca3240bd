/** Orders after they were sent: one clear message for whatever becomes of them, and ways to take them back. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdLine } from './line.ts'
import { desk, sizes, stage } from './stage.ts'
import { anotherTrader, choosePair, messagesOf, rememberMessages, restAnOrder, signUp, told } from './visitor.ts'

const { open } = stage()

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cancelKeys = (page: Page) => page.getByRole('button', { name: /^Cancel \w+\/USDT/ })
const submit = (page: Page) => page.locator('form button[type=submit]')

async function enter(device: (typeof sizes)[number] | undefined) {
  const context = await open(device)
  const line = await holdLine(context)
  await rememberMessages(context)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('region', { name: 'Bids' }).getByRole('button').first().waitFor()
  /** All that was said since the last look. */
  let seen = 0
  const news = async () => {
    const all = await messagesOf(page)
    const fresh = all.slice(seen)
    seen = all.length
    return fresh
  }
  return { context, line, page, news }
}

async function restThree(page: Page): Promise<void> {
  await choosePair(page, 'PEPE')
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('0.0000080000')
  await page.getByLabel('Amount').first().fill('1000000')
  await submit(page).click()
  await told(page, 'Order placed')
  await choosePair(page, 'BTC')
  for (const price of ['50000', '51000']) {
    await restAnOrder(page, price)
    await told(page, 'Order placed')
  }
  await tab(page, 'Open orders (3)').waitFor()
}

test.each(sizes)(
  'one order, those of a pair, or all are cancelled, with their number asked about, on $name',
  async (device) => {
    const { context, page, news } = await enter(device)
    const sheet = page.getByRole('dialog')
    await restThree(page)
    await news()
    await page.getByRole('button', { name: /^Cancel BTC\/USDT buy order at 50000/ }).click()
    await tab(page, 'Open orders (2)').waitFor()
    await told(page, 'Order cancelled')
    expect(await news()).toEqual(['Order cancelled: Buy BTC/USDT. The rest returned to your balance.'])

    await restAnOrder(page, '52000')
    await told(page, 'Order placed')
    await news()
    await page.getByText('This pair only').click()
    await expect.poll(() => cancelKeys(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Cancel all (2)' }).click()
    await sheet.getByText('2 open orders on BTC/USDT are cancelled.').waitFor()
    await sheet.getByRole('button', { name: 'Keep' }).click()
    await sheet.waitFor({ state: 'detached' })
    await tab(page, 'Open orders (3)').waitFor()
    await page.getByRole('button', { name: 'Cancel all (2)' }).click()
    await sheet.getByRole('button', { name: 'Cancel all orders' }).click()
    await tab(page, 'Open orders (1)').waitFor()
    await told(page, 'Orders cancelled')
    expect(await news()).toEqual(['Orders cancelled'])

    await page.getByText('No open orders on BTC/USDT').waitFor()
    await page.getByRole('button', { name: 'Show all pairs' }).click()
    expect(await cancelKeys(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel all (1)' }).click()
    await sheet.getByText('One open order is cancelled.').waitFor()
    await sheet.getByRole('button', { name: 'Cancel all orders' }).click()
    await tab(page, 'Open orders (0)').waitFor()
    await page.getByText('No open orders', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Place an order' }).click()
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
    await context.close()
  },
)

test('whatever becomes of an order is told once', async () => {
  const { context, line, page, news } = await enter(desk)
  const [price, amount] = [page.getByLabel(/^Price/).first(), page.getByLabel('Amount').first()]
  const other = await anotherTrader(context)
  const send = async (at: number, size: string) => {
    await price.fill(at.toFixed(2))
    await amount.fill(size)
    await submit(page).click()
  }
  const option = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Order options' }).click()
    await page.getByRole('dialog').getByText(name).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  }
  const best = (side: 'buy' | 'sell') => Number(line.last('orderbook').data[side][0]?.[0])
  await news()

  await send(best('sell') * 1.01, '0.002')
  await told(page, 'Order filled')
  expect(await news()).toEqual([expect.stringMatching(/^Order filled: Bought 0\.002 BTC at \d\d,\d{3}\.\d\d$/)])

  await send(best('buy') * 0.97, '0.002')
  await told(page, 'Order placed')
  expect(await news()).toEqual([expect.stringMatching(/^Order placed: Buy 0\.002 BTC at \d\d,\d{3}\.\d\d is open\.$/)])

  // Somebody else sells into it while we look; a little more, in case there is a better bid by now.
  await send(best('buy') + 0.01, '0.001')
  await told(page, 'Order placed')
  await news()
  await other.place({ side: 'sell', type: 'market', volume: '0.01' })
  await told(page, 'Order filled')
  // Somebody else still may have taken a part of it before.
  const whole = (await news()).filter((words) => !words.startsWith('Order partly filled'))
  expect(whole).toEqual([expect.stringMatching(/^Order filled: Bought 0\.001 BTC at /)])

  await option(/^Post only/)
  await send(best('sell') * 1.01, '0.002')
  await told(page, 'Order refused')
  expect(await news()).toEqual(['Order refused: Order would execute immediately.'])

  await option(/^Immediate or cancel/)
  await send(best('buy') * 0.97, '0.002')
  await told(page, 'Nothing filled')
  expect(await news()).toEqual(['Nothing filled: No orders matched within your limit. Your balance is unchanged.'])

  // Half of it is there, unless somebody is quicker.
  await expect
    .poll(
      async () => {
        const at = best('sell') - 0.01
        await other.place({ side: 'sell', type: 'limit', price: at.toFixed(2), volume: '0.001' })
        await send(at, '0.002')
        await page.locator('.toast').first().waitFor()
        await page.locator('.toast').first().click()
        return news()
      },
      { timeout: 60_000 },
    )
    .toEqual(['Order partly filled: Filled 0.001 BTC of 0.002 BTC. The rest returned to your balance.'])
  await context.close()
})

test.each(sizes)('what is said over an open sheet is announced and can be tapped away, on $name', async (device) => {
  const context = await open(device)
  const page = await context.newPage()
  await page.goto('/trade')
  await page.getByRole('button', { name: 'choose a pair' }).click()
  const sheet = page.getByRole('dialog')
  const messages = page.getByRole('region', { name: 'Messages' })
  expect(await messages.getAttribute('aria-live')).toBe('polite')
  await sheet.getByRole('button', { name: 'Add PEPE/USDT to favorites' }).click()
  const message = messages.getByText('Added to favorites')
  await message.waitFor()
  expect(await message.evaluate((element) => element.closest('[inert]'))).toBeNull()
  await message.click()
  await message.waitFor({ state: 'detached' })
  expect(await sheet.isVisible()).toBe(true)
  await context.close()
})
