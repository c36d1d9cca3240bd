/** What stands where a list will be: while it is on its way, when it is empty, when it fails, and without a line. */

import type { Locator, Page, Route, WebSocketRoute } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import { holdLine } from './line.ts'
import { desk, phone, stage } from './stage.ts'
import { signUp } from './visitor.ts'

const { open } = stage()

type Place = {
  readonly name: string
  readonly isGuest?: boolean
  readonly path: string
  /** From the page to the list. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Where to look. */
  readonly at: string
  readonly failed: string
  /** What is said when there is nothing, and what can be done then. */
  readonly empty?: { readonly words: string; readonly action: string }
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()

/** Those that are asked for by HTTP, with an answer that has nothing in it. */
const asked: readonly (Place & { readonly source: RegExp; readonly nothing?: unknown })[] = [
  {
    name: 'markets on /discover',
    isGuest: true,
    path: '/discover',
    at: '#discover-list',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch all trading pairs',
    nothing: [],
    empty: { words: 'No markets yet', action: 'Show all' },
  },
  {
    name: 'markets on /markets',
    path: '/markets',
    at: 'main',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch all trading pairs',
    nothing: [],
    empty: { words: 'No markets yet', action: 'Show all' },
  },
  {
    name: 'markets on /trade',
    isGuest: true,
    path: '/trade',
    at: '.shell',
    source: /\/trading_pairs\/full$/,
    failed: 'Failed to fetch trading pairs',
    nothing: [],
    empty: { words: 'No markets yet', action: 'Retry' },
  },
  {
    name: 'a coin',
    isGuest: true,
    path: '/discover?pair=1',
    at: '[role=dialog]',
    source: /\/description\/$/,
    failed: 'Failed to fetch pair description',
  },
  {
    name: 'the coin beside the chart',
    isGuest: true,
    path: '/trade',
    act: tab('Info'),
    at: '#chart-panel',
    source: /\/description\/$/,
    failed: 'Failed to fetch pair description',
  },
  {
    name: 'past orders',
    path: '/trade',
    act: tab('History'),
    at: '#orders-panel',
    source: /\/api\/orders\/\?/,
    failed: 'Could not load your history',
    nothing: { orders: [], next: false },
    empty: { words: 'No past orders yet', action: 'Place an order' },
  },
  {
    name: 'fills',
    path: '/trade',
    act: tab('Fills'),
    at: '#orders-panel',
    source: /\/api\/orders\/fills\/\?/,
    failed: 'Could not load your history',
    nothing: { fills: [], next: false },
    empty: { words: 'No trades yet', action: 'Place an order' },
  },
  {
    name: 'currencies',
    isGuest: true,
    path: '/',
    act: (page) => page.getByRole('button', { name: /^Currency and language/ }).click(),
    at: '[role=dialog]',
    source: new RegExp(`${api.fiatNames.path}$`),
    failed: 'Failed to fetch currencies',
    nothing: { rate_names: [] },
    empty: { words: 'No such currency', action: 'Clear search' },
  },
]

/** Those that come over the line. */
const told: readonly (Place & { readonly source: ServerMessage['type']; readonly isAskedAgain?: boolean })[] = [
  {
    name: 'assets',
    path: '/wallet',
    at: '#wallet-list',
    source: 'assets',
    failed: 'Failed to fetch wallet assets',
    empty: { words: 'No positions yet', action: 'Trade' },
  },
  {
    name: 'positions',
    path: '/trade',
    act: tab('Positions'),
    at: '#orders-panel',
    source: 'positions',
    failed: 'Failed to fetch wallet assets',
    empty: { words: 'No positions yet', action: 'Place an order' },
  },
  {
    name: 'open orders',
    path: '/trade',
    at: '#orders-panel',
    source: 'open_orders',
    failed: 'Could not load your orders',
    empty: { words: 'No open orders', action: 'Place an order' },
  },
  { name: 'trades', isGuest: true, path: '/trade', at: '.tape', source: 'trades', failed: 'Could not load the trades' },
  {
    name: 'candles',
    isGuest: true,
    path: '/trade',
    at: '#chart-panel',
    source: 'charts_data',
    // On the same line.
    isAskedAgain: true,
    failed: 'Could not load the chart',
  },
]

async function expectEmpty(list: Locator, { words, action }: NonNullable<Place['empty']>): Promise<void> {
  await list.getByText(words).first().waitFor()
  expect(await list.locator('.skeleton').count()).toBe(0)
  await list.locator('.button').filter({ hasText: action }).first().waitFor()
}

type Reply = (route: Route) => Promise<void>
const cut: Reply = (route) => route.abort()
const broken: Reply = (route) => route.fulfill({ status: 500, body: '' })
const explained: Reply = (route) => route.fulfill({ status: 503, json: { detail: 'Back at noon.' } })

describe.each(asked)('$name', ({ isGuest, path, act, at, source, failed, nothing, empty }) => {
  test('wait, fail in plain words, come back, and may be empty', async () => {
    const context = await open(phone)
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
    await act?.(page)
    const list = page.locator(at)
    const again = list.getByRole('button', { name: 'Retry' })
    await list.locator('.skeleton').first().waitFor()
    for (const trouble of [cut, broken]) {
      answer(trouble)
      await list.getByText(failed, { exact: true }).waitFor()
      expect(await list.locator('.market-row').count()).toBe(0)
      const tried = page.waitForRequest(source)
      await again.click()
      await tried
    }
    answer(explained)
    await again.click()
    await list.getByText('Back at noon.', { exact: true }).waitFor()
    if (empty) {
      answer((route) => route.fulfill({ json: nothing }))
      await again.click()
      await expectEmpty(list, empty)
    } else {
      answer((route) => route.continue())
      await again.click()
      await list.getByText('Bitcoin').first().waitFor()
    }
    expect(await list.getByText('Back at noon.').count()).toBe(0)
    await context.close()
  })
})

describe.each(told)('$name', ({ isGuest, path, act, at, source, failed, empty, isAskedAgain }) => {
  test('wait, are given up in plain words, come with the next line, and may be empty', async () => {
    const context = await open(desk)
    const line = await holdLine(context)
    const page = await context.newPage()
    await page.clock.install()
    if (!isGuest) await signUp(page)
    // Unless it is asked again, a line that has said anything before Retry never tells of it.
    const former = new Set<WebSocketRoute>()
    line.tell = (message, route) => {
      former.add(route)
      return message.type === source ? undefined : message
    }
    await page.goto(path)
    former.clear()
    await act?.(page)
    const list = page.locator(at)
    await list.locator('.skeleton').first().waitFor()
    await expect.poll(() => former.size).toBe(1)
    const isGivenUp = async () => {
      await page.clock.runFor(1_000)
      return list.getByText(failed, { exact: true }).isVisible()
    }
    await expect.poll(isGivenUp, { timeout: 20_000 }).toBe(true)
    line.tell = (message, route) => {
      if (message.type !== source) return message
      if (former.has(route) && !isAskedAgain) return undefined
      return empty ? ({ ...message, data: [] } as ServerMessage) : message
    }
    await list.getByRole('button', { name: 'Retry' }).click()
    await list.getByText(failed, { exact: true }).waitFor({ state: 'detached' })
    await list.locator('.skeleton').first().waitFor({ state: 'detached' })
    expect(await list.getByText(failed, { exact: true }).count()).toBe(0)
    if (empty) await expectEmpty(list, empty)
    await context.close()
  })
})

const kept = [
  { path: '/discover', row: '.market-row' },
  { path: '/markets', row: '.market-row' },
  { path: '/wallet', row: '#wallet-list .rows li' },
  { path: '/trade', row: '.book-row button' },
]

test.each([phone, desk])(
  'without a line what is there stays, and a banner says how old it is, on $name',
  async (device) => {
    const context = await open(device)
    const line = await holdLine(context)
    const page = await context.newPage()
    await page.clock.install()
    await signUp(page)
    for (const { path, row } of kept) {
      await page.goto(path)
      let isLive = false
      line.tell = (message) => {
        isLive = true
        return message
      }
      await page.locator(row).first().waitFor()
      await expect.poll(() => isLive).toBe(true)
      await context.setOffline(true)
      line.mute = true
      await page.clock.runFor(35_000)
      await page.getByText(/^Reconnecting\. Prices are .* old\.$/).waitFor()
      expect(await page.locator(row).count()).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Retry' }).first().waitFor()
      line.mute = false
      await context.setOffline(false)
    }
    await context.close()
  },
)
