/** What Telegram can neither save nor open is copied. */

import { expect, test } from 'vitest'
import { sentData, signedIn, startTelegramBrowser } from '../../fixtures/browser/telegram-browser.ts'

const { openApp, context } = startTelegramBrowser()
const EMBEDDED = { embedding: 'a web view' } as const

const allowClipboard = () => context().grantPermissions(['clipboard-read', 'clipboard-write'])

test('The history inside Telegram is loaded by one tap and copied by the next, as a copy must follow a tap at once', async () => {
  await allowClipboard()
  const launched = await openApp({ path: '/history', ...EMBEDDED })
  const copied = () => launched.page.evaluate(() => navigator.clipboard.readText())
  // The clipboard belongs to the browser, and so to all tests that use it.
  await launched.page.evaluate(() => navigator.clipboard.writeText('before'))
  await launched.app.getByRole('button', { name: 'Export CSV' }).click()
  await launched.app.getByText('Loaded. Tap "Copy" now.').waitFor()
  expect(await copied()).toBe('before')
  await launched.app.getByRole('button', { name: 'Copy', exact: true }).click()
  await launched.app.getByText('CSV copied').waitFor()
  expect(await copied()).toMatch(/^Time,Type,Status,/)
  await launched.app.getByRole('button', { name: 'Export CSV' }).waitFor()
})

test('The link to a code app is copied inside Telegram, which opens no such link', async () => {
  await allowClipboard()
  const launched = await openApp(EMBEDDED)
  await signedIn(launched)
  await launched.app.locator('html').evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: 'otpauth://totp/Tern:ann?secret=ABC' })
    link.textContent = 'a code app'
    document.querySelector('main')?.prepend(link)
  })
  await launched.app.getByText('a code app').click()
  await launched.app.getByText('Copied').waitFor()
  expect(await launched.page.evaluate(() => navigator.clipboard.readText())).toBe('otpauth://totp/Tern:ann?secret=ABC')
  expect(await sentData(launched, 'web_app_open_link')).toEqual([])
})
