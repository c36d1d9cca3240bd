/** The identity check with the provider of play mode: the real server, its webhook, and two tabs. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import { PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext, operate } = startTestBrowser()

const sheet = (page: Page) => page.getByRole('dialog')
const link = (page: Page) => sheet(page).getByRole('link', { name: 'Continue to the identity check' })

/** Presses the link of the open sheet. Resolves to the provider's page. */
async function openProvider(page: Page): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link(page).click()])
  await opened.getByRole('heading', { name: 'Play identity check' }).waitFor()
  return opened
}

/** Chooses the result on the provider's page, which then leads back. */
async function decide(provider: Page, decision: 'Approve' | 'Send for review' | 'Ask again' | 'Reject'): Promise<void> {
  await provider.getByRole('button', { name: decision }).click()
  await provider.waitForURL('**/settings/identity')
  await provider.close()
}

/** What the server answers to a user. */
async function read({ request }: Page, email: string, path: string): Promise<Readonly<Record<string, string>>> {
  const login = await request.post(EXCHANGE_BASE + api.login.path, { data: { email, password: PASSWORD } })
  const headers = { [TOKEN_HEADER]: `Bearer ${(await login.json()).access}` }
  return (await request.get(EXCHANGE_BASE + path, { headers })).json()
}

const limitOf = async (page: Page, email: string) => (await read(page, email, api.withdrawalLimits.path)).limit

describe.each(sizes)('The identity check on $name', (size) => {
  test('A user starts at the task, is approved, sees it without a reload, and claims the reward', async () => {
    const context = await openContext(size)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const email = await signUp(page)
    await page.goto('/earn')
    await page.getByRole('link', { name: /^Verify your identity/ }).click()
    await page.waitForURL('**/settings/identity?verify')
    await sheet(page).getByText('Withdraw up to 50,000 USDT a day instead of 1,000.').waitFor()
    const provider = await openProvider(page)
    await sheet(page).getByText('Waiting for the result').waitFor()
    // It disappears by itself, perhaps before the page of the provider has led back.
    const announced = page.getByText('Identity verified').first().waitFor()
    await decide(provider, 'Approve')
    await announced
    await sheet(page).waitFor({ state: 'detached' })
    await page.getByText('Verified', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await limitOf(page, email)).toBe('50000')
    await page.goto('/settings/identity?verify')
    await page.getByText('Your identity is verified.').waitFor()
    expect(await sheet(page).count()).toBe(0)
    await page.goto('/earn')
    await page.getByRole('button', { name: /Claim.*Verify your identity/ }).click()
    await page.getByText('+300 XP').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

test('A rejected user reads the reason and tries again, and a final rejection offers no further check', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const email = await signUp(page)
  await page.goto('/settings/identity?verify')
  const first = await openProvider(page)
  await decide(first, 'Ask again')
  await page.getByText('The photo of the document is not readable.').first().waitFor()
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try again: Identity check' }).click()
  await sheet(page).getByRole('heading', { name: 'What was missing' }).waitFor()
  const second = await openProvider(page)
  await decide(second, 'Send for review')
  await page.getByText('Your documents are being checked.').waitFor()
  await page.getByRole('button', { name: 'Open: Identity check' }).click()
  const third = await openProvider(page)
  await decide(third, 'Reject')
  await page.getByText('The document could not be accepted. Contact support.').waitFor()
  await page.getByText('Rejected', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /: Identity check$/ }).count()).toBe(0)
  expect(await limitOf(page, email)).toBe('1000')
  await context.close()
})

test('The sheet works with the keyboard, and Escape and Back return to the row', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/identity')
  const start = page.getByRole('button', { name: 'Verify: Identity check' })
  await start.focus()
  await page.keyboard.press('Enter')
  await link(page).waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true)
  await start.click()
  await link(page).waitFor()
  await page.goBack()
  await sheet(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/settings/identity')
  await context.close()
})

test('Without a connection the sheet says so, and a retry gets the link', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/identity')
  const pattern = '**/verify/get-websdk-link/**'
  await page.route(pattern, (route) => route.abort())
  await page.getByRole('button', { name: 'Verify: Identity check' }).click()
  await sheet(page).getByRole('alert').waitFor()
  await page.unroute(pattern)
  await sheet(page).getByRole('button', { name: 'Retry' }).click()
  await link(page).waitFor()
  await context.close()
})

test('What an operator decides is shown on an open page without a reload', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const { uuid: user } = await read(page, await signUp(page), api.profile.path)
  await page.goto('/settings/identity')
  await page.getByText('Verify your identity to withdraw more.').waitFor()
  await operate('set-level', { user, level: '1' })
  await page.getByText('Your identity is verified.').waitFor()
  await operate('set-level', { user, level: '0' })
  await page.getByText('Verify your identity to withdraw more.').waitFor()
  await context.close()
})
