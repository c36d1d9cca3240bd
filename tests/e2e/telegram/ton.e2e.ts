/** A deposit from a TON wallet inside Telegram. */

import { expect, test } from 'vitest'
import { currentPath, openTab, signedIn, startTelegramBrowser } from '../../fixtures/browser/telegram-browser.ts'
import { injectTonWallet } from '../../fixtures/browser/ton-wallet.ts'

const { openApp, context, address } = startTelegramBrowser({ PLAY_CHAIN: 'on' })
const SLOW = { timeout: 60_000 }

test('A deposit of TON is one tap in the wallet inside Telegram, and the app stays on its page', async () => {
  await injectTonWallet(context(), address())
  const launched = await openApp()
  await signedIn(launched)
  await openTab(launched, 'Assets')
  await launched.app.getByRole('main').getByRole('link', { name: 'Deposit', exact: true }).click()
  const sheet = launched.app.getByRole('dialog').last()
  await sheet.getByRole('button', { name: /^TON/ }).click(SLOW)
  await sheet.getByRole('button', { name: 'Pay with wallet' }).click(SLOW)
  await sheet.getByLabel('Amount in TON').last().fill('2')
  await sheet.getByRole('button', { name: /^Test wallet/ }).click()
  await sheet.getByText('2 TON credited to your balance.').waitFor(SLOW)
  expect(currentPath(launched)).toBe('/wallet')
}, 120_000)
