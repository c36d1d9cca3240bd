/** Who was brought by whom, however long the way to signing up. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sizes, stage } from './stage.ts'
import { PASSWORD } from './visitor.ts'

const { open, rows } = stage()

type User = { readonly id: string; readonly referral_code: string; readonly referrer: string | null }

/** On the page of signing up. */
async function fillIn(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  return email
}

async function userOf(email: string): Promise<User> {
  const [user] = await rows<User>('select id, referral_code::text, referrer from users where email = $1', [email])
  if (!user) throw new Error(`${email} has no row`)
  return user
}

test.each(sizes)(
  'who came by a link, looked around and was sent to sign up is credited, and gets there, on $name',
  async (device) => {
    const host = await open(device)
    const hostPage = await host.newPage()
    await hostPage.goto('/register')
    const email = await fillIn(hostPage)
    await hostPage.waitForURL((url) => url.pathname === '/')
    const ann = await userOf(email)
    await host.close()

    const context = await open(device)
    const page = await context.newPage()
    await page.goto(`/?ref_code=${ann.referral_code}`)
    await page.getByRole('link', { name: 'Discover' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/discover')
    await page.goto('/trade')
    await page.reload()
    await page.goto('/asset?symbol=BTC')
    await page.waitForURL('**/register')
    expect(await page.getByLabel(/^Referral code/).inputValue()).toBe(ann.referral_code)
    const guest = await fillIn(page)
    await page.waitForURL('**/asset?symbol=BTC')
    expect((await userOf(guest)).referrer).toBe(ann.id)
    expect(await page.evaluate(() => localStorage.getItem('referrer_uid'))).toBeNull()
    await context.close()
  },
)
