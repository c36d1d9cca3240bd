/** Tab bar, header switch, footer, the pages about the exchange, the session gate and the scroll position. */

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { marketRows, signUp } from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const BAR_PAGES = ['/trade', '/asset?symbol=BTC', '/settings'] as const
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Section' })
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('The tab bar of a phone leads to Home, Trade, Earn, Frens and Assets, and Home leads to Discover', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  expect(await tabBar(page).getByRole('link').allInnerTexts()).toEqual(['Home', 'Trade', 'Earn', 'Frens', 'Assets'])
  await tabBar(page).getByRole('link', { name: 'Frens' }).click()
  await page.getByRole('button', { name: 'Invite friends' }).waitFor()
  expect(await tabBar(page).locator('[aria-current="page"]').innerText()).toBe('Frens')
  await tabBar(page).getByRole('link', { name: 'Home' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Search coins' }).click()
  await page.waitForURL('**/discover')
  const hasFocus = () => page.getByRole('searchbox').evaluate((field) => field === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  expect(await tabBar(page).locator('[aria-current="page"]').innerText()).toBe('Home')
  await context.close()
})

test('The Exchange and Wallet switch is on every page of a phone, and Wallet answers "Coming soon!"', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  for (const path of ['/', '/wallet', ...BAR_PAGES]) {
    await page.goto(path)
    const wallet = page.getByRole('button', { name: 'Wallet', exact: true })
    await wallet.click()
    await page.getByText('Coming soon!').waitFor()
    expect([path, await wallet.getAttribute('aria-pressed')]).toEqual([path, 'true'])
  }
  await context.close()
})

describe('The footer', () => {
  test('is on every page of a desktop, with links to pages of our own and no link for Job Openings', async () => {
    const context = await openContext(desktop)
    const page = await context.newPage()
    await signUp(page)
    for (const path of ['/', '/wallet', '/frens', ...BAR_PAGES]) {
      await page.goto(path)
      const footer = page.getByRole('contentinfo')
      await footer.waitFor()
      const links = await footer.getByRole('link').allInnerTexts()
      expect([path, links]).toEqual([path, ['Help', 'Terms of Use', 'Privacy Policy', 'About']])
      expect(await footer.innerText()).toMatch(/Job Openings\s+Coming soon/)
      expect(await footer.innerText()).not.toMatch(/Discord|Community|Support/)
    }
    await context.close()
  })

  test.each(sizes)('leads to readable pages for help, terms and privacy on $name', async (size) => {
    const context = await openContext(size)
    const page = await context.newPage()
    for (const [name, heading] of [
      ['Help', 'Help'],
      ['Terms of Use', 'Terms of Use'],
      ['Privacy Policy', 'Privacy Policy'],
    ] as const) {
      await page.goto('/')
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3)
      expect(await scrollTop(page)).toBe(0)
    }
    await page.goto('/register')
    await page.getByRole('main').getByRole('link', { name: 'Terms of Use' }).click()
    await page.waitForURL('**/terms')
    await context.close()
  })

  test('is not on the pages of a phone that is signed in, and is there for guests', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('contentinfo').waitFor()
    await signUp(page)
    for (const path of ['/', '/wallet', '/earn', '/help']) {
      await page.goto(path)
      await page.getByRole('main').locator('h1, h2').first().waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Account' }).waitFor()
      expect([path, await page.getByRole('contentinfo').count()]).toEqual([path, 0])
    }
    await context.close()
  })

  test('The settings of a phone lead to help, terms, privacy and about', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Help and rules' }).click()
    await page.waitForURL('**/help')
    for (const [name, path] of [
      ['Terms of Use', '/terms'],
      ['Privacy Policy', '/privacy'],
      ['About', '/about'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${path}`)
    }
    await context.close()
  })
})

test('Deposit and Withdraw open their sheets on Home and Assets, and login methods without setup say so', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  for (const path of ['/', '/wallet']) {
    await page.goto(path)
    for (const [name, heading] of [
      ['Deposit', /^Deposit/],
      ['Withdraw', /^Withdraw/],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('heading', { level: 2, name: heading }).first().waitFor()
      await page.goto(path)
    }
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  for (const name of ['Google', 'Telegram']) {
    await page.getByRole('main').getByRole('button', { name }).click()
    await page.getByText(`${name} sign-in isn't available yet`).waitFor()
  }
  await context.close()
})

test.each(['/wallet', '/markets', '/frens', '/earn', '/referrals', '/asset', '/settings'])(
  'The session gate of %s covers the whole screen while the session starts',
  async (path) => {
    const context = await openContext(phone)
    await context.addInitScript(() => localStorage.setItem('refreshToken', 'held'))
    const page = await context.newPage()
    await page.route(`**${api.refresh.path}`, () => undefined)
    await page.goto(path)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    await context.close()
  },
)

describe('The scroll position', () => {
  test('A page opens at its top, and Back restores the position of the former page', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    await signUp(page)
    await marketRows(page).nth(8).waitFor()
    await page.evaluate(() => window.scrollTo(0, 420))
    await expect.poll(() => scrollTop(page)).toBe(420)
    await tabBar(page).getByRole('link', { name: 'Assets' }).click()
    await page.getByRole('button', { name: /^Show \d+ coins without a balance/ }).click()
    await page.locator('a[href*="/asset?symbol="]').nth(5).waitFor()
    expect(await scrollTop(page)).toBe(0)
    await page.evaluate(() => window.scrollTo(0, 300))
    await expect.poll(() => scrollTop(page)).toBe(300)
    await page
      .locator('a[href*="/asset?symbol=BTC"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.getByText('Average price').waitFor()
    expect(await scrollTop(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => scrollTop(page)).toBe(300)
    await page.goBack()
    await expect.poll(() => scrollTop(page)).toBe(420)
    await page.goForward()
    await expect.poll(() => scrollTop(page)).toBe(300)
    await page.reload()
    // The browser keeps the visible row in place when a row above it changes its height.
    await expect.poll(async () => Math.abs((await scrollTop(page)) - 300)).toBeLessThan(20)
    await context.close()
  })

  test('Nothing on the home page moves when the card of the daily reward is loaded', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    const answer = Promise.withResolvers<void>()
    await page.route(`**${api.earnProfile.base}${api.earnProfile.path}`, async (route) => {
      await answer.promise
      await route.continue()
    })
    await signUp(page)
    const bottomOf = async (element: Locator) => {
      const box = await element.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const space = async () =>
      (await bottomOf(page.getByRole('link', { name: 'Search coins' }))) -
      (await bottomOf(page.getByRole('region', { name: 'Total balance' })))
    await page.getByRole('link', { name: 'Search coins' }).waitFor()
    const before = await space()
    answer.resolve()
    await page.getByRole('main').getByText('Start mining').first().waitFor()
    expect(await space()).toBe(before)
    await context.close()
  })

  test('Opening and closing the sheet of a coin does not scroll the list behind it', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    await page.goto('/discover')
    await marketRows(page).nth(8).waitFor()
    await page.evaluate(() => window.scrollTo(0, 200))
    await marketRows(page)
      .nth(5)
      .evaluate((row: HTMLElement) => row.click())
    await page.getByRole('dialog').waitFor()
    expect(await scrollTop(page)).toBe(200)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await scrollTop(page)).toBe(200)
    await context.close()
  })
})

test.each([
  { width: 360, height: 640 },
  { width: 320, height: 568 },
])('The order form and its confirmation keep their buttons in view at $width × $height', async (viewport) => {
  const context = await openContext({ ...phone, viewport })
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('tab', { name: 'Market', exact: true }).click()
  await page
    .getByLabel(/Total|Spend/)
    .first()
    .fill('500')
  const submit = page.getByRole('button', { name: 'Buy BTC' })
  await submit.waitFor()
  const [button, tabs] = [await submit.boundingBox(), await tabBar(page).boundingBox()]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
  await submit.click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Buy BTC for/ })
  await confirm.waitFor()
  const box = await confirm.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  await context.close()
})

test('The navigation of a desktop marks the current page, also on Home', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  for (const [path, name] of [
    ['/', 'Home page'],
    ['/discover', 'Discover'],
    ['/trade', 'Trade'],
    ['/earn', 'Earn'],
    ['/frens', 'Frens'],
    ['/history', 'Assets'],
  ] as const) {
    await page.goto(path)
    const current = page.getByRole('banner').locator('[aria-current="page"]')
    await page.getByRole('banner').getByRole('link', { name: 'Assets' }).waitFor()
    expect(await current.count()).toBe(1)
    expect(await current.evaluate((link) => link.getAttribute('aria-label') ?? link.textContent)).toBe(name)
    const lines = await current.evaluate((link) => {
      const { borderBottomColor, borderBottomWidth } = getComputedStyle(link)
      return [borderBottomColor !== 'rgba(0, 0, 0, 0)', borderBottomWidth]
    })
    expect(lines).toEqual([true, '2px'])
  }
  await context.close()
})
