/** The proof of liabilities inside Telegram. */

import { expect, test } from 'vitest'
import {
  currentPath,
  lastBackButton,
  navigateTo,
  signedIn,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'

const { openApp } = startTelegramBrowser()

test('The check opens from the settings inside Telegram, and the back button closes its sheet', async () => {
  const launched = await openApp()
  await signedIn(launched)
  await navigateTo(launched, '/settings')
  await launched.app.getByRole('link', { name: 'Proof of liabilities' }).click()
  const sheet = launched.app.getByRole('dialog')
  // The report may be made at any time after the first account.
  await sheet.getByRole('heading', { name: /^(No report yet|You are included)$/ }).waitFor()
  await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: true })
  await launched.emit('back_button_pressed')
  await sheet.waitFor({ state: 'detached' })
  expect(currentPath(launched)).toBe('/liabilities')
  await launched.app.getByRole('heading', { name: 'What it does not prove' }).waitFor()
})
