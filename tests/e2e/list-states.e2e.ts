/** The states of every list: loading, empty, failed and disconnected. */

import type { Locator, Page, Route, WebSocketRoute } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import { proxySocket } from '../fixtures/browser/network.ts'
import { marketRows, signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

type ListCase = {
  readonly name: string
  readonly isGuest?: boolean
  readonly path: string
  /** Opens the list on the page. */
  readonly openList?: (page: Page) => Promise<unknown>
  /** Selector of the list. */
  readonly selector: string
  readonly failed: string
  /** The text and the button of the empty list. */
  readonly empty?: { readonly text: string; readonly action?: string }
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()

/** Lists that are loaded over HTTP; `emptyReply` has no rows. */
const httpLists: readonly (ListCase & { readonly source: RegExp; readonly emptyReply?: unknown })[] = [
  {
    name: 'markets on /discover',
    isGuest: true,
    path: '/discover',
    selector: '#discover-list',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch all trading pairs',
    emptyReply: [],
    empty: { text: 'No markets yet' },
  },
  {
    name: 'markets on /markets',
    path: '/markets',
    selector: 'main',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch all trading pairs',
    emptyReply: [],
    empty: { text: 'No markets yet' },
  },
  {
    name: 'markets on /trade',
    isGuest: true,
    path: '/trade',
    selector: '#root',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch full price',
    emptyReply: [],
    empty: { text: 'No markets yet' },
  },
  {
    name: 'coin details',
    isGuest: true,
    path: '/discover?pair=1',
    selector: '[role=dialog]',
    source: /\/description\/$/,
    failed: 'Failed to fetch pair description',
  },
  {
    name: 'coin details beside the chart',
    isGuest: true,
    path: '/trade',
    openList: tab('Info'),
    selector: '#chart-panel',
    source: /\/description\/$/,
    failed: 'Failed to fetch pair description',
  },
  {
    name: 'past orders',
    path: '/trade',
    openList: tab('History'),
    selector: '#orders-panel',
    source: /\/api\/orders\/\?/,
    failed: "Couldn't load your history",
    emptyReply: { orders: [], next: false },
    empty: { text: 'No past orders yet', action: 'Place an order' },
  },
  {
    name: 'fills',
    path: '/trade',
    openList: tab('Fills'),
    selector: '#orders-panel',
    source: /\/api\/orders\/fills\/\?/,
    failed: "Couldn't load your history",
    emptyReply: { fills: [], next: false },
    empty: { text: 'No trades yet', action: 'Place an order' },
  },
  {
    name: 'currencies',
    isGuest: true,
    path: '/',
    openList: (page) => page.getByRole('button', { name: /^Display/ }).click(),
    selector: '[role=dialog]',
    source: new RegExp(`${api.fiatNames.path}$`),
    failed: 'Failed to fetch currencies',
    emptyReply: { rate_names: [] },
    empty: { text: 'No matches', action: 'Clear search' },
  },
]

/** Lists that come over the WebSocket. */
const socketLists: readonly (ListCase & {
  readonly source: ServerMessage['type']
  readonly usesSameSocket?: boolean
})[] = [
  {
    name: 'assets',
    path: '/wallet',
    selector: '#wallet-list, [aria-labelledby=wallet-assets]',
    source: 'assets',
    failed: 'Failed to fetch wallet assets',
    empty: { text: 'No coins yet' },
  },
  {
    name: 'positions',
    path: '/trade',
    openList: tab('Positions'),
    selector: '#orders-panel',
    source: 'positions',
    failed: 'Failed to fetch wallet assets',
    empty: { text: 'No positions yet', action: 'Place an order' },
  },
  {
    name: 'open orders',
    path: '/trade',
    selector: '#orders-panel',
    source: 'open_orders',
    failed: "Couldn't load your orders",
    empty: { text: 'No open orders', action: 'Place an order' },
  },
  {
    name: 'trades',
    isGuest: true,
    path: '/trade',
    selector: '[aria-label="Market trades"]',
    source: 'trades',
    failed: "Couldn't load the trades",
  },
  {
    name: 'candles',
    isGuest: true,
    path: '/trade',
    selector: '#chart-panel',
    source: 'charts_data',
    // Retry uses the same connection.
    usesSameSocket: true,
    failed: "Couldn't load the chart",
  },
]

async function expectEmpty(list: Locator, { text, action }: NonNullable<ListCase['empty']>): Promise<void> {
  await list.getByText(text).first().waitFor()
  expect(await list.locator('[data-loading]').count()).toBe(0)
  if (action !== undefined)
    await list
      .getByRole('button', { name: action })
      .or(list.getByRole('link', { name: action }))
      .first()
      .waitFor()
}

type Reply = (route: Route) => Promise<void>
const abortRequest: Reply = (route) => route.abort()
const serverError: Reply = (route) => route.fulfill({ status: 500, body: '' })
const errorWithDetail: Reply = (route) => route.fulfill({ status: 503, json: { detail: 'Back at noon.' } })

describe.each(httpLists)(
  'The list of $name',
  ({ isGuest, path, openList, selector, source, failed, emptyReply, empty }) => {
    test('An HTTP list shows a skeleton, the error with Retry, and the empty state', async () => {
      const context = await openContext(phone)
      const page = await context.newPage()
      if (!isGuest) await signUp(page)
      let release: (reply: Reply) => void = () => undefined
      let reply = new Promise<Reply>((resolve) => {
        release = resolve
      })
      const answer = (next: Reply) => {
        release(next)
        reply = Promise.resolve(next)
      }
      await page.route(source, async (route) => (await reply)(route).catch(() => undefined))
      await page.goto(path)
      await openList?.(page)
      const list = page.locator(selector)
      const retry = list.getByRole('button', { name: 'Retry' })
      await list.locator('[data-loading]').first().waitFor()
      for (const failure of [abortRequest, serverError]) {
        answer(failure)
        await list.getByText(failed, { exact: true }).waitFor()
        expect(await marketRows(list).count()).toBe(0)
        const retried = page.waitForRequest(source)
        await retry.click()
        await retried
      }
      answer(errorWithDetail)
      await retry.click()
      await list.getByText('Back at noon.', { exact: true }).waitFor()
      if (empty) {
        answer((route) => route.fulfill({ json: emptyReply }))
        await retry.click()
        await expectEmpty(list, empty)
      } else {
        answer((route) => route.continue())
        await retry.click()
        await list.getByText('Bitcoin').first().waitFor()
      }
      expect(await list.getByText('Back at noon.').count()).toBe(0)
      await context.close()
    })
  },
)

describe.each(socketLists)(
  'The list of $name',
  ({ isGuest, path, openList, selector, source, failed, empty, usesSameSocket }) => {
    test('A WebSocket list shows a skeleton, an error after a timeout, and its data after Retry', async () => {
      const context = await openContext(desktop)
      const proxy = await proxySocket(context)
      const page = await context.newPage()
      await page.clock.install()
      if (!isGuest) await signUp(page)
      // A connection that was open before Retry never delivers the list, unless Retry asks on the same connection.
      const oldSockets = new Set<WebSocketRoute>()
      proxy.onServerMessage = (message, route) => {
        oldSockets.add(route)
        return message.type === source ? undefined : message
      }
      await page.goto(path)
      oldSockets.clear()
      await openList?.(page)
      const list = page.locator(selector)
      await list.locator('[data-loading]').first().waitFor()
      await expect.poll(() => oldSockets.size).toBe(1)
      const isTimedOut = async () => {
        await page.clock.runFor(1_000)
        return list.getByText(failed, { exact: true }).isVisible()
      }
      await expect.poll(isTimedOut).toBe(true)
      proxy.onServerMessage = (message, route) => {
        if (message.type !== source) return message
        if (oldSockets.has(route) && !usesSameSocket) return undefined
        return empty ? ({ ...message, data: [] } as ServerMessage) : message
      }
      await list.getByRole('button', { name: 'Retry' }).click()
      await list.getByText(failed, { exact: true }).waitFor({ state: 'detached' })
      await list.locator('[data-loading]').first().waitFor({ state: 'detached' })
      expect(await list.getByText(failed, { exact: true }).count()).toBe(0)
      if (empty) await expectEmpty(list, empty)
      await context.close()
    })
  },
)

const pages = [
  { path: '/discover', row: '#discover-list li' },
  { path: '/markets', row: '[role=tabpanel] li' },
  { path: '/wallet', row: ':is(li, tr):has(> a[href^="/asset"], > th > a)' },
  { path: '/trade', row: '[aria-label^="Use price"]' },
]

test.each([phone, desktop])(
  'The lists keep their rows without a connection, and a banner shows the age of the prices, on $name',
  async (device) => {
    const context = await openContext(device)
    const proxy = await proxySocket(context)
    const page = await context.newPage()
    await page.clock.install()
    await signUp(page)
    for (const { path, row } of pages) {
      await page.goto(path)
      let isLive = false
      proxy.onServerMessage = (message) => {
        isLive = true
        return message
      }
      await page.locator(row).first().waitFor()
      await expect.poll(() => isLive).toBe(true)
      await context.setOffline(true)
      proxy.isMuted = true
      await page.clock.runFor(35_000)
      await page.getByText(/^Connection error Prices are .* old\.$/).waitFor()
      expect(await page.locator(row).count()).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Retry' }).first().waitFor()
      proxy.isMuted = false
      await context.setOffline(false)
    }
    await context.close()
  },
)
