/** Deposits, withdrawals, the play wallet and the address book, on the real play chain. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { nextCode, saveCodes, turnOn2fa } from '../fixtures/browser/second-factor.ts'
import { phone, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { scopeName } from '../scope.ts'

const { openContext, kill, restart } = startTestBrowser({ PLAY_CHAIN: 'on' })

const isKilled = scopeName !== 'short'
async function killAndRestart(): Promise<void> {
  if (!isKilled) return
  await kill()
  await restart()
}
const result = isKilled ? ', and nothing is lost or repeated when the server is killed' : ''

/** Blocks, confirmations and restarts of a busy machine. */
const SLOW = { timeout: 60_000 }

const sheet = (page: Page) => page.getByRole('dialog').last()

/** In the deposit sheet of ether: sends coins of the play wallet to the own address. */
async function sendFromPlayWallet(page: Page, amount: string): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Send from play wallet' }).click(SLOW)
  await sheet(page).getByLabel('Amount in ETH').fill(amount, SLOW)
  await sheet(page).getByRole('button', { name: 'Send to my deposit address' }).click()
  await sheet(page).getByText('It shows up under your latest deposits').waitFor(SLOW)
}

/** In the withdrawal sheet of ether: goes from the address to the code. */
async function fillWithdrawal(page: Page, amount: string): Promise<void> {
  await sheet(page).getByRole('button', { name: 'My play wallet' }).click(SLOW)
  await sheet(page).getByRole('button', { name: 'Continue' }).click()
  await sheet(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
  await sheet(page).getByRole('button', { name: 'Continue' }).click()
  await sheet(page).getByText("You can't undo this.").waitFor()
  await sheet(page).getByRole('button', { name: 'Confirm' }).click()
}

describe.each(sizes)('Deposits and withdrawals on $name', (size) => {
  test(`Coins are deposited, converted and withdrawn${result}`, async () => {
    const context = await openContext(size)
    const page = await context.newPage()
    const pageErrors: string[] = []
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    await signUp(page)
    await page.getByRole('main').getByRole('link', { name: 'Deposit', exact: true }).click()
    await sheet(page).getByRole('button', { name: /^ETH/ }).click()
    await page.waitForURL('**/wallet?deposit=&currency=ETH')
    await sheet(page)
      .getByRole('img', { name: /^QR code of the address 0x/ })
      .waitFor(SLOW)
    expect(await sheet(page).getByText('0.001 ETH').count()).toBe(1)
    expect(
      await sheet(page)
        .getByText(/confirmations/)
        .count(),
    ).toBe(1)
    expect(await sheet(page).getByLabel('Amount in ETH').count()).toBe(0)
    await sendFromPlayWallet(page, '0,5')
    // A transaction that is in no block yet is not stored.
    await sheet(page)
      .getByRole('button', { name: /^\+0\.5 ETH/ })
      .waitFor(SLOW)
    await killAndRestart()
    await sheet(page)
      .getByRole('button', { name: /^\+0\.5 ETH.*Completed/ })
      .waitFor(SLOW)
    await page.goto('/asset?symbol=ETH')
    await page.getByText('0.5 ETH').first().waitFor()

    await page.goto('/wallet?convert&from=ETH&to=USDT')
    await sheet(page).getByLabel('You pay', { exact: true }).fill('0.1')
    await sheet(page).getByRole('button', { name: 'Preview' }).click()
    await sheet(page).getByRole('button', { name: 'Convert ETH to USDT' }).click()
    await sheet(page).getByRole('heading', { name: 'Converted' }).waitFor()

    await page.goto('/wallet?withdraw&currency=ETH')
    await sheet(page).getByRole('link', { name: 'Set up 2FA' }).click()
    const secret = await turnOn2fa(page)
    await saveCodes(page)
    await page.getByRole('link', { name: 'Continue where you were' }).click()
    await fillWithdrawal(page, '0.02')
    await sheet(page).getByLabel('2FA code').fill('000000')
    await sheet(page).getByText('Invalid 2FA code.').waitFor()
    await sheet(page)
      .getByLabel('2FA code')
      .fill(await nextCode(secret))
    await sheet(page).getByText('Recipient gets').waitFor()
    await killAndRestart()
    await sheet(page).getByRole('status').filter({ hasText: 'Completed' }).waitFor(SLOW)
    await sheet(page).getByRole('button', { name: 'Copy transaction hash' }).waitFor()
    await sheet(page).getByRole('link', { name: 'History' }).click()

    await page.waitForURL('**/history?type=withdrawal')
    const withdrawals = page.getByRole('button', { name: /^Withdrawal.*Completed/ })
    await withdrawals.first().waitFor()
    expect(await withdrawals.count()).toBe(1)
    await page.getByRole('button', { name: 'Deposits' }).click()
    await page.getByRole('button', { name: /^Deposit.*Completed/ }).click()
    await sheet(page).getByText('Credited to your balance').waitFor()
    await page.goto('/wallet?play-wallet')
    await sheet(page).getByText('+0.0195 ETH').waitFor(SLOW)
    expect(await sheet(page).getByText('+0.0195 ETH').count()).toBe(1)
    expect(pageErrors).toEqual([])
    await context.close()
  }, 240_000)
})

test('Back, Escape and wrong input in a withdrawal keep what was entered, and the keyboard operates every step', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/security/2fa')
  await turnOn2fa(page)
  await saveCodes(page)
  await page.goto('/wallet')
  await page.getByRole('main').getByRole('link', { name: 'Withdraw', exact: true }).click()
  await sheet(page).getByRole('button', { name: /^USDT/ }).click()
  const address = sheet(page).getByLabel('Ethereum address')
  await address.fill('0x123', SLOW)
  await address.blur()
  await sheet(page).getByText('This is not a valid Ethereum address.').waitFor()
  await address.fill(`0x${'ab'.repeat(20)}`)
  await address.press('Enter')
  const amount = sheet(page).getByRole('textbox', { name: 'Amount' })
  await amount.fill('10000,01')
  await sheet(page).getByText('You have 10,000 USDT available.').waitFor()
  await sheet(page)
    .getByRole('button', { name: /^Max, / })
    .click()
  await sheet(page).getByText('This is above your limit').waitFor()
  const verify = sheet(page).getByRole('link', { name: 'Verify identity' })
  expect(await verify.getAttribute('href')).toBe('/settings/identity?verify')
  await amount.fill('50')
  await sheet(page).getByText('49 USDT').waitFor()
  await amount.press('Enter')
  await sheet(page).getByText("You can't undo this.").waitFor()

  await page.keyboard.press('Escape')
  expect(await amount.inputValue()).toBe('50')
  await page.goBack()
  expect(await address.inputValue()).toBe(`0x${'ab'.repeat(20)}`)
  await page.goBack()
  await sheet(page).getByText('Tether').waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.pathname === '/wallet' && url.search === '')
  await context.close()
})

test('Without the networks the sheet says so and tries again, a paused one shows its notice instead of an address', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  let reply: 'error' | 'paused' | 'real' = 'error'
  await page.route(/\/api\/currencies\/\d+\/networks\//, async (route) => {
    if (reply === 'error') return route.fulfill({ status: 503, json: { detail: 'x' } })
    const response = await route.fetch({ maxRetries: 2 })
    const networks = (await response.json()).map((network: object) =>
      reply === 'real'
        ? network
        : { ...network, deposit_enabled: false, address: null, deposit_notice: 'Back at 18:00 UTC.' },
    )
    await route.fulfill({ json: networks })
  })
  await page.goto('/wallet?deposit&currency=ETH')
  await sheet(page).getByText("Couldn't load the networks").waitFor()
  reply = 'paused'
  await sheet(page).getByRole('button', { name: 'Retry' }).click()
  await sheet(page).getByText('Deposits are paused').waitFor()
  await sheet(page).getByText('Back at 18:00 UTC.').first().waitFor()
  expect(await sheet(page).getByText(/0x/).count()).toBe(0)
  reply = 'real'
  await sheet(page).getByRole('button', { name: 'Copy address' }).waitFor(SLOW)
  await page.goto('/wallet?deposit&currency=DOGE')
  await sheet(page).getByText("DOGE can't be deposited").waitFor()
  await context.close()
})

test('An address is saved with a code, offered in a withdrawal, and removed after a question', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/security/2fa')
  const secret = await turnOn2fa(page)
  await saveCodes(page)
  await page.goto('/settings/addresses')
  await page.getByText('No saved addresses').waitFor()
  await page.getByRole('button', { name: 'Add address' }).click()
  await sheet(page).getByRole('button', { name: 'Save address' }).click()
  await sheet(page).getByText('Enter a name').waitFor()
  await sheet(page).getByLabel('Name').fill('\u202eHardware wallet')
  await sheet(page).getByText('The name has hidden characters').waitFor()
  await sheet(page).getByLabel('Name').fill('Hardware wallet')
  await sheet(page)
    .getByLabel('Ethereum address')
    .fill(`0x${'ab'.repeat(20)}`)
  await sheet(page)
    .getByLabel('2FA code')
    .fill(await nextCode(secret))
  await page.getByText('Address saved').waitFor()
  await page.getByText(/0xababab…ababab · Ethereum · New until/i).waitFor()

  await page.goto('/wallet?withdraw&currency=USDT')
  await sheet(page).getByRole('button', { name: 'Address book' }).click(SLOW)
  await sheet(page)
    .getByRole('button', { name: /^Hardware wallet/ })
    .click()
  await sheet(page).getByText('New address: up to').waitFor()

  await page.goto('/settings/addresses')
  await page.getByRole('button', { name: 'Remove Hardware wallet' }).click()
  await sheet(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No saved addresses').waitFor()
  await context.close()
})

test('Withdrawals are limited to saved addresses with a code, and held for 24 hours after that ends', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/security/2fa')
  const secret = await turnOn2fa(page)
  await saveCodes(page)
  await page.goto('/settings/addresses')
  await page.getByRole('switch', { name: 'Only saved addresses' }).click({ force: true })
  await sheet(page)
    .getByLabel('2FA code')
    .fill(await nextCode(secret))
  await page.getByText('Withdrawals can only go to addresses saved at least 24 hours ago.').waitFor()
  // Until the sheet is gone, the page behind it takes no tap.
  await page.locator('#root[inert]').waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Only saved addresses' }).click({ force: true })
  await sheet(page).getByText('withdrawals are on hold for 24 hours').waitFor()
  await sheet(page)
    .getByLabel('2FA code')
    .fill(await nextCode(secret))
  await page.getByText('Withdrawals can go to any address.').waitFor()
  await page.goto('/wallet?withdraw&currency=USDT')
  await sheet(page).getByText('Withdrawals are on hold').waitFor()
  await context.close()
})
