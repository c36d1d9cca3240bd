/** Deposits and withdrawals inside Telegram. */

import { expect, test } from 'vitest'
import {
  currentPath,
  lastBackButton,
  openTab,
  signedIn,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'

const { openApp } = startTelegramBrowser({ PLAY_CHAIN: 'on' })
const SLOW = { timeout: 60_000 }

test('The deposit sheet shows the address inside Telegram, and the back button closes it', async () => {
  const launched = await openApp()
  await signedIn(launched)
  await openTab(launched, 'Assets')
  await launched.app.getByRole('main').getByRole('link', { name: 'Deposit', exact: true }).click()
  const sheet = launched.app.getByRole('dialog')
  await sheet.getByRole('button', { name: /^ETH/ }).click(SLOW)
  await sheet.getByRole('img', { name: /^QR code of the address 0x/ }).waitFor(SLOW)
  await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: true })
  await launched.emit('back_button_pressed')
  await sheet.waitFor({ state: 'detached' })
  expect(currentPath(launched)).toBe('/wallet')
})
