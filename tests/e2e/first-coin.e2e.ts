/** The first minute of a new user: from the start page to an owned coin, without the order form. */

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buyAtMarket, PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
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
    const symbol = (await coins.last().locator('b').innerText()).trim()
    await card(page).getByRole('button', { name: 'Other' }).click()
    const amount = card(page).getByLabel('Amount in USDT')
    await card(page).getByRole('button', { name: 'Enter an amount' }).waitFor()
    await amount.fill('0.5')
    expect(
      await card(page)
        .getByRole('button', { name: /^Minimum/ })
        .isDisabled(),
    ).toBe(true)
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

/** From the next document on, how far its content has moved by itself: 0.1 is the limit of a good page. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { readonly value: number }[])
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('The home page of a new user does not move while it loads', () =>
  withPage(async (page) => {
    await signUp(page)
    await recordShifts(page)
    await page.reload()
    await card(page).getByText('fee included').waitFor()
    await page.getByText('Day 1 reward is ready').waitFor()
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
  }))

test('The home page of an account with a coin shows it with its value, and does not move while it loads', () =>
  withPage(async (page) => {
    await signUp(page)
    const coins = page.getByRole('region', { name: 'Your coins' })
    expect(await coins.count()).toBe(0)
    await buyAtMarket(page, '500')
    await recordShifts(page)
    await page.goto('/')
    const bitcoin = coins.getByRole('link', { name: /^BTC/ })
    await expect.poll(() => bitcoin.innerText()).toMatch(/^BTC\s+[+−]?\d+\.\d\d%\s+(49\d|50\d)\.\d\d$/)
    expect(await coins.getByRole('listitem').count()).toBe(1)
    await page.getByText('Day 1 reward is ready').waitFor()
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02)
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await expect.poll(() => bitcoin.innerText()).not.toMatch(/49\d|50\d/)
    await bitcoin.click()
    await page.waitForURL('**/asset?symbol=BTC')
    await page.goto('/')
    await coins.getByRole('link', { name: 'All assets' }).click()
    await page.waitForURL('**/wallet')
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
