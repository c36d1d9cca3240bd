/** Every screen against the real server: no serious accessibility violation and no horizontal overflow. */

import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from '../fixtures/browser/accessibility.ts'
import { logIn, PASSWORD, showCodeStep, signUp } from '../fixtures/browser/page-actions.ts'
import { mockPlayMail, NO_MAIL, playMails } from '../fixtures/browser/play-mails.ts'
import { turnOn2fa } from '../fixtures/browser/second-factor.ts'
import { desktop, phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { textOutsideOfBoxes } from '../fixtures/browser/text-boxes.ts'

const { openContext } = startTestBrowser({ PLAY_CHAIN: 'on' })

const devices = [
  { ...phone, name: 'a dark phone', colorScheme: 'dark' },
  { ...phone, name: 'a light phone', colorScheme: 'light' },
  { ...desktop, name: 'a dark desktop', colorScheme: 'dark' },
  { ...phone, name: 'a small phone', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const

/** The smallest screen also uses the palette for color-blind users. */
async function openDevice(device: (typeof devices)[number]): Promise<BrowserContext> {
  const context = await openContext(device)
  if (device.name === 'a small phone')
    await context.addInitScript(() => window.localStorage.setItem('updown', 'blue-amber'))
  return context
}

async function inspectPath(page: Page, path: string, text: string): Promise<readonly string[]> {
  await page.goto(path)
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  return inspect(page, path)
}

/** Violations on the current page. The light theme differs only in colors, so only contrast is checked there. */
async function inspect(page: Page, label: string): Promise<readonly string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const isLight = await page.evaluate(() => document.documentElement.dataset.theme === 'light')
  const found = [
    ...(await accessibilityViolations(page, isLight ? 'contrast' : 'all')),
    ...(await textOutsideOfBoxes(page)),
  ]
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const violations = found.map((violation) => `${label}: ${violation}`)
  return extra > 0 ? [...violations, `${label}: ${extra} px too wide`] : violations
}

/** The tabs of the display sheet: currency, language and theme. */
async function inspectDisplay(page: Page): Promise<readonly string[]> {
  await page.goto('/')
  const open = page.getByRole('button', { name: 'Display' })
  await open.click()
  await page.getByRole('button', { name: 'EUR Euro' }).click()
  await open.click()
  await page.getByRole('dialog').getByText('1 USDT = €0.9626').waitFor()
  const violations = [...(await inspect(page, 'currencies'))]
  await page.getByRole('tab', { name: 'Language' }).click()
  violations.push(...(await inspect(page, 'languages')))
  await page.getByRole('tab', { name: 'Theme' }).click()
  violations.push(...(await inspect(page, 'theme')))
  await page.keyboard.press('Escape')
  await page.goto('/trade')
  await page.getByText('Enter an amount').waitFor()
  return violations
}

/** The filters of the history on a phone, with an error under each date. */
async function inspectFilters(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Time').selectOption('From … to …')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Choose a day').last().waitFor()
  return inspect(page, 'filters')
}

async function inspectEarnSheets(page: Page): Promise<readonly string[]> {
  await page.goto('/earn')
  await page.getByRole('button', { name: 'Answer: Learn about order types' }).click()
  await page.getByRole('dialog').getByText('Question 1 of 3').waitFor()
  const violations = [...(await inspect(page, 'quiz'))]
  await page.goto('/frens')
  // A desk has the code beside the keys.
  const key = page.getByRole('button', { name: 'Show QR code' })
  const code = page.getByRole('img', { name: /^QR code of/ })
  await key.or(code).waitFor()
  if (await key.isVisible()) await key.click()
  await code.waitFor()
  violations.push(...(await inspect(page, 'QR code')))
  return violations
}

describe.each(devices)('Screens on $name', (device) => {
  test('Guest screens have no accessibility violation and no overflow', async () => {
    const context = await openDevice(device)
    const page = await context.newPage()
    const violations = [
      ...(await inspectPath(page, '/', 'BTC')),
      ...(await inspectPath(page, '/discover', 'BTC')),
      ...(await inspectPath(page, '/discover?pair=5', 'High risk')),
      ...(await inspectPath(page, '/trade', 'Sign in or sign up to trade')),
      ...(await inspectPath(page, '/register', 'Create your account')),
      ...(await inspectPath(page, '/login', 'New here?')),
      ...(await inspectPath(page, '/forgot', 'Forgot your password?')),
      ...(await inspectPath(page, '/reset#token=x', 'Choose a new password')),
      ...(await inspectPath(page, '/confirm#token=x', 'Confirm your email')),
      ...(await inspectPath(page, '/help', 'How Tern works')),
      ...(await inspectPath(page, '/terms', 'Orders and trades')),
      ...(await inspectPath(page, '/privacy', 'Your devices')),
      ...(await inspectPath(page, '/undo#token=x', 'This link is not valid')),
      ...(await inspectPath(page, '/freeze#token=x', 'Freeze your account?')),
      ...(await inspectPath(page, '/nowhere', 'Page not found')),
    ]
    await mockPlayMail(page, NO_MAIL)
    violations.push(...(await inspectPath(page, '/play/mail', 'No mail yet')))
    await mockPlayMail(page, playMails(new Date().toISOString()))
    await page.reload()
    await page.getByRole('button', { name: 'Reset your Tern password' }).click()
    violations.push(...(await inspect(page, 'an email')))
    await page.goto('/login')
    await showCodeStep(page)
    violations.push(...(await inspect(page, '2FA code')))
    await page.getByRole('button', { name: 'Lost your device?' }).click()
    violations.push(...(await inspect(page, 'recovery code')))
    expect(violations).toEqual([])
    await context.close()
  })

  test('Earn, Frens and Referrals have no accessibility violation and no overflow', async () => {
    const context = await openDevice(device)
    const page = await context.newPage()
    await signUp(page)
    const violations = [
      ...(await inspectPath(page, '/earn', 'Make your first trade')),
      ...(await inspectPath(page, '/frens', 'Hide me')),
      ...(await inspectPath(page, '/referrals', 'Next payout')),
    ]
    if (device.name.includes('phone')) violations.push(...(await inspectEarnSheets(page)))
    expect(violations).toEqual([])
    await context.close()
  })

  test('Deposit, withdrawal and play wallet have no accessibility violation and no overflow', async () => {
    const context = await openDevice(device)
    const page = await context.newPage()
    await signUp(page)
    const violations = [
      ...(await inspectPath(page, '/wallet?deposit', 'Ether')),
      ...(await inspectPath(page, '/wallet?deposit&currency=ETH', 'Send from play wallet')),
      ...(await inspectPath(page, '/wallet?withdraw&currency=ETH', 'Set up 2FA')),
      ...(await inspectPath(page, '/wallet?play-wallet', 'For developers')),
    ]
    await page.goto('/settings/security/2fa')
    await turnOn2fa(page)
    violations.push(...(await inspectPath(page, '/wallet?withdraw&currency=USDT', 'My play wallet')))
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Ethereum address').fill(`0x${'ab'.repeat(20)}`)
    await sheet.getByRole('button', { name: 'Continue' }).click()
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('5000')
    violations.push(...(await inspect(page, 'withdrawal amount')))
    await sheet.getByRole('button', { name: 'Continue' }).click()
    await sheet.getByText("You can't undo this.").waitFor()
    violations.push(...(await inspect(page, 'withdrawal review')))
    await sheet.getByRole('button', { name: 'Confirm' }).click()
    await sheet.getByLabel('2FA code').waitFor()
    violations.push(...(await inspect(page, 'withdrawal code')))
    expect(violations).toEqual([])
    await context.close()
  })

  test('Account screens and sheets have no accessibility violation and no overflow', async () => {
    const context = await openDevice(device)
    const page = await context.newPage()
    const email = await signUp(page)
    const violations = [
      ...(await inspectPath(page, '/', '10,000.00')),
      ...(await inspectPath(page, '/markets', 'BTC')),
      ...(await inspectPath(page, '/wallet', '10,000.00')),
      ...(await inspectPath(page, '/asset?symbol=BTC', 'Average price')),
      ...(await inspectPath(page, '/asset?symbol=USDT', 'Welcome balance')),
      ...(await inspectPath(page, '/asset?symbol=NOPE', 'Coin not found')),
      ...(await inspectPath(page, '/history', 'Welcome balance')),
      ...(await inspectPath(page, '/notifications', 'No notifications yet')),
      ...(await inspectPath(page, '/settings', 'protections on')),
      ...(await inspectPath(page, '/settings/security', 'Freeze account')),
      ...(await inspectPath(page, '/settings/identity?verify', 'no documents are needed')),
      ...(await inspectPath(page, '/settings/addresses', 'No saved addresses')),
      ...(await inspectPath(page, '/settings/notifications', 'New sign-in')),
      ...(await inspectPath(page, '/settings/appearance', 'Confirm every market order')),
      ...(await inspectPath(page, '/settings/security/password', 'Change your password')),
      ...(await inspectPath(page, '/settings/security/2fa', 'Key')),
      ...(await inspectPath(page, '/trade', 'Enter an amount')),
    ]
    const other = await openDevice(device)
    const otherPage = await other.newPage()
    await logIn(otherPage, email, PASSWORD)
    await otherPage.waitForURL((url) => url.pathname === '/')
    await other.close()
    violations.push(...(await inspectPath(page, '/settings/devices', 'active now')))
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').waitFor()
    violations.push(...(await inspect(page, 'sign out everywhere')))
    await page.goto('/markets')
    await page.getByRole('tab', { name: 'Favorites' }).click()
    violations.push(...(await inspect(page, 'no favorites')))
    violations.push(...(await inspectDisplay(page)))
    await page.getByRole('button', { name: 'Order options' }).click()
    await page.getByRole('dialog').waitFor()
    violations.push(...(await inspect(page, 'order options')))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'choose a pair' }).click()
    await page.getByRole('dialog').waitFor()
    violations.push(...(await inspect(page, 'pair picker')))
    expect(violations).toEqual([])
    await context.close()
  })
})

test.each(devices.filter(({ name }) => name.includes('phone')))(
  'The steps of a conversion and the history have no accessibility violation and no overflow on $name',
  async (device) => {
    const context = await openDevice(device)
    const page = await context.newPage()
    await signUp(page)
    const violations = [
      ...(await inspectPath(page, '/history?type=convert', 'No conversions yet')),
      ...(await inspectFilters(page)),
      ...(await inspectPath(page, '/wallet?convert', 'You receive at least')),
    ]
    await page.getByRole('button', { name: 'Receive BTC, choose a coin' }).click()
    violations.push(...(await inspect(page, 'coins')))
    await page.getByRole('button', { name: 'ETH' }).click()
    await page.getByLabel('You pay', { exact: true }).fill('1234.56')
    await page.getByText('Rate').waitFor()
    violations.push(...(await inspect(page, 'quote')))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Convert USDT to ETH' }).waitFor()
    violations.push(...(await inspect(page, 'preview')))
    await page.getByRole('button', { name: 'Convert USDT to ETH' }).click()
    await page.getByRole('button', { name: 'Done' }).waitFor()
    violations.push(...(await inspect(page, 'converted')))
    await page.getByRole('dialog').getByRole('link', { name: 'History' }).click()
    await page.getByText('USDT to ETH').click()
    await page.getByRole('button', { name: 'Copy id' }).waitFor()
    violations.push(...(await inspect(page, 'details')))
    expect(violations).toEqual([])
    await context.close()
  },
)

test.each(['dark', 'light'] as const)(
  'Rise and fall colors of every palette are readable in the %s theme',
  async (colorScheme) => {
    const context = await openContext({ ...phone, colorScheme })
    const page = await context.newPage()
    const violations: string[] = []
    for (const path of ['/discover', '/trade']) {
      await page.goto(path)
      await page.locator('span[data-direction]:visible').first().waitFor()
      for (const palette of ['default', 'red-up', 'blue-amber']) {
        await page.evaluate((name) => {
          document.documentElement.dataset.updown = name
        }, palette)
        const found = await accessibilityViolations(page, 'contrast')
        violations.push(...found.map((violation) => `${path} in ${palette}: ${violation}`))
      }
    }
    expect(violations).toEqual([])
    await context.close()
  },
)

test('A page that needs an account opens after registration, and closes after a logout in another tab', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await page.goto('/wallet')
  await page.waitForURL('**/register')
  await page.getByLabel('Email').fill('back@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('main').getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.waitForURL('**/wallet')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/register')
  await context.close()
})
