/** Connection and session of the trade screen: expired tokens, tabs, pair changes, sleep and lost connections. */

import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import { proxySocket } from '../../fixtures/browser/network.ts'
import {
  choosePair,
  lengthenBalanceHistory,
  recordedMessages,
  recordMessages,
  signUp,
} from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const EXCHANGE = `**${EXCHANGE_BASE}/**`
const UNAUTHORIZED = { status: 401, json: { detail: 'Unauthorized', code: 'UNAUTHORIZED' } }

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const asks = (page: Page) => page.getByRole('region', { name: 'Asks' }).getByRole('button', { name: /^Use price \d/ })
const book = (page: Page) => page.getByRole('region', { name: 'Order book', exact: true })
const isRefreshUrl = (url: string) => url.endsWith(api.refresh.path)

/** Holds the first `count` requests with a token, then answers all of them with 401. Later ones pass. */
async function expireToken(page: Page | BrowserContext, count: number): Promise<string[]> {
  const heldRoutes: Route[] = []
  const requests: string[] = []
  await page.route(EXCHANGE, async (route) => {
    if (!route.request().headers()[TOKEN_HEADER] || requests.length >= count) return route.fallback()
    heldRoutes.push(route)
    if (requests.push(route.request().url()) < count) return
    for (const each of heldRoutes) await each.fulfill(UNAUTHORIZED)
  })
  return requests
}

async function openWallet(): Promise<{ context: BrowserContext; page: Page; refreshes: string[]; answered: string[] }> {
  const context = await openContext(desktop)
  await lengthenBalanceHistory(context)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet')
  await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
  const [refreshes, answered]: [string[], string[]] = [[], []]
  page.on('request', (request) => isRefreshUrl(request.url()) && refreshes.push(request.url()))
  page.on('response', (response) => response.status() === 200 && answered.push(response.url()))
  return { context, page, refreshes, answered }
}

/** Sends five requests: three balance periods, the history of an asset, and the notifications. */
async function sendFiveRequests(page: Page): Promise<void> {
  for (const period of ['7d', '30d', '90d']) await page.getByRole('button', { name: period }).click()
  await page.getByRole('link', { name: /^USDT/ }).click()
  await page.getByRole('heading', { name: 'Tether' }).waitFor()
  await page.getByRole('link', { name: 'All history' }).waitFor()
  await page.getByRole('link', { name: 'Notifications' }).click()
}

test('Five requests with an expired token cause one refresh, and all are answered', async () => {
  const { context, page, refreshes, answered } = await openWallet()
  const requests = await expireToken(page, 5)
  await sendFiveRequests(page)
  await expect.poll(() => requests.filter((url) => !answered.includes(url))).toEqual([])
  expect(new Set(requests).size).toBe(5)
  expect(refreshes).toHaveLength(1)
  await page.getByText('No notifications yet').waitFor()
  await context.close()
})

test('A refused refresh signs the user out after one attempt', async () => {
  const { context, page, refreshes } = await openWallet()
  await expireToken(page, 5)
  await page.route(`**${api.refresh.path}`, (route) => route.fulfill(UNAUTHORIZED))
  await sendFiveRequests(page)
  await page.waitForURL('**/register')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token/i.test(key)))).toEqual([])
  expect(refreshes).toHaveLength(1)
  await context.close()
})

test.each([{ locks: true }, { locks: false }])(
  'Two tabs that refresh at once stay signed in, with Web Locks: $locks',
  async ({ locks }) => {
    const context = await openContext(desktop)
    if (!locks) await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
    await lengthenBalanceHistory(context)
    const tabs = [await context.newPage(), await context.newPage()]
    await signUp(tabs[0]!)
    for (const page of tabs) {
      await page.goto('/wallet')
      await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
    }
    const refreshed: number[] = []
    context.on('response', (response) => isRefreshUrl(response.url()) && refreshed.push(response.status()))
    const requests = await expireToken(context, 2)
    for (const page of tabs) await page.getByRole('button', { name: '7d' }).click()
    for (const page of tabs) await page.getByRole('slider', { name: /^Balance over 7d/ }).waitFor()
    expect(requests).toHaveLength(2)
    // Without locks the slower tab may repeat its refresh with the new token of the other tab.
    expect(refreshed.length).toBeLessThanOrEqual(locks ? 2 : 3)
    expect(new Set(refreshed)).toEqual(new Set([200]))
    // The stored tokens are still valid in both tabs.
    for (const page of tabs) {
      await page.reload()
      await page.getByRole('slider', { name: /^Balance over 24h/ }).waitFor()
    }
    await context.close()
  },
)

test('A page from the back/forward cache is loaded again if the user has changed meanwhile, and else stays as it was', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
  const isKept = () => page.evaluate(() => document.documentElement.dataset.kept)
  // As the browser does. In the cache a page hears nothing of other tabs.
  const comeBack = (isLoggedOut: boolean) =>
    page.evaluate((clear) => {
      document.documentElement.dataset.kept = 'yes'
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      if (clear) window.localStorage.removeItem('refreshToken')
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, isLoggedOut)
  await comeBack(false)
  expect(await isKept()).toBe('yes')
  await comeBack(true)
  await page.getByRole('link', { name: 'Sign in or sign up to trade' }).waitFor()
  expect(await isKept()).toBeUndefined()
  await context.close()
})

test.each(['A logout', 'The deletion of everything stored'])(
  '%s in one tab signs the other tab out and closes its authenticated socket',
  async (what) => {
    const context = await openContext(desktop)
    const [page, other] = [await context.newPage(), await context.newPage()]
    await signUp(page)
    const sockets: { readonly address: string; isOpen: boolean }[] = []
    page.on('websocket', (socket) => {
      const connection = { address: socket.url(), isOpen: true }
      sockets.push(connection)
      socket.on('close', () => {
        connection.isOpen = false
      })
    })
    await page.goto('/trade')
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
    await other.goto('/')
    if (what === 'A logout') {
      await other.getByRole('button', { name: 'Account' }).click()
      await other.getByRole('button', { name: 'Logout' }).click()
    } else await other.evaluate(() => window.localStorage.clear())
    await page.getByRole('link', { name: 'Sign in or sign up to trade' }).waitFor()
    await page.getByText('Sign in to see your orders').waitFor()
    await expect
      .poll(() => sockets.filter(({ isOpen }) => isOpen).map(({ address }) => /Bearer/.test(address)))
      .toEqual([false])
    await context.close()
  },
)

test.each(sizes)(
  'A pair change hides all data of the former pair while the new pair loads, on $name',
  async (device) => {
    const context = await openContext(device)
    const proxy = await proxySocket(context)
    const page = await context.newPage()
    const price = page.getByLabel(/^Price/).first()
    // The price format tells bitcoin rows from ether rows.
    const [ETH, bitcoin] = [2, /^Use price \d\d,\d{3}\.\d\d$/]
    let lateRoute: Route | undefined
    await page.route(`**/trading_pairs/${ETH}/description/`, (route) => {
      lateRoute = route
    })
    await signUp(page)
    await page.evaluate((id) => localStorage.setItem('selectedPairId', String(id)), ETH)
    await page.goto('/trade')
    await asks(page).last().waitFor()
    await tab(page, 'Info').click()
    await expect.poll(() => lateRoute !== undefined).toBe(true)

    const heldMessages: object[] = []
    proxy.onServerMessage = (message, route) => {
      if (route.url().includes(`/charts/${ETH}/`)) return message
      heldMessages.push(message)
      return undefined
    }
    await choosePair(page, 'BTC')
    await expect.poll(() => heldMessages.length).toBeGreaterThan(5)
    expect(await asks(page).count()).toBe(0)
    expect(await price.inputValue()).toBe('')
    expect(await page.getByText('Last price', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Market trades', exact: true }).locator('time').count()).toBe(0)
    await lateRoute?.continue()
    await page.getByRole('heading', { name: 'Bitcoin', exact: true }).waitFor()
    expect(await page.getByText('Ether').count()).toBe(0)

    proxy.onServerMessage = (message) => message
    for (const route of proxy.sockets) for (const message of heldMessages) route.send(JSON.stringify(message))
    await asks(page).last().waitFor()
    await expect.poll(() => price.inputValue()).toMatch(/^\d{5}\.\d\d$/)
    for (const text of await asks(page).all()) expect(await text.getAttribute('aria-label')).toMatch(bitcoin)
    await context.close()
  },
)

test.each(['visibilitychange', 'online'])(
  'The order book is current again after sleep as soon as the event %s fires',
  async (event) => {
    const context = await openContext(phone)
    const proxy = await proxySocket(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/trade')
    await asks(page).last().waitFor()
    const [oldSocket] = proxy.sockets
    const oldBook = proxy.lastMessage('orderbook')
    // The old socket stays open but delivers nothing.
    proxy.onServerMessage = (message, route) => (route === oldSocket ? undefined : message)
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 600_000))
    await page.evaluate((name) => (name === 'online' ? window : document).dispatchEvent(new Event(name)), event)
    await expect.poll(() => proxy.lastMessage('orderbook')).not.toBe(oldBook)
    await expect
      .poll(async () => {
        const best = Number(proxy.lastMessage('orderbook').data.sell[0]?.[0])
        const text = await asks(page).last().getAttribute('aria-label')
        return Number(text?.replace(/[^\d.]/g, '')) === best
      })
      .toBe(true)
    expect(await book(page).getAttribute('data-stale')).toBeNull()
    await context.close()
  },
)

test.each(sizes)(
  'A lost connection dims the book and blocks market orders, and a waiting limit order is placed once, on $name',
  async (device) => {
    const context = await openContext(device)
    const proxy = await proxySocket(context)
    await recordMessages(context)
    const page = await context.newPage()
    await page.clock.install()
    await signUp(page)
    await page.goto('/trade')
    await asks(page).last().waitFor()
    proxy.isMuted = true
    await page.clock.runFor(35_000)
    await page.getByText(/^Connection error Prices are .* old\.$/).waitFor()
    await book(page).and(page.locator('[data-stale]')).waitFor()
    await tab(page, 'Market').click()
    await page.getByLabel('Spend').fill('100')
    const submit = page.locator('form button[type=submit]')
    expect(await submit.innerText()).toBe('Buy BTC\nWaiting for live prices')
    expect(await submit.isDisabled()).toBe(true)
    await tab(page, 'Limit').click()
    await page
      .getByLabel(/^Price/)
      .first()
      .fill('50000')
    await page.getByLabel('Amount').first().fill('0.01')
    await submit.click()
    await page.getByRole('button', { name: 'Placing' }).waitFor()
    proxy.isMuted = false
    // The connection may recover before the click.
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await tab(page, 'Open orders (1)').waitFor()
    await book(page).and(page.locator(':not([data-stale])')).waitFor()
    expect((await recordedMessages(page)).filter((text) => text.startsWith('Order'))).toEqual([
      'Order placed: Buy 0.01 BTC at 50,000.00 is open.',
    ])
    await context.close()
  },
)
