/** A password that was forgotten, an address that is confirmed, and the second factor, in front of the real server. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/views.ts'
import type { House } from '../server/exchange-world.ts'
import { codeAt, lockedAccount, STEP } from '../server/locked-account.ts'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { shownToken } from '../server/shown-letters.ts'
import { BOT_TOKEN, initData, person, widgetData } from '../server/telegram-bot.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'
import { type Host, launch, openHost, PROFILES } from './telegram-host.ts'
import { signUp } from './visitor.ts'

const folder = scratchFolder()
let server: RunningServer
let host: Host
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  host = await openHost(await freePort())
  server = await startServer(folder, await freePort(), { BOT_TOKEN, FRAME_ANCESTORS: host.address })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await host?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    baseURL: server.address,
  })
  page = await context.newPage()
})
afterEach(() => context.close())

/** As much of a house as makes an account with locks. */
const house = {
  async ask(method: string, path: string, { body, access }: { body?: unknown; access?: string } = {}) {
    const reply = await fetch(server.address + (path.startsWith('/api') ? EXCHANGE_BASE : '') + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access !== undefined && { [TOKEN_HEADER]: `Bearer ${access}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: reply.status, body: isJson ? JSON.parse(text) : text, headers: reply.headers }
  },
  async signUp(email: string, password: string): Promise<Tokens> {
    const { body } = await house.ask<Tokens>('POST', '/api/web-auth/email/registration/', { body: { email, password } })
    return body
  },
  now: () => Date.now(),
} as unknown as House

const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const signedIn = () => page.getByText('10,000.00').first().waitFor()
async function signIn(email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Sign in')
}

test('a forgotten password is replaced by the link of a letter, which leaves the address at once', async () => {
  const email = `${randomUUID()}@example.com`
  await house.signUp(email, 'correct horse battery')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('nobody')
  await press('Send the link')
  await page.getByText('Invalid email address').waitFor()
  await page.getByLabel('Email').fill(email)
  await press('Send the link')
  await page.getByText(`If ${email} has an account`).waitFor()
  const token = await shownToken(house, email, 'reset')
  const letters = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Read it here' }).click()
  const mail = await letters
  await mail.getByText(`To ${email}`).first().waitFor()
  await mail.locator(`a[href$="${token}"]`).click()
  await mail.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(mail.url()).toBe(`${server.address}/reset`)
  await mail.getByLabel('New password').fill('password')
  await mail.getByRole('button', { name: 'Save password' }).click()
  await mail.getByText('one of the most common').waitFor()
  await mail.getByLabel('New password').fill('battery staple horse')
  await mail.getByRole('button', { name: 'Save password' }).click()
  await mail.waitForURL('**/login')
  await mail.close()
  await signIn(email, 'correct horse battery')
  await page.getByText('Invalid credentials. Please try again.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('battery staple horse')
  await press('Sign in')
  await signedIn()
})

test('an address is confirmed by a press, once; without the link there is nothing to press', async () => {
  const email = `${randomUUID()}@example.com`
  await house.signUp(email, 'correct horse battery')
  const token = await shownToken(house, email)
  await page.goto(`/confirm#token=${token}`)
  await press('Confirm')
  await page.getByText('Your email is confirmed').waitFor()
  expect(page.url()).toBe(`${server.address}/confirm`)
  await page.reload()
  await page.getByText('Open the link again').waitFor()
  await page.goto(`/confirm#token=${token}`)
  await press('Confirm')
  await page.getByText('This link was used or is too old.').waitFor()
})

test('a code is asked for, sent at its sixth digit, and a wrong one is forgotten when typing goes on', async () => {
  const { email, password, secret } = await lockedAccount(house)
  await page.goto('/wallet')
  await page.waitForURL('**/register')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Sign in')
  const field = page.getByLabel('2FA code')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await field.pressSequentially('12a34')
  await press('Continue')
  await page.getByText('Enter a code').waitFor()
  await field.fill('000000')
  await page.getByText('Invalid 2FA code.').waitFor()
  await page.keyboard.press('Backspace')
  expect(await page.getByText('Invalid 2FA code.').count()).toBe(0)
  const code = codeAt(secret, Date.now() + STEP)
  // As it is copied from an authenticator.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('**/wallet')
})

test('who lost their device uses a recovery code, and who is somebody else goes back', async () => {
  const { email, password, recoveryCodes } = await lockedAccount(house)
  await signIn(email, password)
  await press('Sign in as somebody else')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await signIn(email, password)
  await press('Lost your device?')
  await page.getByLabel('Recovery code').fill('ABCD-EFGH-IJKL-MNOP')
  await press('Continue')
  await page.getByText('Invalid 2FA code.').waitFor()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '')
  await press('Continue')
  await signedIn()
})

test('inside Telegram the code is all that is asked for', async () => {
  const { tokens, recoveryCodes, secret } = await lockedAccount(house)
  const raw_callback_data = widgetData(4711, Date.now())
  const body = { raw_callback_data, code: recoveryCodes[0] }
  const linked = await house.ask('POST', '/api/users/link/telegram/', { body, access: tokens.access })
  expect(linked.status).toBe(200)
  const launched = await launch(context, host, server.address, {
    initData: initData(person(4711), Date.now()),
    profile: PROFILES.ios,
  })
  const field = launched.app.getByLabel('2FA code')
  await field.waitFor()
  expect(await launched.app.getByRole('button', { name: 'Sign in as somebody else' }).count()).toBe(0)
  await field.fill(codeAt(secret, Date.now() + STEP))
  await launched.app.getByText('10,000.00').first().waitFor()
})

test('a way that is not configured says which setting turns it on', async () => {
  const other = scratchFolder()
  const bare = await startServer(other, await freePort())
  await page.goto(`${bare.address}/register`)
  await press('Google')
  await page.getByText('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET turn it on.').waitFor()
  await press('Telegram')
  await page.getByText('BOT_TOKEN turns it on.').waitFor()
  await signUp(page)
  await bare.stop()
  rmSync(other, { recursive: true, force: true })
})
