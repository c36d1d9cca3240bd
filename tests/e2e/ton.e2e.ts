/** Deposits and withdrawals on the real play TON chain, with memos. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { nextCode, saveCodes, turnOn2fa } from '../fixtures/browser/second-factor.ts'
import { phone, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser({ PLAY_CHAIN: 'on' })

/** The start of the chain and blocks of a busy machine. */
const SLOW = { timeout: 60_000 }

const sheet = (page: Page) => page.getByRole('dialog').last()

describe.each(sizes)('TON on $name', (size) => {
  test('A deposit with the memo is credited and withdrawn to the play wallet with a memo', async () => {
    const context = await openContext(size)
    const page = await context.newPage()
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await signUp(page)
    await page.goto('/wallet?deposit&currency=TON')
    const accept = sheet(page).getByText('I will add the memo to every transfer')
    await accept.waitFor(SLOW)
    expect(await sheet(page).getByText(/^UQ/).count()).toBe(0)
    await accept.click()
    await sheet(page)
      .getByRole('img', { name: /^QR code of the address UQ\S+ with the memo [1-9]\d{9}$/ })
      .waitFor()
    await sheet(page).getByRole('button', { name: 'Copy memo' }).click()
    await page.getByText('Copied').first().waitFor()
    await sheet(page).getByRole('button', { name: 'Send from play wallet' }).click(SLOW)
    await sheet(page).getByLabel('Amount in TON').fill('5', SLOW)
    await sheet(page).getByRole('button', { name: 'Send to my deposit address' }).click()
    await sheet(page)
      .getByRole('button', { name: /^\+5 TON.*Completed/ })
      .waitFor(SLOW)

    await page.goto('/settings/security/2fa')
    const secret = await turnOn2fa(page)
    await page.getByText("I've saved them").click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/wallet?withdraw&currency=TON')
    await sheet(page).getByText('Sending to an exchange?').waitFor(SLOW)
    await sheet(page).getByRole('button', { name: 'My play wallet' }).click(SLOW)
    const memo = sheet(page).getByLabel('Memo (comment)')
    await memo.fill('ж'.repeat(61))
    await sheet(page).getByText('A memo has at most 120 bytes').waitFor()
    await memo.fill('rent 42')
    await sheet(page).getByRole('button', { name: 'Continue' }).click()
    await sheet(page).getByRole('textbox', { name: 'Amount' }).fill('1')
    await sheet(page).getByRole('button', { name: 'Continue' }).click()
    await sheet(page).getByText('rent 42').waitFor()
    await sheet(page).getByRole('button', { name: 'Confirm' }).click()
    await sheet(page)
      .getByLabel('2FA code')
      .fill(await nextCode(secret))
    await sheet(page).getByRole('status').filter({ hasText: 'Completed' }).waitFor(SLOW)
    await sheet(page).getByText('rent 42').waitFor()

    await page.goto('/wallet?play-wallet')
    await sheet(page).getByRole('button', { name: 'TON', exact: true }).click(SLOW)
    await sheet(page).getByText('memo rent 42').waitFor(SLOW)
    await sheet(page).getByText('+0.95 TON').waitFor()
    expect(pageErrors).toEqual([])
    await context.close()
  }, 240_000)
})

test('An address with a memo is saved in the address book and fills both fields of a withdrawal', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/security/2fa')
  const secret = await turnOn2fa(page)
  await saveCodes(page)
  const address = 'UQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq5jh'
  await page.goto('/settings/addresses')
  await page.getByRole('button', { name: 'Add address' }).click(SLOW)
  await sheet(page).getByLabel('Network').selectOption('TON')
  await sheet(page).getByLabel('Name').fill('Other exchange')
  await sheet(page).getByLabel('TON address').fill(address)
  await sheet(page).getByLabel('Memo (comment)').fill('991122')
  await sheet(page)
    .getByLabel('2FA code')
    .fill(await nextCode(secret))
  await page.getByText('Address saved').waitFor()
  await page.getByText('memo 991122').waitFor()
  await page.goto('/wallet?withdraw&currency=TON')
  await sheet(page).getByRole('button', { name: 'Address book' }).click(SLOW)
  await sheet(page)
    .getByRole('button', { name: /^Other exchange.*memo 991122/ })
    .click()
  await sheet(page).getByRole('textbox', { name: 'Amount' }).waitFor()
  await sheet(page).getByRole('button', { name: 'Back', exact: true }).click()
  expect(await sheet(page).getByLabel('TON address').inputValue()).toBe(address)
  expect(await sheet(page).getByLabel('Memo (comment)').inputValue()).toBe('991122')
  await context.close()
})
