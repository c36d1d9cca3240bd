/** Commissions on a phone: tier, friends and payouts. */

import { expect, test } from 'vitest'
import { buyAtMarket, fillSignUp, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

test('A friend who trades counts as active, with the volume, and the page leads back to Frens', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/referrals')
  await page.getByText('10 more active friends for 25%').waitFor()
  await page.getByText('No payouts yet').waitFor()
  await page.getByText(/^Next payout/).waitFor()
  const code = /ref_code=(\d{9})/.exec(await page.getByText(/ref_code=\d{9}/).innerText())?.[1]

  const guest = await openContext(phone)
  const other = await guest.newPage()
  await other.goto(`/register?ref_code=${code}`)
  await fillSignUp(other)
  await other.waitForURL((url) => url.pathname === '/')
  await buyAtMarket(other, '500')
  await guest.close()

  await page.reload()
  await page.getByText('9 more active friends for 25%').waitFor()
  expect(await page.getByRole('progressbar', { name: 'Progress to the next tier' }).getAttribute('aria-valuenow')).toBe(
    '10',
  )
  await page.getByText(/^Active, since/).waitFor()
  await page.getByText(/Volume (499|500)\.\d\d USDT/).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/frens')
  await page.getByText('Paid a trading fee in the last 30 days.').waitFor()
  await context.close()
})

test('Referrals that cannot be loaded show "Failed to fetch referral data" and can be loaded again', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const path = '**/exchange-backend/api/referrals/**'
  await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/referrals')
  await page.getByText('Failed to fetch referral data').waitFor()
  await page.unroute(path)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Total profit').waitFor()
  await context.close()
})
