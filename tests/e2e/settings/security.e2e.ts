/** The security settings: 2FA, password and devices. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillSignUp, logIn, PASSWORD, signUp } from '../../fixtures/browser/page-actions.ts'
import { nextCode, turnOn2fa } from '../../fixtures/browser/second-factor.ts'
import { desktop, phone, sizes, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()
const NEW_PASSWORD = 'seven green bottles'

const recoveryCodes = (page: Page) => page.getByRole('region', { name: 'Recovery codes' }).getByRole('code')

/** Turns on 2FA in the settings and returns its secret. */
async function openAndTurnOn2fa(page: Page): Promise<string> {
  await page.getByRole('link', { name: /^(2FA Off|Turn on)$/ }).click()
  return turnOn2fa(page)
}

describe.each(sizes)('Two-factor settings on $name', (size) => {
  test('A code turns 2FA on, the recovery codes are shown once, and another code turns 2FA off', async () => {
    const context = await openContext(size)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/settings')
    await page.getByText('1 of 3 protections on').waitFor()
    const secret = await openAndTurnOn2fa(page)
    const codes = await recoveryCodes(page).allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.getByText("I've saved them").click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('2FA is on', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Lost your device?' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('heading', { name: 'Recovery codes', exact: true }).waitFor()
    expect(await recoveryCodes(page).allInnerTexts()).not.toContain(codes[1])
    await page.reload()
    await page.getByText('10 of 10 recovery codes left').waitFor()

    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('textbox', { name: '2FA code' }).pressSequentially(await nextCode(secret))
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await page.goto('/settings/security')
    await page.getByText('1 of 3 protections on').waitFor()
    await context.close()
  })
})

test.each(sizes)(
  'Each protection has one row with its state in words and as an icon on $name, and the email and 2FA their keys',
  async (size) => {
    const context = await openContext(size)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/settings/security')
    const protections = page.getByRole('region', { name: '1 of 3 protections on' })
    const states = async () => {
      const rows = await protections.getByRole('listitem').all()
      return Promise.all(
        rows.map(async (row) => [
          (await row.innerText()).split('\n').slice(0, 2).join(': '),
          await row
            .getByText(/^(Off|Set|Not confirmed)/)
            .locator('use')
            .getAttribute('href'),
        ]),
      )
    }
    await protections.getByText('Password', { exact: true }).waitFor()
    expect(await states()).toEqual([
      ['Two-factor authentication: Off', '/icons.svg#i-alert'],
      ['Password: Set', '/icons.svg#i-check'],
      ['Email: Not confirmed', '/icons.svg#i-alert'],
    ])
    expect(await page.getByText('Email', { exact: true }).count()).toBe(1)
    const rowOf = (text: string) => protections.getByRole('listitem').filter({ hasText: text })
    const confirm = rowOf('Email').getByRole('button', { name: 'Confirm email' })
    await confirm.click()
    await page.getByText('Email sent').waitFor()
    await protections.getByText('Helps if your password leaks').waitFor()
    const heights = await protections
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    // A phone has the note on 2FA in a line of its own.
    const equal = (size.viewport?.width ?? 0) < 1_024 ? heights.slice(1) : heights
    expect(Math.max(...equal) - Math.min(...equal)).toBeLessThanOrEqual(1)
    const freeze = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Freeze account' }) })
    expect(await freeze.locator('use').first().getAttribute('href')).toBe('/icons.svg#i-snow')
    const keys = [rowOf('Two-factor').getByRole('link'), confirm, freeze.getByRole('button')]
    const edges = await Promise.all(
      keys.map((key) =>
        key.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect()
          return `${Math.round(left)} ${Math.round(right)}`
        }),
      ),
    )
    expect(new Set(edges).size).toBe(1)
    const isRinged = (key: Element) => getComputedStyle(key).boxShadow.includes(getComputedStyle(key).color)
    expect(await freeze.getByRole('button').evaluate(isRinged)).toBe(true)
    const width = (list: Element) => list.getBoundingClientRect().width
    expect(await protections.getByRole('list').evaluate(width)).toBeLessThanOrEqual(912)
    await context.close()
  },
)

/** One user, signed in on two devices. */
async function onTwoDevices() {
  const [phoneContext, desktopContext] = [await openContext(phone), await openContext(desktop)]
  const [page, other] = [await phoneContext.newPage(), await desktopContext.newPage()]
  const email = await signUp(page)
  await logIn(other, email, PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  const close = async () => {
    await phoneContext.close()
    await desktopContext.close()
  }
  return { page, other, email, close }
}

/** Waits until the page is signed out. */
const waitForLogout = (page: Page) => page.getByRole('link', { name: 'Sign in' }).first().waitFor()

test('A user logs out one other device, and all devices at once', async () => {
  const { page, other, email, close } = await onTwoDevices()
  await page.goto('/settings/devices')
  await page.getByText('active now').waitFor()
  const others = page.getByRole('region', { name: 'Other devices' })
  await others.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await page.getByText('Device signed out').waitFor()
  await others.waitFor({ state: 'detached' })
  await page.getByText('You are signed in on no other device.').waitFor()
  await waitForLogout(other)

  await logIn(other, email, 'not the one')
  await other.getByText('Invalid credentials. Please try again.').waitFor()
  await logIn(other, email, PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  await page.reload()
  await page.getByRole('region', { name: 'Sign-in history' }).getByText('Wrong password').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/register')
  await waitForLogout(other)
  await close()
})

test('A password change needs the current password and logs out the other devices', async () => {
  const { page, other, email, close } = await onTwoDevices()
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Password/ }).click()
  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat new password').fill('another one')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText("Passwords don't match").waitFor()
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Wrong password.').waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/settings/security')
  await page.getByText(/^Set, changed \d/).waitFor()
  await waitForLogout(other)
  await logIn(other, email, PASSWORD)
  await other.getByText('Invalid credentials. Please try again.').waitFor()
  await logIn(other, email, NEW_PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  await close()
})

test('The security settings show an error with Retry, and return after registration', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await page.goto('/settings/security/2fa')
  await page.waitForURL('**/register')
  await fillSignUp(page)
  await page.waitForURL('**/settings/security/2fa')
  const failingPaths = /users\/(sessions|set-2fa|profile)/
  await page.route(failingPaths, (route) => route.abort())
  await page.goto('/settings/security/2fa')
  await page.getByText("Couldn't load your profile").waitFor()
  await page.unroute(failingPaths)
  await page.route(/set-2fa|sessions/, (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Failed to load 2FA data.').waitFor()
  await page.unroute(/set-2fa|sessions/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await page.route(/sessions/, (route) => route.abort())
  await page.goto('/settings/devices')
  await page.getByText("Couldn't load your devices").waitFor()
  await page.unroute(/sessions/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('active now').waitFor()
  await context.close()
})
