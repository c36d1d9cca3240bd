/** The undo link of a security notification, in a browser against the real server. */

import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { emailedLink } from '../fixtures/browser/emailed-link.ts'
import { PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

/** Turns on 2FA of a user with a confirmed email; returns the undo link. */
async function turnOn2fa(page: Page): Promise<string> {
  await page.goto(await emailedLink(page, '/confirm'))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  await page.goto('/settings/security/2fa')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.getByRole('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('6-digit code').fill(new TOTP({ secret }).generate())
  await page.getByText('Enter your password').waitFor()
  await page.getByLabel('Your password', { exact: true }).fill('not the one')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('Wrong password.').waitFor()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  return emailedLink(page, '/undo')
}

test('An undo link explains the change, changes nothing until it is confirmed, and then logs out everywhere', async () => {
  const [context, other] = [await openContext(phone), await openContext(desktop)]
  const [page, reader] = [await context.newPage(), await other.newPage()]
  await signUp(page)
  const link = await turnOn2fa(page)
  await page.goto('/settings/security')
  await reader.goto(link)
  await reader.getByText('Two-factor authentication was turned on').waitFor()
  expect(new URL(reader.url()).hash).toBe('')
  expect(await page.getByText('On, 10 recovery codes left').count()).toBe(1)
  await reader.route('**/api/users/undo/', (route) => route.abort())
  await reader.getByRole('button', { name: 'Undo and sign out everywhere' }).click()
  await reader.getByText("Can't connect right now.").waitFor()
  await reader.unroute('**/api/users/undo/')
  await reader.getByRole('button', { name: 'Undo and sign out everywhere' }).press('Enter')
  await reader.getByRole('heading', { name: 'The change was undone' }).waitFor()
  expect(await reader.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe('/forgot')
  await page.waitForURL('**/register')
  await reader.goto('/')
  await reader.goto(link)
  await reader.getByText('This link was already used.').waitFor()
  await reader.reload()
  await reader.getByText('Open the link in the message again.').waitFor()
  await context.close()
  await other.close()
})

test('An undo page reports an invalid link, an expired link, and a server that cannot be reached', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/undo#token=x')
  await page.getByText('This link is not valid. Open it from the message again.').waitFor()
  const details = '**/api/users/undo/details/'
  const refusal = { detail: 'expired', code: 'UNDO_EXPIRED' }
  await page.route(details, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto('/')
  await page.goto('/undo#token=y')
  await page.getByText('This link has expired: it was valid for 72 hours.').waitFor()
  await page.unroute(details)
  await page.route(details, (route) => route.abort())
  await page.goto('/')
  await page.goto('/undo#token=z')
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute(details)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('This link is not valid. Open it from the message again.').waitFor()
  await context.close()
})
