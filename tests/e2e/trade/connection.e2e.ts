/** The line and the session behind the trade screen: keys that expire, tabs, other pairs, sleep, and silence. */

import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import { holdLine } from './line.ts'
import { desk, phone, sizes, stage } from './stage.ts'
import { choosePair, messagesOf, rememberMessages, signUp } from './visitor.ts'

const { open } = stage()

const EXCHANGE = `**${EXCHANGE_BASE}/**`
const UNAUTHORIZED = { status: 401, json: { detail: 'Unauthorized', code: 'UNAUTHORIZED' } }

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const asks = (page: Page) => page.getByRole('region', { name: 'Asks' }).getByRole('button', { name: /^Take \d/ })
const isRefresh = (url: string) => url.endsWith(api.refresh.path)

/** Calls with a token are held until there are so many, and then answered with 401; later ones pass. */
async function expireToken(page: Page | BrowserContext, count: number): Promise<string[]> {
  const held: Route[] = []
  const asked: string[] = []
  await page.route(EXCHANGE, async (route) => {
    if (!route.request().headers()[TOKEN_HEADER] || asked.length >= count) return route.fallback()
    held.push(route)
    if (asked.push(route.request().url()) < count) return
    for (const each of held) await each.fulfill(UNAUTHORIZED)
  })
  return asked
}

async function atWallet(): Promise<{ context: BrowserContext; page: Page; refreshes: string[]; answered: string[] }> {
  const context = await open(desk)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet')
  await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
  const [refreshes, answered]: [string[], string[]] = [[], []]
  page.on('request', (request) => isRefresh(request.url()) && refreshes.push(request.url()))
  page.on('response', (response) => response.status() === 200 && answered.push(response.url()))
  return { context, page, refreshes, answered }
}

/** Three periods of the balance, and orders and fills of an asset. */
async function askFive(page: Page): Promise<void> {
  for (const period of ['7d', '30d', '90d']) await page.getByRole('button', { name: period }).click()
  await page.getByRole('link', { name: /^USDT/ }).click()
  await page.getByRole('tab', { name: 'Fills' }).click()
}

test('five calls with an expired token lead to one refresh, and all are answered', async () => {
  const { context, page, refreshes, answered } = await atWallet()
  const asked = await expireToken(page, 5)
  await askFive(page)
  await expect.poll(() => asked.filter((url) => !answered.includes(url))).toEqual([])
  expect(new Set(asked).size).toBe(5)
  expect(refreshes).toHaveLength(1)
  await page.getByText('No trades yet').waitFor()
  await context.close()
})

test('when the refresh is refused too, they are signed out once and for all', async () => {
  const { context, page, refreshes } = await atWallet()
  await expireToken(page, 5)
  await page.route(`**${api.refresh.path}`, (route) => route.fulfill(UNAUTHORIZED))
  await askFive(page)
  await page.waitForURL('**/register')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual([])
  expect(refreshes).toHaveLength(1)
  await context.close()
})

test.each([{ locks: true }, { locks: false }])(
  'two tabs that refresh at once both go on, with locks: $locks',
  async ({ locks }) => {
    const context = await open(desk)
    if (!locks) await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    const tabs = [await context.newPage(), await context.newPage()]
    await signUp(tabs[0]!)
    for (const page of tabs) {
      await page.goto('/wallet')
      await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
    }
    const refreshed: number[] = []
    context.on('response', (response) => isRefresh(response.url()) && refreshed.push(response.status()))
    const asked = await expireToken(context, 2)
    for (const page of tabs) await page.getByRole('button', { name: '7d' }).click()
    for (const page of tabs) await page.getByRole('slider', { name: /^Balance over 7d/ }).waitFor()
    expect(asked).toHaveLength(2)
    // Without locks one of them may find that the other was faster, and asks again with what that was given.
    expect(refreshed.length).toBeLessThanOrEqual(locks ? 2 : 3)
    expect(new Set(refreshed)).toEqual(new Set([200]))
    // What is kept is still good for either.
    for (const page of tabs) {
      await page.reload()
      await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
    }
    await context.close()
  },
)

test('signing out in one tab ends the other and its line', async () => {
  const context = await open(desk)
  const [page, other] = [await context.newPage(), await context.newPage()]
  await signUp(page)
  const lines: { readonly address: string; isOpen: boolean }[] = []
  page.on('websocket', (socket) => {
    const line = { address: socket.url(), isOpen: true }
    lines.push(line)
    socket.on('close', () => {
      line.isOpen = false
    })
  })
  await page.goto('/trade')
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Log in or sign up to trade' }).waitFor()
  await page.getByText('Log in to see your orders').waitFor()
  await expect
    .poll(() => lines.filter(({ isOpen }) => isOpen).map(({ address }) => /Bearer/.test(address)))
    .toEqual([false])
  await context.close()
})

test.each(sizes)('while another pair loads nothing of the former one is shown, on $name', async (device) => {
  const context = await open(device)
  const line = await holdLine(context)
  const page = await context.newPage()
  const price = page.getByLabel(/^Price/).first()
  // Every row of ether could be read as one of bitcoin.
  const [ETH, bitcoin] = [2, /^Take \d\d,\d{3}\.\d\d$/]
  let late: Route | undefined
  await page.route(`**/trading_pairs/${ETH}/description/`, (route) => {
    late = route
  })
  await signUp(page)
  await page.evaluate((id) => localStorage.setItem('selectedPairId', String(id)), ETH)
  await page.goto('/trade')
  await asks(page).last().waitFor()
  await tab(page, 'Info').click()
  await expect.poll(() => late !== undefined).toBe(true)

  const held: object[] = []
  line.tell = (message, route) => {
    if (route.url().includes(`/charts/${ETH}/`)) return message
    held.push(message)
    return undefined
  }
  await choosePair(page, 'BTC')
  await expect.poll(() => held.length).toBeGreaterThan(5)
  expect(await asks(page).count()).toBe(0)
  expect(await price.inputValue()).toBe('')
  expect(await page.locator('.last-price').allInnerTexts()).toEqual([])
  expect(await page.locator('.tape-row time').count()).toBe(0)
  await late?.continue()
  await page.getByRole('heading', { name: 'Bitcoin', exact: true }).waitFor()
  expect(await page.getByText('Ether').count()).toBe(0)

  line.tell = (message) => message
  for (const route of line.open) for (const message of held) route.send(JSON.stringify(message))
  await asks(page).last().waitFor()
  await expect.poll(() => price.inputValue()).toMatch(/^\d{5}\.\d\d$/)
  for (const words of await asks(page).all()) expect(await words.getAttribute('aria-label')).toMatch(bitcoin)
  await context.close()
})

test.each(['visibilitychange', 'online'])(
  'after a sleep the book is right again as soon as %s tells of it',
  async (event) => {
    const context = await open(phone)
    const line = await holdLine(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/trade')
    await asks(page).last().waitFor()
    const [dead] = line.open
    const old = line.last('orderbook')
    // The old line looks open and says nothing any more.
    line.tell = (message, route) => (route === dead ? undefined : message)
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 600_000))
    await page.evaluate((name) => (name === 'online' ? window : document).dispatchEvent(new Event(name)), event)
    await expect.poll(() => line.last('orderbook')).not.toBe(old)
    await expect
      .poll(async () => {
        const best = Number(line.last('orderbook').data.sell[0]?.[0])
        const words = await asks(page).last().getAttribute('aria-label')
        return Number(words?.replace(/[^\d.]/g, '')) === best
      })
      .toBe(true)
    expect(await page.locator('.book[data-stale]').count()).toBe(0)
    await context.close()
  },
)

test.each(sizes)(
  'a lost line dims the book and holds market orders; a limit order waits and is placed once, on $name',
  async (device) => {
    const context = await open(device)
    const line = await holdLine(context)
    await rememberMessages(context)
    const page = await context.newPage()
    await page.clock.install()
    await signUp(page)
    await page.goto('/trade')
    await asks(page).last().waitFor()
    line.mute = true
    await page.clock.runFor(35_000)
    await page.getByText(/^Reconnecting\. Prices are .* old\.$/).waitFor()
    await page.locator('.book[data-stale]').waitFor()
    await tab(page, 'Market').click()
    await page.getByLabel('Spend').fill('100')
    const submit = page.locator('form button[type=submit]')
    expect(await submit.innerText()).toBe('Market orders wait for a live book')
    expect(await submit.isDisabled()).toBe(true)
    await tab(page, 'Limit').click()
    await page
      .getByLabel(/^Price/)
      .first()
      .fill('50000')
    await page.getByLabel('Amount').first().fill('0.01')
    await submit.click()
    await page.getByRole('button', { name: 'Placing' }).waitFor()
    line.mute = false
    // The line may come back by itself before the press.
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await tab(page, 'Open orders (1)').waitFor()
    await page.locator('.book:not([data-stale])').waitFor()
    expect((await messagesOf(page)).filter((words) => words.startsWith('Order'))).toEqual([
      'Order placed: Buy 0.01 BTC at 50,000.00 is open.',
    ])
    await context.close()
  },
)
