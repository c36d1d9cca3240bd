/** Pages on a desk, from a width of 1024: two columns, the table of assets with the cards beside it, and the header. */

import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  buyAtMarket,
  lengthenBalanceHistory,
  marketRows,
  placeRestingOrder,
  signUp,
} from '../fixtures/browser/page-actions.ts'
import { desktop, phone, type Size, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

async function enter(device: Size = desktop): Promise<[BrowserContext, Page]> {
  const context = await openContext(device)
  const page = await context.newPage()
  await signUp(page)
  return [context, page]
}

const assetRow = (page: Page, symbol: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${symbol} `) }) })
const cellsOf = async (page: Page, symbol: string): Promise<string[]> => {
  const cells = await assetRow(page, symbol).getByRole('cell').allInnerTexts()
  return cells.map((text) => text.replace(/\s+/g, ' '))
}
const symbols = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole('rowheader').allInnerTexts()
  return names.map((name) => name.split(/\s/)[0] ?? '')
}

test('The table of a desk shows what was bought and what is in orders, and Cancel beside it cancels the order', async () => {
  const [context, page] = await enter()
  await buyAtMarket(page)
  await placeRestingOrder(page)
  await page.goto('/wallet')
  await expect.poll(() => symbols(page)).toEqual(['USDT', 'BTC'])
  const headers = await page.getByRole('columnheader').allInnerTexts()
  expect(headers.map((name) => name.split('\n')[0])).toEqual([
    'Coin',
    'Available',
    'In orders',
    'Avg. price',
    'Price',
    '24h',
    'PnL',
    'Value',
    'Action',
  ])
  const [available, inOrders, average, price, change, pnl, value, action] = await cellsOf(page, 'USDT')
  // 500 USDT were spent, but for a rest that is smaller than a step.
  expect(available).toMatch(/^8,890\.\d\d$/)
  expect([inOrders, average, price, change, pnl, action]).toEqual(['610.00', '–', '1.00', '–', '–', 'Convert USDT'])
  expect(value).toMatch(/^9,500\.\d\d \d\d\.\d%$/)
  const bitcoin = await cellsOf(page, 'BTC')
  expect(bitcoin[0]).toMatch(/^0\.00\d*[1-9]$/)
  expect(bitcoin[1]).toBe('0')
  for (const figure of bitcoin.slice(2, 4)) expect(figure).toMatch(/^6\d,\d{3}\.\d\d$/)
  expect(bitcoin[5]).toMatch(/^([+−]\d+\.\d\d|0\.00) \(([+−]\d+\.\d\d|0\.00)%\)$/)
  expect(bitcoin[6]).toMatch(/^(49\d|50\d)\.\d\d [45]\.\d%$/)

  await page.getByRole('region', { name: 'Recent' }).getByText('Bought BTC').waitFor()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await page.getByRole('button', { name: 'Show amounts' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/8,890|610\.00|9,500|0\.00\d*[1-9]|0\.010* BTC/)
  await page.getByRole('button', { name: 'Show amounts' }).click()

  const orders = page.getByRole('region', { name: 'Open orders' })
  await orders.getByText('0.01 BTC at 61,000.00').waitFor()
  await orders.getByRole('button', { name: 'Cancel BTC/USDT buy order at 61000' }).click()
  await orders.getByText('Limit orders stay here until they fill.').waitFor()
  await expect.poll(async () => (await cellsOf(page, 'USDT'))[1]).toBe('0.00')
  await page.getByRole('link', { name: 'Convert USDT' }).click()
  await page.waitForURL('**/wallet?convert&from=USDT')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Trade BTC' }).click()
  await page.waitForURL('**/trade')
  await context.close()
})

test('Search and Hide small leave rows out, and coins without a balance unfold by keyboard', async () => {
  const [context, page] = await enter()
  await page.goto('/wallet')
  const fold = page.getByRole('button', { name: /^(Show \d+|Hide) coins without a balance$/ })
  await fold.waitFor()
  expect(await symbols(page)).toEqual(['USDT'])
  const count = Number(/\d+/.exec(await fold.innerText())?.[0])
  await fold.press('Enter')
  expect(await fold.getAttribute('aria-expanded')).toBe('true')
  expect(await symbols(page)).toHaveLength(count + 1)
  await fold.press('Space')
  expect(await symbols(page)).toEqual(['USDT'])

  await page.getByLabel('Search assets').fill('bitcoin')
  expect(await symbols(page)).toEqual(['BTC'])
  await page.getByText('Hide small').click()
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await fold.waitFor()
  await page.getByText('Hide small').click()
  await fold.waitFor({ state: 'detached' })
  expect(await symbols(page)).toEqual(['USDT'])
  await context.close()
})

test('On a desk the home page of an account that has traded has the open orders, until there is none, and the newest of the history', async () => {
  const [context, page] = await enter()
  await page.getByRole('region', { name: 'Buy your first coin' }).waitFor()
  expect(await page.getByRole('region', { name: 'Recent' }).count()).toBe(0)
  await buyAtMarket(page)
  await placeRestingOrder(page)
  await page.goto('/')
  const column = page.locator('[data-column=right]')
  const [orders, recent] = ['Open orders', 'Recent'].map((name) => column.getByRole('region', { name }))
  await recent!.getByText('Bought BTC').waitFor()
  await recent!.getByText('Welcome balance').waitFor()
  await orders!.getByRole('button', { name: 'Cancel BTC/USDT buy order at 61000' }).click()
  await orders!.waitFor({ state: 'detached' })
  await recent!.getByRole('link', { name: 'All history' }).click()
  await page.waitForURL('**/history?type=all')
  await context.close()
})

test('On a desk the markets of the home page begin in its upper third beside the coins, and are searched in the row of their tabs', async () => {
  const [context, page] = await enter()
  await buyAtMarket(page)
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const coins = page.locator('[data-column=right]').getByRole('region', { name: 'Your coins' })
    await coins.getByRole('link', { name: /^BTC/ }).waitFor()
    const top = async (part: Locator) => (await part.boundingBox())?.y
    expect(await top(coins)).toBe(await top(page.getByRole('region', { name: 'Total balance' })))
    expect(await top(page.getByRole('tablist', { name: 'Markets' }))).toBeLessThan(800 / 3)
    const search = page.getByRole('searchbox', { name: 'Coin or pair' })
    const middle = async (part: Locator) => {
      const box = await part.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }
    const [field, tab] = [await middle(search), await middle(page.getByRole('tab', { name: 'Hot' }))]
    expect(Math.abs(field - tab)).toBeLessThanOrEqual(1)
    const found = marketRows(page.getByRole('region', { name: 'Markets' }))
    await page.getByRole('tab', { name: 'Losers' }).click()
    // All markets are searched, whatever list is shown.
    await search.fill('tether')
    await page.getByText('No matches').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await search.fill('bitcoin')
    await expect.poll(() => found.allInnerTexts()).toEqual([expect.stringContaining('BTC')])
    await page.getByRole('tab', { name: 'Hot' }).click()
    expect(await search.inputValue()).toBe('')
    await expect.poll(() => found.count()).toBeGreaterThan(3)
  }
  await context.close()
})

/** Texts of the page, so that it is measured when it is loaded. */
const PAGES = [
  ['/', 'Turn on 2FA to withdraw'],
  ['/wallet', 'coins without a balance'],
  ['/asset?symbol=BTC', 'Average price'],
  ['/asset?symbol=USDT', 'Welcome balance'],
  ['/earn', 'Make your first trade'],
  ['/frens', 'Hide me'],
  ['/notifications', 'No notifications yet'],
] as const

type Box = { readonly left: number; readonly right: number; readonly top: number }
type Measured = {
  readonly left: Box | undefined
  readonly right: Box | undefined
  /** What stands out of the column that it is in. */
  readonly outside: readonly string[]
}

/** The columns; undefined where there is one only. */
const measure = (page: Page): Promise<Measured> =>
  page.getByRole('main').evaluate((main) => {
    const boxOf = (element: Element) => {
      const { left, right, top } = element.getBoundingClientRect()
      return { left, right, top }
    }
    const columns = [...main.querySelectorAll('[data-column]')].filter((each) => each.getClientRects().length > 0)
    const isCut = (element: Element, column: Element): boolean => {
      const parent = element.parentElement
      if (parent === null || parent === column) return false
      return getComputedStyle(parent).overflowX !== 'visible' || isCut(parent, column)
    }
    const outside = columns.flatMap((column) => {
      const edge = boxOf(column)
      return [...column.querySelectorAll('*')]
        .filter((each) => !each.classList.contains('visually-hidden') && !isCut(each, column))
        .filter((each) => boxOf(each).left < edge.left - 0.5 || boxOf(each).right > edge.right + 0.5)
        .filter((each) => each.getClientRects().length > 0)
        .map((each) => `${each.tagName} ${each.textContent?.slice(0, 30)} ${JSON.stringify(boxOf(each))}`)
    })
    const [left, right] = ['left', 'right'].map((name) => columns.find((each) => each.matches(`[data-column=${name}]`)))
    return { left: left && boxOf(left), right: right && boxOf(right), outside }
  })

test('The columns are beside each other at 1024 and 1280, below each other at 1000, and nothing leaves its column', async () => {
  const [context, page] = await enter()
  await lengthenBalanceHistory(page)
  for (const [path, text] of PAGES) {
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await page.getByText(text).first().waitFor()
      if (path === '/wallet') await page.getByRole('slider', { name: /^Balance over/ }).waitFor()
      const { left, right, outside } = await measure(page)
      expect([path, width, outside]).toEqual([path, width, []])
      expect([path, left?.left, left?.right]).toEqual([path, ...(width === 1280 ? [40, 880] : [20, 644])])
      expect([path, right?.left, right?.right]).toEqual([path, ...(width === 1280 ? [904, 1240] : [668, 1004])])
      expect([path, right?.top]).toEqual([path, left?.top])
      if (['/', '/wallet', '/earn', '/frens'].includes(path)) expect([path, left?.top]).toEqual([path, 100])
    }
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.getByRole('main').locator('section').first().waitFor()
    expect([path, (await measure(page)).right]).toEqual([path, undefined])
    const widest = await page
      .getByRole('main')
      .locator('section')
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().width)))
    expect(widest).toBeLessThanOrEqual(560)
  }
  await context.close()
})

test('On a desk the rewards begin with the balance and its key, no key is wide, and the history is open', async () => {
  const [context, page] = await enter()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/earn')
  const claim = page.getByRole('button', { name: 'Claim 10 XP' })
  await claim.waitFor()
  const left = page.locator('[data-column=left]')
  expect(await left.locator('section').first().innerText()).toContain('XP balance')
  for (const key of [claim, page.getByRole('button', { name: 'Start mining' })])
    expect((await key.boundingBox())?.width).toBeLessThanOrEqual(240)
  const boxOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!
    return { top: y, height }
  }
  const [balance, mining] = await Promise.all([0, 1].map((place) => boxOf(left.first().locator('section').nth(place))))
  expect(mining).toEqual(balance)
  const daily = page.getByRole('region', { name: 'Daily reward' })
  expect((await boxOf(daily)).top).toBe(balance!.top)
  const look = (card: Element) => {
    const { backgroundColor, borderRadius } = getComputedStyle(card)
    return `${backgroundColor} ${borderRadius}`
  }
  const invite = page.getByRole('link', { name: /^Invite friends/ }).locator('xpath=ancestor::ul')
  const cards = [daily, page.getByRole('region', { name: 'History' }), invite]
  const ground = await left.first().locator('section > div').first().evaluate(look)
  expect(await Promise.all(cards.map((card) => card.evaluate(look)))).toEqual([ground, ground, ground])
  await page.getByText('No rewards yet').waitFor()
  await claim.click()
  await page.getByRole('region', { name: 'History' }).getByText('+10 XP').waitFor()
  await context.close()
})

test('Until there is a balance line, a desk shows the shares of the coins in its place', async () => {
  const [context, page] = await enter()
  await page.goto('/wallet')
  await page.getByRole('region', { name: 'Your assets by share' }).getByText('USDT 100.0%').waitFor()
  await lengthenBalanceHistory(page)
  await page.reload()
  await page.getByRole('slider', { name: /^Balance over/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Your assets by share' }).count()).toBe(0)
  await context.close()
})

test('The page of a coin buys it for an amount beside its chart on a desk, and leads to its market', async () => {
  const [context, page] = await enter()
  await page.goto('/asset?symbol=ETH')
  const buy = page.getByRole('region', { name: 'Buy ETH' })
  await buy.getByRole('button', { name: '10', exact: true }).click()
  const bottom = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  const caption = buy.getByText(/^About .* fee included$/)
  expect(await bottom(caption)).toBeGreaterThan(await bottom(buy.getByRole('button').last()))
  await buy.getByRole('button', { name: 'Buy ETH for 10 USDT' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm market buy' })
  await confirm.getByRole('button', { name: /^Buy ETH for/ }).click()
  await page.getByText('Order filled').first().waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Bought ETH').waitFor()
  await page
    .getByRole('region', { name: 'Markets' })
    .getByRole('button', { name: /^ETH\/USDT/ })
    .click()
  await page.waitForURL('**/trade')
  await page.getByRole('button', { name: 'ETH/USDT, choose a pair' }).waitFor()
  await context.close()
})

test('The card beside the chart of a coin also sells a share of it, once the user has some', async () => {
  const [context, page] = await enter()
  await page.goto('/asset?symbol=BTC')
  await page.getByRole('region', { name: 'Buy BTC' }).waitFor()
  const sell = page.getByRole('button', { name: 'Sell', exact: true })
  expect(await sell.count()).toBe(0)
  await buyAtMarket(page)
  await page.goto('/asset?symbol=BTC')
  const card = page.getByRole('region', { name: 'Trade BTC' })
  await sell.click()
  const key = card.getByRole('button', { name: /^Sell 0\.\d+ BTC$/ })
  const amount = async () => Number(/[\d.]+/.exec(await key.innerText())?.[0])
  const quarter = await amount()
  await card.getByRole('button', { name: '100%' }).click()
  await expect.poll(async () => (await amount()) / quarter).toBeCloseTo(4, 1)
  await card.getByText(/^About 49\d\.\d\d USDT, fee included$|^About 50\d\.\d\d USDT, fee included$/).waitFor()
  await key.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm market sell' })
  await confirm.getByRole('button', { name: /^Sell 0\.\d+ BTC/ }).click()
  await page.getByText('Order filled').first().waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Sold BTC').waitFor()
  await context.close()
})

test('The header of a desk underlines Assets on its pages, which have a back button only on a phone', async () => {
  const [context, page] = await enter()
  const current = page.getByRole('banner').locator('[aria-current="page"]')
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const pages = [
    ['/wallet', 'Total balance', 'Assets', false],
    ['/asset?symbol=BTC', 'Bitcoin', 'Assets', true],
    ['/history', 'History', 'Assets', true],
    ['/notifications', 'Notifications', undefined, true],
    ['/earn', 'Earn', 'Earn', false],
  ] as const
  for (const [path, title, item, hasBack] of pages) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect([path, await current.allInnerTexts()]).toEqual([path, item === undefined ? [] : [item]])
    const line = (link: Element) => getComputedStyle(link).borderBottomColor
    if (item !== undefined) expect(await current.evaluate(line)).not.toMatch(/transparent|, 0\)$/)
    expect([path, await back.count()]).toEqual([path, 0])
    await page.setViewportSize({ width: 390, height: 844 })
    expect([path, await back.count()]).toEqual([path, hasBack ? 1 : 0])
  }
  await context.close()
})

test('The card of the next protection is on the home page and beside the assets of a desk, and leads to it', async () => {
  const [context, page] = await enter()
  const card = page.getByRole('main').getByRole('link', { name: /^Turn on 2FA to withdraw 1 of 3 protections on/ })
  await card.waitFor()
  await page.goto('/wallet')
  await card.click()
  await page.waitForURL('**/settings/security/2fa')
  await context.close()
  const [phoneContext, phonePage] = await enter(phone)
  expect(await phonePage.getByText('Turn on 2FA').count()).toBe(0)
  await phoneContext.close()
})
