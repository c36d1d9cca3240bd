/** Play mail in a browser against the real server. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api, health } from '../../src/contract/api.ts'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { mockPlayMail, NO_MAIL, playMails } from '../fixtures/browser/play-mails.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()
const CALL = `**${api.playMail.path}`

const mailCalled = (page: Page, subject: string) => page.getByRole('button', { name: new RegExp(`^${subject}`) })

test('An email that arrives while Play mail is open appears, and its row shows and hides its text', async () => {
  const context = await openContext(phone)
  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto('/play/mail')
  await page.getByText('No mail yet').waitFor()
  const email = await signUp(other)
  const row = mailCalled(page, 'Confirm your email for Tern').filter({ hasText: `To ${email}` })
  await row.click()
  await page.getByText('Please confirm this email for your Tern account.').waitFor()
  await row.press('Enter')
  await expect.poll(() => page.getByText('Please confirm this email').count()).toBe(0)
  await row.click()
  await page.getByRole('button', { name: 'Confirm email' }).press('Enter')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  await context.close()
})

test('Play mail has a button for a link into the app, and shows one that leads elsewhere as text', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await mockPlayMail(page, playMails(new Date().toISOString()))
  await page.goto('/play/mail')
  await mailCalled(page, 'Confirm your email').click()
  await page.getByText('Confirm email: https://elsewhere.example/confirm#token=confirm').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm email' }).count()).toBe(0)
  expect(await page.locator('a[href*="elsewhere"]').count()).toBe(0)
  await mailCalled(page, 'Reset your').click()
  expect(await page.getByRole('button', { name: 'Choose a new password' }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Freeze my account' }).count()).toBe(1)
  await context.close()
})

test('Play mail says why it is empty, and tries again after a failure', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.route(CALL, (route) => route.abort())
  await page.goto('/play/mail')
  await page.getByText("Couldn't load your mail").waitFor()
  await page.unroute(CALL)
  await mockPlayMail(page, NO_MAIL)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('No mail yet').waitFor()
  await page.getByText('arrive here for the accounts that signed in with this browser').waitFor()
  await context.close()
})

test('A play exchange with a mail server says that it sends its emails', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.route(CALL, (route) => route.fulfill({ status: 404, json: { detail: 'Not found.', code: 'NOT_FOUND' } }))
  await page.goto('/play/mail')
  await page.getByText('This exchange sends its emails to your address.').waitFor()
  await context.close()
})

test('With real money the page of play mail is not found', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.route(`**${health.path}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), mode: 'live' } })
  })
  await page.goto('/play/mail')
  await page.getByText('Page not found').first().waitFor()
  expect(await page.getByRole('heading', { name: 'Play mail' }).count()).toBe(0)
  await context.close()
})
