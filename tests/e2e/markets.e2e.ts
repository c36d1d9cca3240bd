/** The market lists in a real browser: search, coin details, sorting by keyboard, favorites and the link to trading. */

import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import { marketRows, signUp } from '../fixtures/browser/page-actions.ts'
import { sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

async function withPage(device: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(device)
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await act(page)
  expect(pageErrors).toEqual([])
  await context.close()
}

/** The pair names of the list, top to bottom. */
const listedPairs = (page: Page): Promise<string[]> =>
  marketRows(page)
    .locator('span:has(> b)')
    .allInnerTexts()
    .then((names) => names.map((name) => name.replace(/\s/g, '')))

describe.each(sizes)('Market lists on $name', ({ name: _name, ...device }) => {
  test('A guest searches for a market, reads the coin details and opens the trade page', () =>
    withPage(device, async (page) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'All markets' }).click()
      await page.getByRole('searchbox', { name: 'Search 10 markets' }).fill('pepe')
      await page.getByRole('button', { name: /^PEPE/ }).waitFor()
      expect(await listedPairs(page)).toEqual(['PEPE/USDT'])
      await page.getByRole('button', { name: /^PEPE/ }).click()
      const sheet = page.getByRole('dialog', { name: 'Pepe' })
      await sheet.getByText('High risk').waitFor()
      await sheet.getByText('420,690,000,000,000 PEPE').waitFor()
      const links = sheet.getByRole('list', { name: 'Links' }).getByRole('link')
      expect(await links.count()).toBe(3)
      for (const link of await links.all()) {
        expect(await link.getAttribute('rel')).toBe('noreferrer')
        expect(await link.getAttribute('target')).toBe('_blank')
        expect(await link.getAttribute('href')).toMatch(/^https:/)
      }
      expect(await sheet.getByRole('link', { name: 'Convert' }).getAttribute('href')).toBe('/wallet?convert&to=PEPE')
      // The sheet is part of the URL: it opens again after a reload and closes with Escape.
      await page.reload()
      await sheet.waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.goto('/discover?pair=5')
      await sheet.getByRole('button', { name: 'Trade', exact: true }).click()
      await page.waitForURL('**/trade')
      await page.getByRole('button', { name: 'PEPE/USDT, choose a pair' }).waitFor()
    }))

  test('Market categories have a title, and an empty search can be cleared', () =>
    withPage(device, async (page) => {
      await page.goto('/discover')
      await page.getByRole('button', { name: 'Memes', exact: true }).click()
      await page.getByRole('region', { name: 'Memes' }).waitFor()
      expect((await listedPairs(page)).sort()).toEqual(['DOGE/USDT', 'DOGS/USDT', 'PEPE/USDT', 'SHIB/USDT'])
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.getByRole('region', { name: 'New' }).waitFor()
      expect(await listedPairs(page)).toHaveLength(10)
      await page.getByRole('searchbox').fill('no such market')
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect.poll(() => listedPairs(page)).toHaveLength(10)
    }))

  test('Favorites survive a reload, and an empty favorites list shows suggestions', () =>
    withPage(device, async (page) => {
      await signUp(page)
      await page.goto('/markets')
      await page.getByRole('tab', { name: 'Favorites' }).click()
      await page.getByText('Star a pair to see it here').waitFor()
      expect(await listedPairs(page)).toHaveLength(6)
      const first = (await listedPairs(page))[0] ?? ''
      await page.getByRole('button', { name: `Add ${first} to favorites` }).click()
      await page.getByText('Added to favorites').waitFor()
      await expect.poll(() => listedPairs(page)).toEqual([first])
      await page.reload()
      await page.getByRole('tab', { name: 'Favorites' }).click()
      await expect.poll(() => listedPairs(page)).toEqual([first])
      await page.getByRole('searchbox').fill(first === 'BTC/USDT' ? 'ETH' : 'BTC')
      await page.getByRole('button', { name: 'Search all markets' }).click()
      await expect.poll(() => listedPairs(page)).toHaveLength(1)
      await page.getByRole('searchbox').fill('')
      await page.getByRole('button', { name: `Remove ${first} from favorites` }).click()
      await page.getByText('Removed from favorites').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('favorites'))).toBe('[]')
    }))

  test('The market list can be sorted and a market opened with the keyboard', () =>
    withPage(device, async (page) => {
      await signUp(page)
      await page.goto('/markets')
      await page.getByRole('button', { name: 'Sort by Price' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Price, highest first' }).waitFor()
      expect((await listedPairs(page)).slice(0, 3)).toEqual(['BTC/USDT', 'ETH/USDT', 'SOL/USDT'])
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Price, lowest first' }).waitFor()
      expect((await listedPairs(page)).slice(-3)).toEqual(['SOL/USDT', 'ETH/USDT', 'BTC/USDT'])
      await page.getByRole('button', { name: 'Sort by Pair' }).press('Space')
      await page.getByRole('button', { name: 'Pair, A to Z' }).waitFor()
      expect((await listedPairs(page))[0]).toBe('BTC/USDT')
      await page.getByRole('tab', { name: 'All' }).focus()
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
      await page.getByRole('tabpanel', { name: 'New' }).waitFor()
      await page.getByRole('button', { name: /^ETH/ }).press('Enter')
      await page.waitForURL('**/trade')
      await page.getByRole('button', { name: 'ETH/USDT, choose a pair' }).waitFor()
    }))
})

test('A failed market list shows an error with Retry, and a failed refresh keeps the rows', () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
    const path = `**${EXCHANGE_BASE}${api.fullPairs.path}*`
    await page.route(path, (route) => route.abort())
    await page.goto('/discover')
    await page.getByText('Failed to fetch all trading pairs').waitFor()
    await page.getByText("Couldn't load the markets").waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => listedPairs(page)).toHaveLength(10)
    const description = '**/description/'
    await page.route(description, (route) => route.abort())
    await page.getByRole('button', { name: /^BTC/ }).last().click()
    const sheet = page.getByRole('dialog', { name: 'Bitcoin' })
    await sheet.getByText('Failed to fetch pair description').waitFor()
    await page.unroute(description)
    await sheet.getByRole('button', { name: 'Retry' }).click()
    await sheet.getByText('21,000,000 BTC').waitFor()
    await page.keyboard.press('Escape')
    // A failed refresh keeps the rows.
    let refused = 0
    await page.route(path, (route) => {
      refused += 1
      return route.abort()
    })
    await expect.poll(() => refused).toBeGreaterThan(1)
    expect(await listedPairs(page)).toHaveLength(10)
  }))

test('The sheet of a coin has its star beside the key that closes it, links in one line, and no figure without a value', () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto('/discover?pair=2')
    const sheet = page.getByRole('dialog', { name: 'Ether' })
    const links = sheet.getByRole('list', { name: 'Links' }).getByRole('link')
    await links.first().waitFor()
    const middle = (part: Locator) =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return (top + bottom) / 2
      })
    const star = sheet.getByRole('button', { name: 'Add ETH/USDT to favorites' })
    expect(await middle(star)).toBe(await middle(sheet.getByRole('button', { name: 'Close' })))
    const pill = sheet.locator('span[data-direction]').first()
    const price = pill.locator('xpath=preceding-sibling::span')
    expect(Math.abs((await middle(pill)) - (await middle(price)))).toBeLessThanOrEqual(1)
    expect(new Set(await Promise.all((await links.all()).map(middle))).size).toBe(1)
    const values = await sheet.locator('dd').allInnerTexts()
    expect(values.length).toBeGreaterThan(3)
    expect(values.filter((value) => value === '–')).toEqual([])
  }))

test('The sparklines of the home page are below each other at 360 × 640, and the names of the pairs are complete', () =>
  withPage({ viewport: { width: 360, height: 640 } }, async (page) => {
    await page.goto('/')
    await marketRows(page).nth(9).locator('svg polyline').waitFor({ state: 'attached' })
    const places = await marketRows(page)
      .locator('svg:has(polyline)')
      .evaluateAll((all) => all.map((line) => [line.getBoundingClientRect().left, line.clientWidth].join(' ')))
    expect(places).toHaveLength(10)
    expect(new Set(places).size).toBe(1)
    const cut = await marketRows(page)
      .locator('span:has(> small)')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    expect(cut).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }))

test('The home page of a guest has three facts that its title does not say, and the markets once', () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto('/')
    await marketRows(page).first().waitFor()
    const facts = page.getByRole('region', { name: /^Why / }).getByRole('listitem')
    expect((await facts.allInnerTexts()).map((fact) => fact.split(/\n+/).join(': '))).toEqual([
      expect.stringMatching(/^0\.\d\d%: order book fee$/),
      'Daily: published proof of balances',
      '2FA: for every withdrawal',
    ])
    expect(await page.getByRole('heading', { name: /Biggest moves|Top gainers/ }).count()).toBe(0)
  }))
