/** Login with Google and Telegram in a real browser, through a test OpenID provider and a mocked Telegram page. */

import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProfileView } from '../../src/contract/account/views.ts'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/auth/views.ts'
import { closeContexts, sharedChromium } from '../fixtures/browser/chromium.ts'
import { PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { type LoginPage, mockTelegramLogin, TELEGRAM } from '../fixtures/browser/telegram-login-page.ts'
import { type FakeGoogle, startFakeGoogle } from '../fixtures/fake-google.ts'
import { scratchDataDir } from '../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../fixtures/server-process.ts'
import { BOT_TOKEN, widgetData } from '../fixtures/telegram-signer.ts'

const folder = scratchDataDir()
let server: RunningServer
let google: FakeGoogle
let browser: Browser
let context: BrowserContext
let page: Page
let telegram: LoginPage
let nextId = 900

beforeAll(async () => {
  const port = await freePort()
  google = await startFakeGoogle(await freePort(), [`http://127.0.0.1:${port}/register`])
  server = await startServer(folder, port, { BOT_TOKEN, ...google.settings })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closeContexts()
  await server?.stop()
  await google?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  google.account = `account ${++nextId}`
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', baseURL: server.address })
  telegram = await mockTelegramLogin(context)
  telegram.data = widgetData(++nextId, Date.now())
  page = await context.newPage()
})
afterEach(() => context.close())

const click = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const signedIn = () => page.getByText('10,000.00').first().waitFor()
const toast = (text: string) => page.getByRole('alert').getByText(text).first().waitFor()
const path = () => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash
/** The bodies of the requests to an API call, oldest first. */
function sentTo(call: { readonly path: string }): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(call.path)) sent.push(request.postDataJSON())
  })
  return sent
}
/** Background pages run their timers less often. */
const sessionStorageCleared = () => expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
const loginMethodsLoaded = () => page.waitForResponse((response) => response.url().endsWith(api.ways.path))
async function open(at: string): Promise<void> {
  const loaded = loginMethodsLoaded()
  await page.goto(at)
  await loaded
}

describe('Google login', () => {
  test('A new Google user is signed in with the referral code, and lands on the home page', async () => {
    const friend = await fetch(`${server.address}${EXCHANGE_BASE}${api.register.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'friend@example.com', password: 'correct horse battery' }),
    })
    const { access } = (await friend.json()) as Tokens
    const profile = await fetch(`${server.address}${EXCHANGE_BASE}${api.profile.path}`, {
      headers: { authorization: `Bearer ${access}` },
    })
    const { referral_code } = (await profile.json()) as ProfileView
    const sent = sentTo(api.google)
    await open(`/register?ref_code=${referral_code}`)
    await click('Google')
    await signedIn()
    expect(path()).toBe('/')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ referrer_uid: referral_code, redirect_uri: `${server.address}/register` })
    const kept = await page.evaluate(() => [JSON.stringify(sessionStorage), localStorage.getItem('referrer_uid')])
    expect(kept).toEqual(['{}', null])
  })

  test('The OAuth code is removed from the address bar at once and never enters the history', async () => {
    let go: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(`**${api.google.path}`, async (route) => {
      await held
      await route.continue()
    })
    await open('/register')
    await click('Google')
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(path()).toBe('/register')
    expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0)
    go()
    await signedIn()
    await page.goBack()
    expect(page.url()).not.toMatch(/code=/)
  })

  test('Google login returns to the page that required an account', async () => {
    await page.goto('/wallet?tab=positions')
    await page.waitForURL('**/register')
    await page.getByText('Or sign up with').waitFor()
    await click('Google')
    await page.waitForURL('**/wallet?tab=positions')
  })

  test('A second Google login at the login page opens the same account', async () => {
    await open('/register')
    await click('Google')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await click('Google')
    await signedIn()
  })

  test('A forged Google callback URL signs nobody in', async () => {
    const sent = sentTo(api.google)
    await page.goto('/register?code=stolen&state=made-up')
    await toast('Google authorization failed')
    await page.getByRole('button', { name: 'Sign up' }).first().waitFor()
    expect([sent, path()]).toEqual([[], '/register'])
  })

  /** The Google page redirects back with these query parameters. */
  const redirectBackWith = (parametersFor: (state: string) => Record<string, string>) =>
    page.route(`${google.issuer}/auth?*`, (route) => {
      const { searchParams } = new URL(route.request().url())
      const back = `${searchParams.get('redirect_uri')}?${new URLSearchParams(parametersFor(searchParams.get('state') ?? ''))}`
      return route.fulfill({ contentType: 'text/html', body: `<script>location = ${JSON.stringify(back)}</script>` })
    })

  test('A Google callback with a wrong state signs nobody in, and invalidates the right state', async () => {
    const sent = sentTo(api.google)
    let rightState = ''
    await redirectBackWith((state) => {
      rightState = state
      return { code: 'c', state: `${state}x` }
    })
    await open('/register')
    await click('Google')
    await toast('Google authorization failed')
    await page.goto(`/register?code=c&state=${rightState}`)
    await toast('Google authorization failed')
    expect([rightState.length, sent]).toEqual([43, []])
  })

  test('A denied Google consent returns to the registration form', async () => {
    const sent = sentTo(api.google)
    await redirectBackWith((state) => ({ error: 'access_denied', state }))
    await open('/login')
    await click('Google')
    await toast('Google authorization failed')
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    expect([sent, path()]).toEqual([[], '/register'])
  })

  test('Google login with the email of a password account asks for the password first', async () => {
    const email = `taken${nextId}@example.com`
    google.claims.set(google.account, { email, email_verified: true })
    await open('/register')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await click('Sign up')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await click('Google')
    await toast('Google authorization failed')
    await toast('Sign in with your password, then link Google')
  })
})

describe('Telegram login', () => {
  test.each(['auth_result', 'auth_user'] as const)(
    'A Telegram popup that sends the message %s signs the user in',
    async (mode) => {
      telegram.mode = mode
      await open('/login')
      await click('Telegram')
      await signedIn()
      expect(context.pages()).toHaveLength(1)
      expect(Object.fromEntries(telegram.requests[0] ?? [])).toEqual({
        bot_id: '1234567',
        origin: server.address,
        request_access: 'write',
        return_to: `${server.address}/login`,
      })
      const scripts = await page.evaluate(() => Array.from(document.scripts, ({ src }) => new URL(src).origin))
      expect(new Set(scripts)).toEqual(new Set([server.address]))
    },
  )

  test.each(['fragment', 'query'] as const)(
    'Telegram sign-in without a popup reads the result from the %s of the redirect',
    async (mode) => {
      telegram.mode = mode
      await page.addInitScript(() => {
        window.open = () => null
      })
      await page.goto('/wallet')
      await page.waitForURL('**/register')
      await page.getByText('Or sign up with').waitFor()
      const addresses: string[] = []
      page.on('framenavigated', (frame) => addresses.push(frame.url()))
      await click('Telegram')
      await page.waitForURL('**/wallet')
      expect(addresses.some((address) => address.startsWith(TELEGRAM))).toBe(true)
      await page.goBack()
      expect(page.url()).not.toMatch(/hash=|tgAuthResult/)
    },
  )

  test('Signed Telegram data is accepted once', async () => {
    await open('/login')
    await click('Telegram')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await click('Telegram')
    await toast('Telegram sign-in failed')
    await toast('was already used or has expired')
  })

  test('A closed Telegram popup changes nothing and can be opened again', async () => {
    telegram.mode = 'idle'
    await open('/login')
    const opened = context.waitForEvent('page')
    await click('Telegram')
    await (await opened).close()
    await sessionStorageCleared()
    expect(await page.getByRole('alert').count()).toBe(0)
    telegram.mode = 'auth_result'
    await click('Telegram')
    await signedIn()
  })

  test('Telegram login ignores messages from every other window', async () => {
    telegram.mode = 'idle'
    const sent = sentTo(api.telegramWidget)
    await open('/login')
    const opened = context.waitForEvent('page')
    await click('Telegram')
    const popup = await opened
    await popup.waitForLoadState()
    // Navigates from inside the page: a navigation by the browser itself drops the opener.
    const navigatePopup = async (address: string) => {
      await popup.evaluate((to) => window.location.assign(to), address)
      await popup.waitForURL(address)
    }
    const message = { event: 'auth_user', auth_data: telegram.data }
    // From this page, from its own frame, and from another page in the popup.
    await page.evaluate((message) => window.postMessage(message, '*'), message)
    await page.evaluate((message) => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
    }, message)
    await context.route('https://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'evil' }))
    await navigatePopup('https://evil.example/')
    await popup.evaluate((message) => window.opener.postMessage(message, '*'), message)
    // From Telegram, with another event.
    await navigatePopup(`${TELEGRAM}/auth`)
    await popup.evaluate(() => window.opener.postMessage({ event: 'resize', height: 1 }, '*'))
    await popup.close()
    await sessionStorageCleared()
    expect(sent).toEqual([])
  })

  test('Telegram data without an id or a hash is not sent to the server', async () => {
    const sent = sentTo(api.telegramWidget)
    for (const missing of ['id', 'hash']) {
      telegram.data = Object.fromEntries(Object.entries(widgetData(7, Date.now())).filter(([name]) => name !== missing))
      await open('/login')
      await click('Telegram')
      await toast('Invalid Telegram data')
    }
    expect(sent).toEqual([])
  })

  test('A forged Telegram callback URL signs nobody in', async () => {
    const sent = sentTo(api.telegramWidget)
    const result = Buffer.from(JSON.stringify(telegram.data)).toString('base64')
    await page.goto(`/login#tgAuthResult=${result}`)
    await toast('Invalid Telegram data')
    expect([sent, path()]).toEqual([[], '/login'])
  })
})

test('Two tabs refresh their tokens one after the other, and both stay signed in', async () => {
  await open('/register')
  await click('Google')
  await signedIn()
  const other = await context.newPage()
  let [active, maxActive, total] = [0, 0, 0]
  await context.route(`**${api.refresh.path}`, async (route) => {
    total += 1
    maxActive = Math.max(maxActive, ++active)
    await new Promise((resolve) => setTimeout(resolve, 300))
    active -= 1
    await route.continue()
  })
  await Promise.all([page.reload(), other.goto('/wallet')])
  await Promise.all([signedIn(), other.getByText('10,000.00').first().waitFor()])
  expect([total, maxActive]).toEqual([2, 1])
})

describe('Login methods in the settings', () => {
  const sheet = (name: string) => page.getByRole('dialog', { name })
  async function confirmWithPassword(name: string, buttonName: string): Promise<void> {
    await sheet(name).getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await sheet(name).getByRole('button', { name: buttonName, exact: true }).click()
  }
  /** The uuid in the first profile that the settings page loads. The body is read before the page gets it: no navigation can discard it. */
  const uuid = async () => {
    const loaded = new Promise<string>((resolve) => {
      context.route(`**${api.profile.path}`, async (route) => {
        const response = await route.fetch({ maxRetries: 2 })
        const profile = (await response.json()) as ProfileView
        await route.fulfill({ response })
        // After a refusal the page asks again.
        if (response.ok()) resolve(profile.uuid)
      })
    })
    await page.goto('/settings/security')
    const found = await loaded
    await context.unroute(`**${api.profile.path}`)
    return found
  }

  test('A user links Google, signs in with it to the same account, and unlinks it', async () => {
    await signUp(page)
    const ann = await uuid()
    await page.getByRole('button', { name: 'Link Google' }).click()
    await page.waitForURL('**/settings/security')
    await confirmWithPassword('Link Google', 'Link')
    await page.getByText('Google linked').waitFor()
    await page.evaluate(() => localStorage.clear())
    await open('/login')
    await click('Google')
    await signedIn()
    expect(await uuid()).toBe(ann)
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await confirmWithPassword('Unlink Google', 'Unlink')
    await page.getByText('Google unlinked').waitFor()
    await page.getByRole('button', { name: 'Link Google' }).waitFor()
  })

  test('A user links Telegram, unless the Telegram account is linked to another user', async () => {
    await open('/login')
    await click('Telegram')
    await signedIn()
    await page.evaluate(() => localStorage.clear())
    const taken = telegram.data
    await signUp(page)
    await page.goto('/settings/security')
    telegram.data = widgetData(nextId, Date.now() + 1_000)
    await page.getByRole('button', { name: 'Link Telegram' }).click()
    await confirmWithPassword('Link Telegram', 'Link')
    await sheet('Link Telegram').getByText('This sign-in is already linked to another account.').waitFor()
    await page.keyboard.press('Escape')
    await sheet('Link Telegram').waitFor({ state: 'detached' })
    telegram.data = widgetData(++nextId, Date.now())
    expect(telegram.data).not.toEqual(taken)
    await page.getByRole('button', { name: 'Link Telegram' }).click()
    await confirmWithPassword('Link Telegram', 'Link')
    await page.getByText('Telegram linked').waitFor()
    await page.getByRole('button', { name: 'Unlink Telegram' }).waitFor()
  })
})
