/** The layout inside Telegram on an iPhone: everything stays between Telegram's buttons and the tab bar. */

import { expect, test } from 'vitest'
import { navigateTo, openTab, signedIn, startTelegramBrowser } from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, PROFILES } from '../../fixtures/browser/telegram-host.ts'

const { openApp, newContext } = startTelegramBrowser()

const IPHONE = { viewport: { width: 390, height: 844 } }
/** The insets of the profile: status bar and Telegram's buttons, home indicator. */
const TOP = 93

test.each(EMBEDDINGS)('The submit button of the trade form ends above the tab bar in %s', async (embedding) => {
  const launched = await openApp({ context: await newContext(IPHONE), embedding, profile: PROFILES.ios })
  await signedIn(launched)
  await openTab(launched, 'Trade')
  const { app } = launched
  for (const type of ['Limit', 'Market']) {
    await app.getByRole('tab', { name: type, exact: true }).click()
    const submit = app.getByRole('button', { name: 'Enter an amount' })
    await submit.waitFor()
    const bottom = () => submit.evaluate((button) => button.getBoundingClientRect().bottom)
    const tabs = app.getByRole('navigation', { name: 'Section' })
    await expect.poll(bottom).toBeLessThanOrEqual(await tabs.evaluate((bar) => bar.getBoundingClientRect().top))
    const covered = await submit.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button !== document.elementFromPoint(left + width / 2, top + height - 2)?.closest('button')
    })
    expect(covered).toBe(false)
  }
})

test('Scrolled content is covered below Telegram’s buttons', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  for (const path of ['/', '/trade', '/settings']) {
    if (path !== '/') await navigateTo(launched, path)
    await launched.app.locator('main h1, main h2').first().waitFor({ state: 'attached' })
    const covering = () =>
      launched.app.locator('html').evaluate((_, top) => {
        window.scrollTo(0, 160)
        const at = (y: number) => document.elementFromPoint(195, y)
        const cover = document.querySelector('#content')?.parentElement?.firstElementChild
        return [8, top / 2, top - 4].map((y) => at(y) === cover)
      }, TOP)
    await expect.poll(covering).toEqual([true, true, true])
  }
})

test('The Exchange and Wallet switch is on every page without a title inside Telegram, and the five tabs on every page', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  for (const path of ['/', '/trade', '/asset?symbol=BTC', '/settings', '/help', '/terms', '/privacy']) {
    if (path !== '/') await navigateTo(launched, path)
    if (!['/asset?symbol=BTC', '/settings'].includes(path)) {
      const wallet = launched.app.getByRole('button', { name: 'Wallet', exact: true })
      await wallet.waitFor()
      expect([path, await wallet.evaluate((button) => button.getBoundingClientRect().top >= 93)]).toEqual([path, true])
    }
    const tabs = launched.app.getByRole('navigation', { name: 'Section' }).getByRole('link')
    expect(await tabs.allInnerTexts()).toEqual(['Home', 'Trade', 'Earn', 'Frens', 'Assets'])
  }
})

test('Notice, switch, notifications, currency and account are in one row of 28 px on every tab, without a back button or footer', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  const { app } = launched
  for (const path of ['/', '/trade', '/earn', '/frens', '/wallet']) {
    if (path !== '/') await navigateTo(launched, path)
    const row = app.getByRole('complementary', { name: 'Play money' }).locator('..')
    await row.getByRole('link', { name: 'Notifications' }).waitFor()
    await row.getByRole('button', { name: /^Display/ }).waitFor()
    await row.getByRole('button', { name: 'Account' }).waitFor()
    const { height, scrollWidth, clientWidth } = await row.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      scrollWidth: element.scrollWidth,
      clientWidth: element.clientWidth,
    }))
    expect([path, height <= 28, scrollWidth <= clientWidth]).toEqual([path, true, true])
    expect([path, await app.getByRole('button', { name: 'Back' }).count()]).toEqual([path, 0])
    expect([path, await app.getByRole('contentinfo').count()]).toEqual([path, 0])
  }
})

test('A page with a title has one row of 36 px inside Telegram, with the title and the notice of play money', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  const { app } = launched
  for (const [path, title] of [
    ['/settings', 'Settings'],
    ['/settings/security', 'Security'],
    ['/history', 'History'],
    ['/notifications', 'Notifications'],
    ['/asset?symbol=BTC', 'Bitcoin'],
    ['/referrals', 'Referrals'],
  ] as const) {
    await navigateTo(launched, path)
    await app.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    const notice = app.getByRole('note', { name: 'Play money' })
    const boxes = await notice.evaluate((chip) => {
      const bar = chip.parentElement as HTMLElement
      const { top, bottom } = bar.getBoundingClientRect()
      const main = document.querySelector('#content')?.getBoundingClientRect().top
      return { top, height: bottom - top, isNext: main === bottom, end: 390 - chip.getBoundingClientRect().right }
    })
    expect([path, boxes.top, boxes.height, boxes.isNext]).toEqual([path, TOP, 36, true])
    expect(boxes.end).toBeLessThanOrEqual(16)
    const controls = ['Wallet', 'Account', 'Back'].map((name) => app.getByRole('button', { name, exact: true }).count())
    expect([path, ...(await Promise.all(controls))]).toEqual([path, 0, 0, 0])
    expect([path, await app.getByRole('button', { name: /^Display/ }).count()]).toEqual([path, 0])
    expect([path, await app.getByRole('contentinfo').count()]).toEqual([path, 0])
  }
})

test('The amount of a row of the history is at the end of its card inside Telegram', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  await navigateTo(launched, '/history')
  const row = launched.app.getByRole('button', { name: /^Welcome balance/ })
  const right = (part: typeof row) => part.evaluate((element) => element.getBoundingClientRect().right)
  expect((await right(row)) - (await right(row.getByText('+10,000.00 USDT')))).toBe(16)
})

test('The chips of the history begin where its cards do inside Telegram, and the key beside the title is next to the notice', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  await navigateTo(launched, '/history')
  const left = (name: string | RegExp) =>
    launched.app
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  await launched.app.getByRole('button', { name: /^Welcome balance/ }).waitFor()
  expect(await left('All')).toBe(await left(/^Welcome balance/))
  const key = await launched.app
    .getByRole('button', { name: 'Export CSV' })
    .evaluate((element) => element.getBoundingClientRect().right)
  const notice = await launched.app
    .getByText('Play money', { exact: true })
    .evaluate((element) => element.getBoundingClientRect().left)
  expect(notice - key).toBe(8)
})

test('The price of the trade page has as much space above as below inside Telegram', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  await openTab(launched, 'Trade')
  const spaces = await launched.app
    .getByText('Last price, USDT')
    .filter({ visible: true })
    .evaluate((line) => {
      const block = line.parentElement as HTMLElement
      const [inner, outer] = [block, block.parentElement as HTMLElement].map((each) => each.getBoundingClientRect())
      return [inner!.top - outer!.top, outer!.bottom - inner!.bottom]
    })
  expect(spaces).toEqual([8, 8])
})

test('The chart of an iPhone is at least 120 px high beside an order form that is complete', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  await openTab(launched, 'Trade')
  const chart = launched.app.getByRole('region', { name: 'Chart' })
  await chart.locator('canvas').first().waitFor()
  const heights = await chart.evaluate((region) =>
    [...region.children].map((child) => child.getBoundingClientRect().height),
  )
  expect(heights.at(-1)).toBeGreaterThanOrEqual(120)
  const last = launched.app.getByRole('form').getByText('You receive')
  const [line, key] = await Promise.all(
    [last, launched.app.getByRole('button', { name: /^Buy BTC/ })].map((part) =>
      part.evaluate((element) => element.getBoundingClientRect()),
    ),
  )
  // The key is above the tab bar, and what is right above it fades out.
  expect(key!.top - line!.bottom).toBeGreaterThanOrEqual(4)
})

test('Everything in the row of 28 px is on one axis and inside it, without a line above, and the background is the same on every tab', async () => {
  const launched = await openApp({ context: await newContext(IPHONE), profile: PROFILES.ios })
  await signedIn(launched)
  const { app } = launched
  for (const path of ['/', '/trade', '/earn', '/frens', '/wallet']) {
    if (path !== '/') await navigateTo(launched, path)
    const row = app.getByRole('complementary', { name: 'Play money' }).locator('..')
    await row.getByRole('link', { name: 'Notifications' }).waitFor()
    const middle = (part: typeof row) =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return (top + bottom) / 2
      })
    const avatar = row.getByRole('button', { name: 'Account' }).locator('> span:not(.visually-hidden)')
    const parts = [
      row.locator('fieldset'),
      row.getByText('Play money', { exact: true }),
      row.getByRole('link', { name: 'Notifications' }).locator('svg'),
      row.getByRole('button', { name: /^Display/ }),
      avatar,
    ]
    // Measured one after the other, and the row moves while the page loads.
    const spread = async () => {
      const middles = await Promise.all(parts.map(middle))
      return Math.max(...middles) - Math.min(...middles)
    }
    await expect.poll(spread, { message: path }).toBeLessThanOrEqual(0.5)
    const { size, border, background } = await avatar.evaluate((element) => {
      const bar = element.closest('section')?.parentElement as HTMLElement
      return {
        size: element.getBoundingClientRect().height,
        border: getComputedStyle(bar).borderTopWidth,
        background: getComputedStyle(bar.parentElement as HTMLElement).backgroundColor,
      }
    })
    expect([path, size <= 22, border, background]).toEqual([path, true, '0px', 'rgb(23, 33, 43)'])
  }
})
