/** Every screen against the real server: no serious fault for a reader of any kind, nothing wider than the screen. */

import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk, phone, stage } from './stage.ts'
import { askForCode, signUp } from './visitor.ts'

const { open } = stage()

const devices = [
  { ...phone, name: 'a phone in the dark', colorScheme: 'dark' },
  { ...phone, name: 'a phone in the light', colorScheme: 'light' },
  { ...desk, name: 'a desk in the dark', colorScheme: 'dark' },
  { ...desk, name: 'a desk in the light', colorScheme: 'light' },
  { ...phone, name: 'a small phone', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const

/** The smallest screen is also seen in the colours of those who cannot tell red from green. */
async function enter(device: (typeof devices)[number]): Promise<BrowserContext> {
  const context = await open(device)
  if (device.name === 'a small phone')
    await context.addInitScript(() => window.localStorage.setItem('updown', 'blue-amber'))
  return context
}

async function look(page: Page, path: string, until: string): Promise<readonly string[]> {
  await page.goto(path)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
  return inspect(page, path)
}

/** Faults of the page as it stands, in a line each. In the light only the colours are others than in the dark. */
async function inspect(page: Page, where: string): Promise<readonly string[]> {
  const isLight = await page.evaluate(() => document.documentElement.dataset.theme === 'light')
  const faults = isLight ? await unreadable(page, where) : await faultsOf(page, where, TAGS)
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return extra > 0 ? [...faults, `${where}: ${extra} px too wide`] : faults
}

const TAGS = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } as const

const unreadable = (page: Page, where: string): Promise<readonly string[]> =>
  faultsOf(page, where, { type: 'rule', values: ['color-contrast'] })

async function faultsOf(page: Page, where: string, { type, values }: Rules): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ runOnly: { type, values: [...values] } }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id} in ${nodes[0]?.html}`)
}

type Rules = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }

/** Currency, language and theme, a tab each. */
async function inspectDisplay(page: Page): Promise<readonly string[]> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Currency and language' }).click()
  await page.getByRole('button', { name: 'EUR, Euro' }).click()
  const faults = [...(await inspect(page, 'currencies'))]
  await page.getByRole('tab', { name: 'Language' }).click()
  faults.push(...(await inspect(page, 'languages')))
  await page.getByRole('tab', { name: 'Theme' }).click()
  faults.push(...(await inspect(page, 'theme')))
  await page.keyboard.press('Escape')
  await page.goto('/trade')
  await page.getByText('Enter an amount').waitFor()
  return faults
}

describe.each(devices)('on $name', (device) => {
  test('guests find nothing in their way', async () => {
    const context = await enter(device)
    const page = await context.newPage()
    const faults = [
      ...(await look(page, '/', 'BTC')),
      ...(await look(page, '/discover', 'BTC')),
      ...(await look(page, '/discover?pair=5', 'High risk')),
      ...(await look(page, '/trade', 'Log in or sign up to trade')),
      ...(await look(page, '/register', 'Create your account')),
      ...(await look(page, '/login', 'Welcome back')),
      ...(await look(page, '/forgot', 'Forgot your password?')),
      ...(await look(page, '/reset#token=x', 'Choose a new password')),
      ...(await look(page, '/confirm#token=x', 'Confirm your email')),
      ...(await look(page, '/nowhere', 'Page not found')),
    ]
    await page.goto('/login')
    await askForCode(page)
    faults.push(...(await inspect(page, '2FA code')))
    await page.getByRole('button', { name: 'Lost your device?' }).click()
    faults.push(...(await inspect(page, 'recovery code')))
    expect(faults).toEqual([])
    await context.close()
  })

  test('nor do those who are signed in, in pages and in sheets', async () => {
    const context = await enter(device)
    const page = await context.newPage()
    await signUp(page)
    const faults = [
      ...(await look(page, '/', '10,000.00')),
      ...(await look(page, '/markets', 'BTC')),
      ...(await look(page, '/wallet', '10,000.00')),
      ...(await look(page, '/asset?symbol=BTC', 'Average price')),
      ...(await look(page, '/asset?symbol=USDT', 'No past orders yet')),
      ...(await look(page, '/asset?symbol=NOPE', 'No such asset')),
      ...(await look(page, '/earn', 'opens soon')),
      ...(await look(page, '/frens', 'Your link')),
      ...(await look(page, '/settings', 'This device, active now')),
      ...(await look(page, '/settings/security/password', 'Change your password')),
      ...(await look(page, '/settings/security/2fa', 'Key')),
      ...(await look(page, '/trade', 'Enter an amount')),
    ]
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    faults.push(...(await inspect(page, 'log out everywhere')))
    await page.goto('/markets')
    await page.getByRole('tab', { name: 'Favorites' }).click()
    faults.push(...(await inspect(page, 'no favorites')))
    faults.push(...(await inspectDisplay(page)))
    await page.getByRole('button', { name: 'Order options' }).click()
    faults.push(...(await inspect(page, 'order options')))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'choose a pair' }).click()
    faults.push(...(await inspect(page, 'pair picker')))
    expect(faults).toEqual([])
    await context.close()
  })
})

test.each(['dark', 'light'] as const)('whatever means up and down can be read, in the %s', async (colorScheme) => {
  const context = await open({ ...phone, colorScheme })
  const page = await context.newPage()
  const faults: string[] = []
  for (const path of ['/discover', '/trade']) {
    await page.goto(path)
    await page.locator('.change, .book-row button').first().waitFor()
    for (const palette of ['default', 'red-up', 'blue-amber']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.updown = name
      }, palette)
      faults.push(...(await unreadable(page, `${path} in ${palette}`)))
    }
  }
  expect(faults).toEqual([])
  await context.close()
})

test('a page that needs an account is come back to after signing up, and lost by signing out in another tab', async () => {
  const context = await open(desk)
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
