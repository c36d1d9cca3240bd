/** Freezing the own account, in a browser against the real server. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { emailedLink } from '../fixtures/browser/emailed-link.ts'
import { PASSWORD, placeRestingOrder, signUp } from '../fixtures/browser/page-actions.ts'
import { nextCode, turnOn2fa } from '../fixtures/browser/second-factor.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

/** Turns on 2FA and returns its secret. */
async function secure(page: Page): Promise<string> {
  await page.goto('/settings/security/2fa')
  const secret = await turnOn2fa(page)
  await page.getByText("I've saved them").click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('2FA is on', { exact: true }).waitFor()
  return secret
}

async function freezeInSettings(page: Page): Promise<void> {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Freeze account' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Freeze account' })
  await sheet.getByText('Open orders are cancelled.').waitFor()
  await sheet.getByRole('button', { name: 'Freeze account' }).click()
}

test('A freeze in the settings cancels orders and refuses new ones, and lifting it asks for every factor', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  const secret = await secure(page)
  await page.goto('/trade')
  await placeRestingOrder(page)
  const second = await context.newPage()
  await second.goto('/wallet')
  await freezeInSettings(page)
  await page.getByText('You froze this account', { exact: true }).waitFor()
  // Another page of the account shows it at once.
  await second.getByRole('status').getByText('You froze this account.').waitFor()
  await second.getByRole('link', { name: 'Security', exact: true }).click()
  await second.waitForURL('**/settings/security')
  await second.goto('/trade')
  await second.getByText('No open orders').waitFor()
  await second.getByRole('tab', { name: 'Limit', exact: true }).click()
  await second.getByLabel('Amount').first().fill('0.01')
  await second.getByRole('button', { name: 'Buy BTC' }).click()
  await second.getByText('Your account is frozen. See Settings, Security.').first().waitFor()

  await page.getByRole('button', { name: 'Unfreeze' }).click()
  const sheet = page.getByRole('dialog', { name: 'Unfreeze' })
  await sheet.getByRole('textbox', { name: '2FA code' }).pressSequentially(await nextCode(secret))
  await sheet.getByText('Enter your password').waitFor()
  await sheet.getByLabel('Your password', { exact: true }).fill('not the one')
  await sheet.getByRole('button', { name: 'Unfreeze' }).click()
  await sheet.getByText('Wrong password.').waitFor()
  await sheet.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await sheet.getByRole('button', { name: 'Unfreeze' }).press('Enter')
  await page.getByText(/^Ends \d/).waitFor()
  await page
    .getByRole('status')
    .getByText(/^Frozen by you until \d/)
    .waitFor()
  await page.getByRole('button', { name: 'Freeze again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click()
  await page.getByText(/^Today, \d/).waitFor()
  await context.close()
})

test('The freeze link of an email changes nothing until its key is pressed, and then freezes the account', async () => {
  const [context, other] = [await openContext(phone), await openContext(desktop)]
  const [page, reader] = [await context.newPage(), await other.newPage()]
  const email = await signUp(page)
  await reader.goto('/forgot')
  await reader.getByLabel('Email').fill(email)
  await reader.getByRole('button', { name: 'Send link' }).click()
  await reader.getByText(`If ${email} has an account`).waitFor()
  const link = await emailedLink(page, '/freeze')
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Freeze account' }).waitFor()

  await reader.goto(link)
  await reader.getByRole('heading', { name: 'Freeze your account?' }).waitFor()
  expect(new URL(reader.url()).hash).toBe('')
  await page.reload()
  await page.getByRole('button', { name: 'Freeze account' }).waitFor()
  await reader.route('**/api/users/freeze/link/', (route) => route.abort())
  await reader.getByRole('button', { name: 'Freeze my account' }).click()
  await reader.getByText("Can't connect right now.").waitFor()
  await reader.unroute('**/api/users/freeze/link/')
  await reader.getByRole('button', { name: 'Freeze my account' }).press('Enter')
  await reader.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
  await page.getByText('You froze this account', { exact: true }).waitFor()
  // The link can be used again.
  await reader.goto('/')
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Freeze my account' }).click()
  await reader.getByRole('heading', { name: 'Your account is frozen' }).waitFor()
  await context.close()
  await other.close()
})

test('A freeze page reports an invalid link, an expired link, and a link without a token', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/freeze#token=x')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await page.getByText('This link is not valid. Open it from the message again.').waitFor()
  expect(await page.getByRole('button', { name: 'Freeze my account' }).count()).toBe(0)
  const refusal = { detail: 'expired', code: 'FREEZE_LINK_EXPIRED' }
  await page.route('**/api/users/freeze/link/', (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto('/')
  await page.goto('/freeze#token=y')
  await page.getByRole('button', { name: 'Freeze my account' }).click()
  await page.getByText('This link has expired.').waitFor()
  await page.goto('/')
  await page.goto('/freeze')
  await page.getByText('Open the link in the message again.').waitFor()
  await context.close()
})
