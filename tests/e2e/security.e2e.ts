/** The settings: the second factor, the password, the devices, as somebody in front of the page. */

import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk, phone, sizes, stage } from './stage.ts'
import { fillSignUp, logIn, PASSWORD, signUp } from './visitor.ts'

const { open } = stage()
const STEP_MILLIS = 30_000
const NEW_PASSWORD = 'seven green bottles'

/** A code is good once, so each use is of a step of its own: the one before, this one, the next. */
const codeOf = (secret: string, steps: -1 | 0 | 1): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MILLIS })

/** Its secret. */
async function turnOn(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.locator('.secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByText('Invalid 2FA code.').waitFor()
  await page.getByLabel('Six-digit code').pressSequentially(codeOf(secret, -1))
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  return secret
}

describe.each(sizes)('on $name', (size) => {
  test('the second factor goes on with a code, shows its recovery codes once, and goes off with another', async () => {
    const context = await open(size)
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/settings')
    await page.getByText('1 of 4 protections on').waitFor()
    await page.getByText('Needs 2FA').waitFor()
    const secret = await turnOn(page)
    const codes = await page.locator('.recovery code').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.getByText('I saved them').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Two-factor code is on', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Lost your device?' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('heading', { name: 'Recovery codes', exact: true }).waitFor()
    expect(await page.locator('.recovery code').allInnerTexts()).not.toContain(codes[1])
    await page.reload()
    await page.getByText('10 of 10 recovery codes left').waitFor()

    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('textbox', { name: '2FA code' }).pressSequentially(codeOf(secret, 1))
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await page.goto('/settings/security')
    await page.getByText(/^Withdrawals wait until/).waitFor()
    await context.close()
  })
})

/** The same person on two devices. */
async function onTwoDevices() {
  const [here, there] = [await open(phone), await open(desk)]
  const [page, other] = [await here.newPage(), await there.newPage()]
  const email = await signUp(page)
  await logIn(other, email, PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  const close = async () => {
    await here.close()
    await there.close()
  }
  return { page, other, email, close }
}

/** The exchange does not know them there any more. */
const isOut = (page: Page) => page.getByRole('link', { name: 'Log in' }).first().waitFor()

test('a device is ended from another one, and every one from any', async () => {
  const { page, other, email, close } = await onTwoDevices()
  await page.goto('/settings')
  await page.getByText('This device, active now').waitFor()
  await page.getByRole('button', { name: /^End the session of Chrome/ }).click()
  await page.getByText('Session ended').waitFor()
  await page.getByRole('button', { name: /^End the session of/ }).waitFor({ state: 'detached' })
  await isOut(other)

  await logIn(other, email, 'not the one')
  await other.getByText('Invalid credentials. Please try again.').waitFor()
  await logIn(other, email, PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  await page.reload()
  await page.getByText('Sign-in history').click()
  await page.getByText('Wrong password').waitFor()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await page.waitForURL('**/register')
  await isOut(other)
  await close()
})

test('a new password needs the old one, ends the other devices, and signs in', async () => {
  const { page, other, email, close } = await onTwoDevices()
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Password/ }).click()
  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill('another one')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('The two passwords differ').waitFor()
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByText('This password is not right.').waitFor()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL('**/settings/security')
  await page.getByText(/^Changed \d/).waitFor()
  await page.getByText(/^Withdrawals wait until/).waitFor()
  await isOut(other)
  await logIn(other, email, PASSWORD)
  await other.getByText('Invalid credentials. Please try again.').waitFor()
  await logIn(other, email, NEW_PASSWORD)
  await other.waitForURL((url) => url.pathname === '/')
  await close()
})

test('what cannot be loaded says so and comes with Retry; a guest is sent to sign up and comes back', async () => {
  const context = await open(phone)
  const page = await context.newPage()
  await page.goto('/settings/security/2fa')
  await page.waitForURL('**/register')
  await fillSignUp(page)
  await page.waitForURL('**/settings/security/2fa')
  const gone = /users\/(sessions|set-2fa|profile)/
  await page.route(gone, (route) => route.abort())
  await page.goto('/settings/security/2fa')
  await page.getByText('Failed to load profile').waitFor()
  await page.unroute(gone)
  await page.route(/set-2fa|sessions/, (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Failed to load 2FA data.').waitFor()
  await page.unroute(/set-2fa|sessions/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await page.route(/sessions/, (route) => route.abort())
  await page.goto('/settings')
  await page.getByText('Failed to fetch sessions').waitFor()
  await page.unroute(/sessions/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('This device, active now').waitFor()
  await context.close()
})
