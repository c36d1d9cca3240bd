/** Inviting a friend, the list of friends and the leaderboard on a phone. */

import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillSignUp, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

test('A friend who joins by the link is listed with a status and a reason, and the link can be copied and scanned', async () => {
  const context = await openContext(phone)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/frens')
  await page.getByText('150 XP for every friend who trades 100 USDT').waitFor()
  await page.getByText('You get 150 XP, and 20% of the fees your friend pays.').waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/register\?ref_code=\d{9}$/)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await page.getByRole('img', { name: `QR code of ${link}` }).waitFor()
  await page.keyboard.press('Escape')

  const guest = await openContext(phone)
  const other = await guest.newPage()
  await other.goto(link)
  await fillSignUp(other)
  await other.waitForURL((url) => url.pathname === '/')
  await guest.close()
  await page.reload()
  await page.getByText(/^Joined, since/).waitFor()
  await expect
    .poll(() => page.locator('dl > div').filter({ hasText: 'Friends' }).innerText())
    .toMatch(/Friends\s+1|1\s+Friends/)

  expect(await page.getByText('Share your link or your code.').count()).toBe(0)
  // The share of the fees is shown once.
  expect(await page.getByText(/20%/).allInnerTexts()).toEqual([
    "20% of your friends' fees, paid every day at 00:10 UTC",
  ])
  await page.getByRole('link', { name: /Trading commission/ }).click()
  await page.waitForURL('**/referrals')
  await context.close()
})

test('Without a friend the key that invites is in view at 360 × 640, above how it works and the leaderboard, and no figures are shown', async () => {
  const context = await openContext({ ...phone, viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/frens')
  const invite = page.getByRole('main').getByRole('button', { name: 'Invite friends' })
  await page.getByRole('heading', { name: 'Leaderboard' }).waitFor()
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  const steps = page.getByRole('heading', { name: 'How it works' })
  await steps.waitFor()
  expect(
    await page
      .locator('dt')
      .filter({ hasText: /^Friends$/ })
      .count(),
  ).toBe(0)
  const [key, how, board, tabs] = await Promise.all(
    [
      invite,
      steps,
      page.getByRole('heading', { name: 'Leaderboard' }),
      page.getByRole('navigation', { name: 'Section' }),
    ].map(topOf),
  )
  expect(key! + 48).toBeLessThanOrEqual(tabs!)
  expect(how).toBeGreaterThan(key!)
  expect(board).toBeGreaterThan(how!)
  await context.close()
})

test('The leaderboard shows the own rank, and hiding removes the name but keeps the rank', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/earn')
  await page.getByRole('button', { name: 'Claim 10 XP' }).click()
  await page.getByText('Daily reward claimed').waitFor()
  await page.goto('/frens')
  await page.getByText(/\(you\)$/).waitFor()
  await page.getByText(/^Your rank: \d+$/).waitFor()
  const hide = page.getByRole('switch', { name: 'Hide me' })
  await hide.focus()
  await page.keyboard.press('Space')
  await page.getByText('You are hidden').waitFor()
  await expect.poll(() => page.getByText(/\(you\)$/).count()).toBe(0)
  expect(await hide.isChecked()).toBe(true)
  await page.reload()
  await expect.poll(() => hide.isChecked()).toBe(true)
  await context.close()
})

test('Friends that cannot be loaded show "Failed to fetch referrals" and can be loaded again', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const path = '**/api/referral/referrals/**'
  await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/frens')
  await page.getByText('Failed to fetch referrals').waitFor()
  await page.unroute(path)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click()
  await page.getByText('Share your link or your code.').waitFor()
  await context.close()
})
