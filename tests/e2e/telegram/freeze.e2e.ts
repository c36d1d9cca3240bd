/** Freezing the own account in the mini-app, where a recent launch is the only factor. */

import { expect, test } from 'vitest'
import { navigateTo, pressMainButton, signedIn, startTelegramBrowser } from '../../fixtures/browser/telegram-browser.ts'
import { PROFILES } from '../../fixtures/browser/telegram-host.ts'

const { openApp } = startTelegramBrowser()

test('A Telegram user freezes the account, sees it on other pages, and lifts it after a recent launch', async () => {
  const launched = await openApp({ profile: PROFILES.strict, embedding: 'a frame' })
  await signedIn(launched)
  const { app } = launched
  await navigateTo(launched, '/settings/security')
  await app.getByRole('button', { name: 'Freeze account' }).click()
  await pressMainButton(launched, 'Freeze account')
  await app.getByRole('status').getByText('You froze this account.').waitFor()
  await navigateTo(launched, '/wallet')
  await app.getByRole('status').getByText('You froze this account.').waitFor()
  await app.getByRole('link', { name: 'Security', exact: true }).click()
  await app.getByRole('button', { name: 'Unfreeze' }).click()
  const sheet = app.getByRole('dialog', { name: 'Unfreeze' })
  await sheet.getByText('For safety, do this within 10 minutes of signing in.').waitFor()
  expect(await sheet.getByRole('textbox').count()).toBe(0)
  expect(await sheet.getByRole('button', { name: 'Unfreeze' }).count()).toBe(0)
  await pressMainButton(launched, 'Unfreeze')
  await app.getByText(/^Ends \d/).waitFor()
})
