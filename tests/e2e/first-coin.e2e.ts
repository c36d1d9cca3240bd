/** The first minute of a new user: from the start page to an owned coin, without the order form. */

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../src/contract/account/views.ts'
import { api } from '../../src/contract/api.ts'
import { buyAtMarket, marketRows, PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(phone)
  await work(await context.newPage())
  await context.close()
}

const card = (page: Page) => page.getByRole('region', { name: 'Buy your first coin' })
const confirm = (page: Page) =>
  page.getByRole('dialog', { name: 'Confirm market buy' }).getByRole('button', { name: /^Buy / })

test('A guest owns a coin for 100 USDT at most six taps after the start page', () =>
  withPage(async (page) => {
    let taps = 0
    const tap = (target: Locator): Promise<void> => {
      taps += 1
      return target.tap()
    }
    await page.goto('/')
    await page.getByText('Start with 10,000 play USDT').first().waitFor()
    await tap(page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    await expect.poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type(`${randomUUID()}@example.com`)
    await tap(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await tap(card(page).getByRole('button', { name: /^Buy \w+ for 100 USDT$/ }))
    await tap(confirm(page))
    await page.getByText('Order filled').first().waitFor()
    // The message is over the bar at the top, above every figure.
    const toast = await page.locator('[data-front]').boundingBox()
    const total = await page.getByText('Total balance').first().boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0)
    expect(taps).toBeLessThanOrEqual(6)
    // The account has traded: the card has done its work.
    await card(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    expect(await card(page).count()).toBe(0)
  }))

test('The first coin can be another one for another amount; too little is refused, and too much leads to a deposit', () =>
  withPage(async (page) => {
    await signUp(page)
    const coins = card(page).getByRole('group', { name: 'Coin' }).getByRole('button')
    await coins.last().waitFor()
    expect(await coins.count()).toBe(3)
    await coins.last().click()
    const amounts = card(page).getByRole('group', { name: 'Amount in USDT' }).getByRole('button')
    expect(await amounts.allInnerTexts()).toEqual(['10', '100', '500', 'Other'])
    const symbol = (await coins.last().locator('b').innerText()).trim()
    await card(page).getByRole('button', { name: 'Other' }).click()
    const amount = card(page).getByLabel('Amount in USDT')
    await card(page).getByRole('button', { name: 'Enter an amount' }).waitFor()
    await amount.fill('0.5')
    const refused = card(page).getByRole('button', { name: /^Minimum/ })
    expect(await refused.isDisabled()).toBe(true)
    // As every disabled key of an order, it has the colour of its side.
    const look = await refused.evaluate((key) => {
      const probe = document.body.appendChild(document.createElement('i'))
      Object.assign(probe.style, { color: 'var(--up)', background: 'var(--up-soft)' })
      return [key, probe].map((each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor])
    })
    expect(look[0]).toEqual(look[1])
    await amount.fill('10001')
    await card(page).getByText('You have 10,000.00 USDT.').waitFor()
    const deposit = card(page).getByRole('link', { name: 'Deposit USDT' })
    expect(await deposit.getAttribute('href')).toBe('/wallet?deposit&currency=USDT')
    await amount.fill('25')
    await card(page)
      .getByRole('button', { name: `Buy ${symbol} for 25 USDT` })
      .click()
    await page.getByRole('dialog').getByText('You receive about').waitFor()
    await page.keyboard.press('Escape')
    await confirm(page).waitFor({ state: 'detached' })
    await card(page).waitFor()
  }))

test('The asset page and the coin sheet buy a coin for an amount too', () =>
  withPage(async (page) => {
    await signUp(page)
    for (const path of ['/asset?symbol=ETH', '/discover?pair=2']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Buy ETH', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Buy ETH' })
      await sheet.getByRole('button', { name: '10', exact: true }).click()
      await sheet.getByRole('button', { name: 'Buy ETH for 10 USDT' }).click()
      await confirm(page).click()
      await page.getByText('Order filled').first().waitFor()
    }
  }))

test('A guest who opens Earn, Frens, Assets or the sheet of a coin reads why to sign up, and returns there', () =>
  withPage(async (page) => {
    for (const [tab, why] of [
      ['Earn', 'Sign up to mine and to claim rewards.'],
      ['Frens', 'Sign up to get your link and earn with friends.'],
      ['Assets', 'Sign up to see your assets.'],
    ] as const) {
      await page.goto('/')
      await page.getByRole('link', { name: tab, exact: true }).filter({ visible: true }).click()
      await page.getByText(why).waitFor()
    }
    await page.goto('/discover?pair=2')
    await page.getByRole('link', { name: 'Sign up to buy ETH' }).click()
    await page.waitForURL('**/register')
  }))

type Shift = { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] }

/**
 * From the next document on, how far its content has moved by itself: 0.1 is the limit of a good page. Markets that change
 * places with each other do not count: the order of a new exchange follows its first trades.
 */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      const isMarket = (node: Node | null) => node instanceof Element && node.closest('li:has(> button)') !== null
      for (const { value, sources } of list.getEntries() as unknown as readonly Shift[])
        if (!sources.every(({ node }) => isMarket(node)))
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + value })
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('The home page of a new user does not move while it loads', () =>
  withPage(async (page) => {
    await signUp(page)
    await recordShifts(page)
    await page.reload()
    await card(page).getByText('fee included').waitFor()
    await page.getByText('Day 1 reward').waitFor()
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
  }))

test('What is below the first purchase stays where it is while the profile loads, on a phone and on a desk', () =>
  withPage(async (page) => {
    await signUp(page)
    let answer = Promise.withResolvers<void>()
    await page.route(`**${api.profile.path}`, async (route) => {
      await answer.promise
      await route.continue()
    })
    // In one step: a part that is rendered again is another element, and the former one has no place.
    const top = async () => {
      const place = await page.waitForFunction(
        () => document.querySelector('[data-column=right] > :last-child')?.getBoundingClientRect().top || undefined,
      )
      return place.jsonValue()
    }
    for (const width of [390, 1280]) {
      answer = Promise.withResolvers<void>()
      await page.setViewportSize({ width, height: 844 })
      await page.reload()
      await marketRows(page).first().waitFor()
      expect(await card(page).count()).toBe(0)
      // In its place, or that which is kept free for it.
      const before = await top()
      answer.resolve()
      await card(page).getByText('fee included').waitFor()
      expect([width, await top()]).toEqual([width, before])
    }
  }))

test('The home page of an account with a coin shows it with its value, and does not move while it loads', () =>
  withPage(async (page) => {
    await signUp(page)
    const coins = page.getByRole('region', { name: 'Your coins' })
    expect(await coins.count()).toBe(0)
    await buyAtMarket(page, '500')
    // The device remembers that the account has traded.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hasTraded'))).toBe('yes')
    await recordShifts(page)
    await page.goto('/')
    const bitcoin = coins.getByRole('link', { name: /^BTC/ })
    await expect
      .poll(() => bitcoin.innerText())
      .toMatch(/^BTC\s+0\.00\d+\s+(49\d|50\d)\.\d\d USDT\s+[+−]?\d+\.\d\d% 24h$/)
    // No figure twice: the amount of USDT is its value.
    expect(await coins.getByRole('link', { name: /^USDT/ }).innerText()).toMatch(/^USDT\s+Tether\s+9,\d+\.\d\d USDT$/)
    expect(await coins.getByRole('listitem').count()).toBe(2)
    await page.getByText('Day 1 reward').waitFor()
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await expect.poll(() => bitcoin.innerText()).not.toMatch(/49\d|50\d/)
    await bitcoin.click()
    await page.waitForURL('**/asset?symbol=BTC')
    await page.goto('/')
    await coins.getByRole('link', { name: 'All assets' }).click()
    await page.waitForURL('**/wallet')
  }))

test('With one, two or three coins nothing below them moves while the home page loads, up to two also on a new device', () =>
  withPage(async (page) => {
    await signUp(page)
    await page.route(`**${api.profile.path}`, async (route) => {
      const reply = await route.fetch({ maxRetries: 2 })
      await route.fulfill({ json: { ...((await reply.json()) as ProfileView), has_traded: true } })
    })
    const rows = page.getByRole('region', { name: 'Your coins' }).getByRole('listitem')
    const shift = () => page.evaluate(() => (window as unknown as { shift: number }).shift)
    const tops = () =>
      page.getByRole('region', { name: 'Markets' }).evaluate((each) => each.getBoundingClientRect().top)
    const heights: number[] = []
    await recordShifts(page)
    for (const count of [1, 2, 3]) {
      if (count === 2) await buyAtMarket(page, '500')
      if (count === 3) await buyEther(page)
      for (const isNewDevice of count === 3 ? [false] : [false, true]) {
        await page.goto('/')
        await expect.poll(() => rows.count()).toBe(count)
        await page.getByText('Day 1 reward').waitFor()
        heights.push(await tops())
        if (isNewDevice) await page.evaluate(() => localStorage.removeItem('topCoins'))
        await page.reload()
        await expect.poll(() => rows.count()).toBe(count)
        await page.getByText('Day 1 reward').waitFor()
        await marketRows(page.getByRole('region', { name: 'Markets' }))
          .first()
          .waitFor()
        expect([count, isNewDevice, (await shift()) < 0.02]).toEqual([count, isNewDevice, true])
      }
    }
    // The place is that of the rows there are.
    expect(heights[2]).toBe((heights[0] ?? 0) + 56)
    expect(heights[4]).toBe((heights[2] ?? 0) + 56)
  }))

async function buyEther(page: Page): Promise<void> {
  await page.goto('/asset?symbol=ETH')
  await page.getByRole('button', { name: 'Buy ETH', exact: true }).click()
  await page.getByRole('dialog', { name: 'Buy ETH' }).getByRole('button', { name: 'Buy ETH for 100 USDT' }).click()
  await confirm(page).click()
  await page.getByText('Order filled').first().waitFor()
}

test('The only filled key of a home page without an order buys, and what is chosen looks the same in both rows', () =>
  withPage(async (page) => {
    await signUp(page)
    await card(page).getByText('fee included').waitFor()
    await page.getByRole('button', { name: 'Claim 10 XP' }).waitFor()
    const filled = await page.getByRole('main').evaluate((main) => {
      const probe = document.body.appendChild(document.createElement('i'))
      const colors = ['--accent', '--up', '--text'].map((token) => {
        probe.style.color = `var(${token})`
        return getComputedStyle(probe).color
      })
      return [...main.querySelectorAll<HTMLElement>('a, button')]
        .filter((each) => colors.includes(getComputedStyle(each).backgroundColor))
        .map(({ innerText }) => innerText)
    })
    expect(filled).toEqual([expect.stringMatching(/^Buy \w+ for 100 USDT$/)])
    const looks = await card(page)
      .locator('[aria-pressed="true"]')
      .evaluateAll((all) =>
        all.map((each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).boxShadow]),
      )
    expect(looks.length).toBe(2)
    expect(looks[0]).toEqual(looks[1])
    expect(await page.getByText(/^Play money/).count()).toBe(1)
  }))

test('At 360 × 640 the home page of an account with a coin shows two markets without scrolling', async () => {
  const context = await openContext({ ...phone, viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  await signUp(page)
  await buyAtMarket(page, '500')
  await page.goto('/')
  await page.getByText('Day 1 reward').waitFor()
  await page.getByText('24h', { exact: true }).first().waitFor()
  await page.getByRole('region', { name: 'Your coins' }).getByRole('link', { name: /^BTC/ }).waitFor()
  const tabBar = await page.getByRole('navigation', { name: 'Section' }).boundingBox()
  const bottom = async () => {
    const box = await marketRows(page.getByRole('region', { name: 'Markets' }))
      .nth(1)
      .boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(bottom).toBeLessThanOrEqual(tabBar?.y ?? 0)
  const tabs = page.getByRole('tablist', { name: 'Markets' })
  expect(await tabs.evaluate((list) => getComputedStyle(list).maskImage)).toContain('linear-gradient')
  await context.close()
})

test('The quick actions are equally wide, 8 px apart, and end where the page ends', () =>
  withPage(async (page) => {
    await signUp(page)
    const boxes = await page
      .getByRole('region', { name: 'Total balance' })
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })))
    expect([boxes.length, boxes[0]?.left, boxes.at(-1)?.right]).toEqual([4, 16, 374])
    for (const [index, { left, right }] of boxes.entries()) {
      expect(right - left).toBeCloseTo((358 - 24) / 4, 1)
      if (index > 0) expect(left - (boxes[index - 1]?.right ?? 0)).toBeCloseTo(8, 1)
    }
  }))

test('A guest sees a quiet link to the prices beside a wide key to sign up', () =>
  withPage(async (page) => {
    await page.goto('/')
    const main = page.getByRole('main')
    const [key, link] = [main.getByRole('link', { name: 'Sign up' }), main.getByRole('link', { name: 'See prices' })]
    const [keyBox, linkBox] = [await key.boundingBox(), await link.boundingBox()]
    expect(keyBox?.y).toBe(linkBox?.y)
    expect((keyBox?.width ?? 0) > 1.5 * (linkBox?.width ?? 0)).toBe(true)
    const look = await link.evaluate((each) => [
      getComputedStyle(each).backgroundColor,
      getComputedStyle(each).boxShadow,
    ])
    expect(look).toEqual(['rgba(0, 0, 0, 0)', 'none'])
  }))

test('Buy is the first action of the home page, and leads to the coins', () =>
  withPage(async (page) => {
    await signUp(page)
    const actions = page.getByRole('region', { name: 'Total balance' }).getByRole('link')
    expect(await actions.allInnerTexts()).toEqual(['Buy', 'Deposit', 'Withdraw', 'Convert'])
    await actions.first().click()
    await page.waitForURL('**/discover')
  }))

test('A common password is called weak while it is typed, and is refused below its field', () =>
  withPage(async (page) => {
    await page.goto('/register')
    await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('Password12')
    await page.getByText('Weak').waitFor()
    await password.fill('password')
    await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByText('too common').waitFor()
    expect(await password.getAttribute('aria-invalid')).toBe('true')
  }))
