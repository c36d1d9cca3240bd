/** Password reset, email confirmation and two-factor login in a browser, against the real server. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/auth/views.ts'
import { closeContexts, sharedChromium } from '../fixtures/browser/chromium.ts'
import { signUp } from '../fixtures/browser/page-actions.ts'
import { type Host, launch, openHost, PROFILES } from '../fixtures/browser/telegram-host.ts'
import { newestEmailToken } from '../fixtures/email-inbox.ts'
import { scratchDataDir } from '../fixtures/scratch-folder.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../fixtures/secured-account.ts'
import { freePort, type RunningServer, startServer } from '../fixtures/server-process.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../fixtures/telegram-signer.ts'
import type { TestServer } from '../fixtures/test-exchange.ts'

const folder = scratchDataDir()
let server: RunningServer
let host: Host
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  host = await openHost(await freePort())
  server = await startServer(folder, await freePort(), { BOT_TOKEN, FRAME_ANCESTORS: host.address })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closeContexts()
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

/** The part of the test exchange that `createSecuredAccount` needs, over HTTP. */
const testServer = {
  async request(method: string, path: string, { body, access }: { body?: unknown; access?: string } = {}) {
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
    const { body } = await testServer.request<Tokens>('POST', '/api/web-auth/email/registration/', {
      body: { email, password },
    })
    return body
  },
  now: () => Date.now(),
} as unknown as TestServer

const click = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const signedIn = () => page.getByText('10,000.00').first().waitFor()
async function signIn(email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await click('Sign in')
}

test('The link of a password reset in Play mail sets a new password, and its token is never in the address bar', async () => {
  const email = `${randomUUID()}@example.com`
  await testServer.signUp(email, 'correct horse battery')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('nobody')
  await click('Send link')
  await page.getByText('Invalid email address').waitFor()
  await page.getByLabel('Email').fill(email)
  await click('Send link')
  await page.getByText(`If ${email} has an account`).waitFor()
  await newestEmailToken(testServer, email, 'reset')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.getByRole('link', { name: 'Open it here' }).click()
  await page.getByRole('heading', { name: 'Play mail' }).waitFor()
  const mail = page.getByRole('button', { name: /^Reset your Tern password/ }).filter({ hasText: email })
  await mail.click()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(page.url()).toBe(`${server.address}/reset`)
  await page.getByLabel('New password').fill('password')
  await click('Save password')
  await page.getByText('too common').waitFor()
  await page.getByLabel('New password').fill('battery staple horse')
  await click('Save password')
  await page.waitForURL('**/login')
  expect(addresses).toContain(`${server.address}/play/mail`)
  expect(addresses.filter((address) => address.includes('token'))).toEqual([])
  await signIn(email, 'correct horse battery')
  await page.getByText('Invalid credentials. Please try again.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('battery staple horse')
  await click('Sign in')
  await signedIn()
})

test('The Confirm button confirms an email address once, and needs the token of the link', async () => {
  const email = `${randomUUID()}@example.com`
  await testServer.signUp(email, 'correct horse battery')
  const token = await newestEmailToken(testServer, email)
  await page.goto(`/confirm#token=${token}`)
  await click('Confirm')
  await page.getByText('Your email is confirmed').waitFor()
  expect(page.url()).toBe(`${server.address}/confirm`)
  await page.reload()
  await page.getByText("We couldn't read your link").waitFor()
  await page.goto(`/confirm#token=${token}`)
  await click('Confirm')
  await page.getByText('This link was already used or has expired.').waitFor()
})

test('The 2FA form submits the code at its sixth digit, and clears the error of a wrong code on the next input', async () => {
  const { email, password, secret } = await createSecuredAccount(testServer)
  await page.goto('/wallet')
  await page.waitForURL('**/register')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await click('Sign in')
  const field = page.getByLabel('2FA code')
  await field.waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await field.pressSequentially('12a34')
  await click('Continue')
  await page.getByText('Enter the code').waitFor()
  await field.fill('000000')
  await page.getByText('Invalid 2FA code.').waitFor()
  await page.keyboard.press('Backspace')
  expect(await page.getByText('Invalid 2FA code.').count()).toBe(0)
  const code = codeAt(secret, Date.now() + TOTP_STEP_MILLIS)
  // An authenticator app copies the code with a space.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('**/wallet')
})

test('The 2FA form accepts a recovery code, and links back to the login form', async () => {
  const { email, password, recoveryCodes } = await createSecuredAccount(testServer)
  await signIn(email, password)
  await click('Use another account')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(email, password)
  await click('Lost your device?')
  await page.getByLabel('Recovery code').fill('ABCD-EFGH-IJKL-MNOP')
  await click('Continue')
  await page.getByText('Invalid 2FA code.').waitFor()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '')
  await click('Continue')
  await signedIn()
})

test('A launch from Telegram asks a user with 2FA only for the code', async () => {
  const { tokens, recoveryCodes, secret } = await createSecuredAccount(testServer)
  const raw_callback_data = widgetData(4711, Date.now())
  const body = { raw_callback_data, code: recoveryCodes[0] }
  const linked = await testServer.request('POST', '/api/users/link/telegram/', { body, access: tokens.access })
  expect(linked.status).toBe(200)
  const launched = await launch(context, host, server.address, {
    initData: initData(telegramUser(4711), Date.now()),
    profile: PROFILES.ios,
  })
  const field = launched.app.getByLabel('2FA code')
  await field.waitFor()
  expect(await launched.app.getByRole('button', { name: 'Use another account' }).count()).toBe(0)
  await field.fill(codeAt(secret, Date.now() + TOTP_STEP_MILLIS))
  await launched.app.getByText('10,000.00').first().waitFor()
})

test('A sign-in method that is not configured says so when its button is pressed', async () => {
  const other = scratchDataDir()
  const bare = await startServer(other, await freePort())
  await page.goto(`${bare.address}/register`)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByText("Google sign-in isn't available yet").waitFor()
  await page.getByRole('button', { name: 'Telegram' }).click()
  await page.getByText("Telegram sign-in isn't available yet").waitFor()
  await signUp(page)
  await bare.stop()
  rmSync(other, { recursive: true, force: true })
})
