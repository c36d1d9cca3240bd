/** A live exchange without coins and markets: every page says so, and markets that an operator lists appear by themselves. */

import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { fillSignUp, marketRows } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { LIVE_MODE } from '../fixtures/live-mode.ts'
import { operate } from '../fixtures/operator-request.ts'
import { operatorFile } from '../fixtures/operator-tool.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'

const browser = startTestBrowser({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const change = (...words: readonly string[]) => operate(browser.dataDir, [...words, '--reason', 'the exchange opens'])
const file = (content: unknown) => operatorFile(folder, 'file.json', content)

const NONE = 'No markets yet'
type Visit = readonly [path: string, text: string]

const GUEST_PAGES: readonly Visit[] = [
  ['/', NONE],
  ['/discover', NONE],
  ['/trade', NONE],
  ['/trade/BTC-USDT', 'Page not found'],
  ['/liabilities', 'Proof of liabilities'],
  ['/help', 'How Tern works'],
]

const USER_PAGES: readonly Visit[] = [
  ['/', NONE],
  ['/discover?pair=1', NONE],
  ['/markets', NONE],
  ['/trade', NONE],
  ['/wallet', 'No coins yet'],
  ['/wallet?convert', 'Nothing can be converted yet'],
  ['/wallet?deposit', 'No coin can be deposited'],
  ['/wallet?withdraw', 'No coin can be withdrawn'],
  ['/asset?symbol=BTC', "BTC isn't listed here."],
  ['/history', 'Nothing here yet'],
  ['/notifications', 'No notifications yet'],
  ['/earn', 'Make your first trade'],
  ['/frens', 'Hide me'],
  ['/referrals', 'Next payout'],
  ['/settings', 'protections on'],
]

/** Pages that crash, load without an end or are wider than the screen. */
async function problemsOf(page: Page, visits: readonly Visit[]): Promise<readonly string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  for (const [path, text] of visits) {
    await page.goto(path)
    const isShown = await page
      .getByText(text)
      .first()
      .waitFor({ timeout: 15_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isShown) problems.push(`${path} does not show "${text}": ${await page.locator('body').innerText()}`)
    const loading = page.locator('[data-loading], [aria-busy="true"]')
    const isLoaded = await expect
      .poll(() => loading.count(), { timeout: 15_000 })
      .toBe(0)
      .then(
        () => true,
        () => false,
      )
    if (!isLoaded) problems.push(`${path} is still loading`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) problems.push(`${path} is ${overflow} px too wide`)
  }
  return problems
}

test('Without markets every page of a guest says so on a desktop', async () => {
  const context = await browser.openContext(desktop)
  expect(await problemsOf(await context.newPage(), GUEST_PAGES)).toEqual([])
  await context.close()
})

test('Without markets every page of a user says so on a phone', async () => {
  const context = await browser.openContext(phone)
  const page = await context.newPage()
  await page.goto('/register')
  await fillSignUp(page)
  await page.waitForURL((url) => url.pathname === '/')
  expect(await problemsOf(page, USER_PAGES)).toEqual([])
  await context.close()
})

const market = (base: string) => ({
  base,
  quote: 'USDT',
  status: 'trading',
  tickSize: '0.01',
  lotSize: '0.0001',
  referencePrice: '50',
  minAmount: '0.001',
  maxAmount: '100',
  minTotal: '1',
  maxTotal: '10000',
  band: '10',
  makerFee: '0.1',
  takerFee: '0.1',
})

test('Markets that an operator lists, pauses and hides change on open pages without a reload', async () => {
  const context = await browser.openContext(phone)
  const [home, trade, wallet] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await home.goto('/register')
  await fillSignUp(home)
  await home.waitForURL((url) => url.pathname === '/')
  for (const [page, path, text] of [
    [home, '/', NONE],
    [trade, '/trade', NONE],
    [wallet, '/wallet', 'No coins yet'],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  }
  await change(
    'currencies',
    'list',
    file([
      { symbol: 'USDT', name: 'Tether', decimals: 8 },
      { symbol: 'ZEN', name: 'Zen coin', decimals: 8 },
    ]),
  )
  await change('markets', 'list', file(market('ZEN')))
  await marketRows(home).filter({ hasText: 'ZEN' }).waitFor()
  await wallet.getByRole('link', { name: /^ZEN/ }).waitFor()
  await trade.getByRole('button', { name: 'ZEN/USDT, choose a pair' }).waitFor()
  // A coin without an icon file has a letter.
  expect(await marketRows(home).locator('svg text').first().textContent()).toBe('Z')

  await change('markets', 'status', 'ZEN/USDT', 'halted')
  await trade.getByText('They cannot be cancelled for now.').waitFor()
  await marketRows(home).filter({ hasText: 'Paused' }).waitFor()
  await change('markets', 'status', 'ZEN/USDT', 'cancel_only')
  await trade.getByText('You can cancel your open orders.').waitFor()

  await change('currencies', 'hide', 'ZEN')
  await trade.getByText(NONE).waitFor()
  await home.getByText(NONE).waitFor()
  await wallet.getByRole('link', { name: /^ZEN/ }).waitFor({ state: 'detached' })
  for (const page of [home, trade, wallet]) expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await context.close()
})
