/** The settings: the list of a phone, the sidebar of a desktop, and the page of each row. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signUp } from '../../fixtures/browser/page-actions.ts'
import { saveCodes, turnOn2fa } from '../../fixtures/browser/second-factor.ts'
import { desktop, phone, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

/** Pages of the settings, with a text that only the loaded page has. */
const PAGES = [
  ['Email', '/settings/security', 'Freeze account'],
  ['Identity', '/settings/identity', 'Identity check'],
  ['Withdrawal addresses', '/settings/addresses', 'No saved addresses'],
  ['Devices', '/settings/devices', 'active now'],
  ['Notifications', '/settings/notifications', 'New sign-in'],
  ['Appearance', '/settings/appearance', 'Confirm every market order'],
] as const

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
const scrollRange = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

test('The settings of a phone fit its screen, show the state of each row, and Back returns to them', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  const email = await signUp(page)
  await page.goto('/settings')
  await page.getByText(email).waitFor()
  const protections = page.getByRole('region', { name: '1 of 3 protections on' })
  expect((await protections.getByRole('listitem').allInnerTexts()).map((row) => row.split(/\n+/).join(': '))).toEqual([
    '2FA: Off',
    'Password: Set',
    'Email: Not confirmed',
  ])
  await page.getByText('1 of 3 protections on').waitFor()
  await rowOf(page, 'Withdrawal addresses').getByText('None').waitFor()
  await rowOf(page, 'Devices').getByText('1', { exact: true }).waitFor()
  await rowOf(page, 'Notifications').getByText('8 on').waitFor()
  expect(await scrollRange(page)).toBe(0)
  for (const [name, path, text] of PAGES) {
    await rowOf(page, name).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByText(text).first().waitFor()
    if (name === 'Email') expect(await page.getByRole('button', { name: 'Confirm email' }).count()).toBe(1)
    if (name === 'Devices') expect(await page.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL((url) => url.pathname === '/settings')
  }
  const rows = page.getByRole('main').getByRole('listitem')
  const chevrons = await rows
    .locator('> :is(a, button) > svg:last-child')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  // All rows but that of the logout.
  expect(chevrons.length).toBe((await rows.count()) - 1)
  expect(new Set(chevrons).size).toBe(1)
  // Also on a narrow phone each row is one line.
  await page.setViewportSize({ width: 360, height: 640 })
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(45)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Currency and language/ }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Language' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  // Only that page led home: another visit of it asks for an account.
  await page.getByRole('link', { name: 'Earn' }).last().click()
  await page.waitForURL('**/register')
  await context.close()
})

test('On a desktop the settings show Security beside a sidebar, whose Account group closes and opens', async () => {
  const context = await openContext(desktop)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings')
  await page.getByText('Freeze account').first().waitFor()
  const sidebar = page.getByRole('navigation', { name: 'Settings' })
  const link = (name: string) => sidebar.getByRole('link', { name, exact: true })
  expect(await link('Security').getAttribute('aria-current')).toBe('page')
  const account = sidebar.getByRole('button', { name: 'Account' })
  await account.click()
  expect([await account.getAttribute('aria-expanded'), await link('Security').count()]).toEqual(['false', 0])
  await account.click()
  for (const [name, path, text] of PAGES.slice(1)) {
    await link(name).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByText(text).first().waitFor()
    expect(await link(name).getAttribute('aria-current')).toBe('page')
  }
  await context.close()
})

test('The withdrawal addresses of an account without 2FA show a disabled switch, and one key that leads to 2FA and back', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/addresses')
  await page.getByText('No saved addresses').waitFor()
  const mode = page.getByRole('switch', { name: 'Only saved addresses' })
  expect(await mode.isDisabled()).toBe(true)
  await page.getByText('Turn on 2FA first').waitFor()
  await page.getByText('You need 2FA to save addresses.').waitFor()
  expect(await page.getByRole('button', { name: 'Add address' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Turn on 2FA' }).click()
  await page.waitForURL('**/settings/security/2fa')
  await turnOn2fa(page)
  await saveCodes(page)
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await page.waitForURL('**/settings/addresses')
  await expect.poll(() => mode.isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Add address' }).waitFor()
  await context.close()
})

test('A switch of the notification settings stays as chosen after a reload, and no column is shown without a bot', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/settings/notifications')
  const account = page.getByRole('region', { name: 'Account' })
  const signIn = account.getByRole('switch', { name: 'New sign-in, in the app' })
  await signIn.waitFor()
  expect(await signIn.isChecked()).toBe(true)
  await signIn.click({ force: true })
  await expect.poll(() => signIn.isChecked()).toBe(false)
  await page.reload()
  await expect.poll(() => signIn.isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: /, in Telegram$/ }).count()).toBe(0)
  await context.close()
})
