/** Placed orders: one message for each outcome, and cancellation. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { proxySocket } from '../../fixtures/browser/network.ts'
import {
  choosePair,
  createTrader,
  dismissMessage,
  placeRestingOrder,
  recordedMessages,
  recordMessages,
  signUp,
} from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, type Size, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cancelButtons = (page: Page) => page.getByRole('button', { name: /^Cancel \w+\/USDT/ })
const submit = (page: Page) => page.locator('form button[type=submit]')

async function openTrade(device: Size) {
  const context = await openContext(device)
  const proxy = await proxySocket(context)
  await recordMessages(context)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('region', { name: 'Bids' }).getByRole('button').first().waitFor()
  let seen = 0
  /** Messages since the last call. */
  const newMessages = async () => {
    const all = await recordedMessages(page)
    const newest = all.slice(seen)
    seen = all.length
    return newest
  }
  return { context, proxy, page, newMessages }
}

async function restThree(page: Page): Promise<void> {
  await choosePair(page, 'PEPE')
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('0.0000080000')
  await page.getByLabel('Amount').first().fill('1000000')
  await submit(page).click()
  await dismissMessage(page, 'Order placed')
  await choosePair(page, 'BTC')
  for (const price of ['50000', '51000']) {
    await placeRestingOrder(page, price)
    await dismissMessage(page, 'Order placed')
  }
  await tab(page, 'Open orders (3)').waitFor()
}

test.each(sizes)(
  'A user cancels one order, all orders of a pair or all orders, after a confirmation with their number, on $name',
  async (device) => {
    const { context, page, newMessages } = await openTrade(device)
    const sheet = page.getByRole('dialog')
    await restThree(page)
    await newMessages()
    await page.getByRole('button', { name: /^Cancel BTC\/USDT buy order at 50000/ }).click()
    await tab(page, 'Open orders (2)').waitFor()
    await dismissMessage(page, 'Order cancelled')
    expect(await newMessages()).toEqual(['Order cancelled: Buy BTC/USDT. The rest is back in your balance.'])

    await placeRestingOrder(page, '52000')
    await dismissMessage(page, 'Order placed')
    await newMessages()
    await page.getByText('This pair only').click()
    await expect.poll(() => cancelButtons(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Cancel all (2)' }).click()
    await sheet.getByText('Cancel 2 open orders on BTC/USDT?').waitFor()
    await sheet.getByRole('button', { name: 'Keep orders' }).click()
    await sheet.waitFor({ state: 'detached' })
    await tab(page, 'Open orders (3)').waitFor()
    await page.getByRole('button', { name: 'Cancel all (2)' }).click()
    await sheet.getByRole('button', { name: 'Cancel all orders' }).click()
    await tab(page, 'Open orders (1)').waitFor()
    await dismissMessage(page, 'Orders cancelled')
    expect(await newMessages()).toEqual(['Orders cancelled'])

    await page.getByText('No open orders on BTC/USDT').waitFor()
    await page.getByRole('button', { name: 'Show all pairs' }).click()
    expect(await cancelButtons(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel all (1)' }).click()
    await sheet.getByText('Cancel 1 open order?').waitFor()
    await sheet.getByRole('button', { name: 'Cancel all orders' }).click()
    await tab(page, 'Open orders (0)').waitFor()
    await page.getByText('No open orders', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Place an order' }).click()
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
    await context.close()
  },
)

test('Every order outcome shows one message', async () => {
  const { context, proxy, page, newMessages } = await openTrade(desktop)
  const [price, amount] = [page.getByLabel(/^Price/).first(), page.getByLabel('Amount').first()]
  const other = await createTrader(context)
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
  const best = (side: 'buy' | 'sell') => Number(proxy.lastMessage('orderbook').data[side][0]?.[0])
  await newMessages()

  await send(best('sell') * 1.01, '0.002')
  await dismissMessage(page, 'Order filled')
  expect(await newMessages()).toEqual([
    expect.stringMatching(/^Order filled: Bought 0\.00199[78]\d* BTC for \d{3}\.\d\d USDT$/),
  ])

  await send(best('buy') * 0.97, '0.002')
  await dismissMessage(page, 'Order placed')
  expect(await newMessages()).toEqual([
    expect.stringMatching(/^Order placed: Buy 0\.002 BTC at \d\d,\d{3}\.\d\d is open\.$/),
  ])

  // Another user sells into the order, unless a demo trader was faster; slightly more, in case there is a better bid.
  await send(best('buy') + 0.01, '0.001')
  await dismissMessage(page, 'Order placed')
  await other.place({ side: 'sell', type: 'market', volume: '0.01' })
  const said: string[] = []
  const fills = async () => {
    said.push(...(await newMessages()))
    return said.filter((text) => !/^Order (placed|partly filled)/.test(text))
  }
  await expect.poll(fills).toEqual([expect.stringMatching(/^Order filled: Bought 0\.00099[89]\d* BTC for /)])
  await dismissMessage(page, 'Order filled')

  await option(/^Post only/)
  await send(best('sell') * 1.01, '0.002')
  await dismissMessage(page, 'Order rejected')
  expect(await newMessages()).toEqual([
    "Order rejected: Post only: this order would fill right away, so it wasn't placed.",
  ])

  await option(/^Immediate or cancel/)
  await send(best('buy') * 0.97, '0.002')
  await dismissMessage(page, 'Order not filled')
  expect(await newMessages()).toEqual([
    "Order not filled: No orders matched within your limit. Your balance hasn't changed.",
  ])

  // Half of it is in the book, unless a demo trader is faster.
  await expect
    .poll(
      async () => {
        const at = best('sell') - 0.01
        await other.place({ side: 'sell', type: 'limit', price: at.toFixed(2), volume: '0.001' })
        await send(at, '0.002')
        await page.locator('[data-toast]').first().waitFor()
        await page.locator('[data-toast]').first().click()
        return newMessages()
      },
      { timeout: 60_000 },
    )
    .toEqual(['Order partly filled: Filled 0.001 BTC of 0.002 BTC. The rest is back in your balance.'])
  await context.close()
})

test.each(sizes)('A message over an open sheet is announced and can be dismissed, on $name', async (device) => {
  const context = await openContext(device)
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

test.each([phone, desktop])(
  'An open order shows its price times its amount, and what is filled of it, on $name',
  async (device) => {
    const { context, page } = await openTrade(device)
    await placeRestingOrder(page, '58000')
    const order = page
      .getByRole(device === desktop ? 'row' : 'listitem')
      .filter({ has: page.getByRole('button', { name: /^Cancel BTC/ }) })
    await order.getByText('580.00 USDT', { exact: true }).waitFor()
    await order.getByText(device === desktop ? '0%' : '0 / 0.01 BTC', { exact: true }).waitFor()
    await context.close()
  },
)
