/** The referral code of a link is kept until the visitor signs up. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../fixtures/browser/page-actions.ts'
import { sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext, queryRows } = startTestBrowser()

type User = { readonly id: string; readonly referral_code: string; readonly referrer: string | null }

/** Fills in and submits the registration form. Returns the email. */
async function fillIn(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  return email
}

async function userOf(email: string): Promise<User> {
  const [user] = await queryRows<User>('select id, referral_code::text, referrer from users where email = $1', [email])
  if (!user) throw new Error(`${email} has no row`)
  return user
}

test.each(sizes)(
  'A visitor who came by a referral link and signs up later is credited to the referrer, on $name',
  async (device) => {
    const host = await openContext(device)
    const hostPage = await host.newPage()
    await hostPage.goto('/register')
    const email = await fillIn(hostPage)
    await hostPage.waitForURL((url) => url.pathname === '/')
    const referrer = await userOf(email)
    await host.close()

    const context = await openContext(device)
    const page = await context.newPage()
    await page.goto(`/?ref_code=${referrer.referral_code}`)
    await page
      .getByRole('link', { name: /^(Discover|Search coins)$/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.waitForURL('**/discover')
    await page.goto('/trade')
    await page.reload()
    await page.goto('/asset?symbol=BTC')
    await page.waitForURL('**/register')
    expect(await page.getByLabel(/^Referral code/).inputValue()).toBe(referrer.referral_code)
    const guest = await fillIn(page)
    await page.waitForURL('**/asset?symbol=BTC')
    expect((await userOf(guest)).referrer).toBe(referrer.id)
    expect(await page.evaluate(() => localStorage.getItem('referrer_uid'))).toBeNull()
    await context.close()
  },
)
