/** Coming in by Google and by Telegram, in a real browser, through a real OpenID provider and a page that plays Telegram. */

import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import type { ProfileView, Tokens } from '../../src/contract/views.ts'
import { type GoogleDouble, startGoogleDouble } from '../server/google-double.ts'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { BOT_TOKEN, widgetData } from '../server/telegram-bot.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'
import { type LoginPage, playTelegram, TELEGRAM } from './telegram-login-page.ts'
import { PASSWORD, signUp } from './visitor.ts'

const folder = scratchFolder()
let server: RunningServer
let google: GoogleDouble
let browser: Browser
let context: BrowserContext
let page: Page
let telegram: LoginPage
let nextId = 900

beforeAll(async () => {
  const port = await freePort()
  google = await startGoogleDouble(await freePort(), [`http://127.0.0.1:${port}/register`])
  server = await startServer(folder, port, { BOT_TOKEN, ...google.settings })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await google?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  google.account = `somebody ${++nextId}`
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', baseURL: server.address })
  telegram = await playTelegram(context)
  telegram.data = widgetData(++nextId, Date.now())
  page = await context.newPage()
})
afterEach(() => context.close())

const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const signedIn = () => page.getByText('10,000.00').first().waitFor()
const toast = (words: string) => page.getByRole('alert').getByText(words).first().waitFor()
const path = () => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash
/** What was sent to a call, latest last. */
function sentTo(call: { readonly path: string }): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(call.path)) sent.push(request.postDataJSON())
  })
  return sent
}
/** A page behind another one looks more seldom. */
const forgotten = () => expect.poll(() => page.evaluate(() => sessionStorage.length), { timeout: 10_000 }).toBe(0)
const waysKnown = () => page.waitForResponse((response) => response.url().endsWith(api.ways.path))
async function open(at: string): Promise<void> {
  const known = waysKnown()
  await page.goto(at)
  await known
}

describe('by Google', () => {
  test('somebody new is signed in, with the code of who brought them, and comes home', async () => {
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
    await press('Google')
    await signedIn()
    expect(path()).toBe('/')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ referrer_uid: referral_code, redirect_uri: `${server.address}/register` })
    const kept = await page.evaluate(() => [JSON.stringify(sessionStorage), localStorage.getItem('referrer_uid')])
    expect(kept).toEqual(['{}', null])
  })

  test('the code is out of the address while the screen waits, and the history never had it', async () => {
    let go: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(`**${api.google.path}`, async (route) => {
      await held
      await route.continue()
    })
    await open('/register')
    await press('Google')
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(path()).toBe('/register')
    expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0)
    go()
    await signedIn()
    await page.goBack()
    expect(page.url()).not.toMatch(/code=/)
  })

  test('whoever was on the way to a page of theirs comes to it', async () => {
    await page.goto('/wallet?tab=positions')
    await page.waitForURL('**/register')
    await page.getByText('Or sign up with').waitFor()
    await press('Google')
    await page.waitForURL('**/wallet?tab=positions')
  })

  test('the same account comes in at the sign-in screen, in another browser', async () => {
    await open('/register')
    await press('Google')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await press('Google')
    await signedIn()
  })

  test('an address that somebody else made signs nobody in', async () => {
    const sent = sentTo(api.google)
    await page.goto('/register?code=stolen&state=made-up')
    await toast('Google authorization failed')
    await page.getByRole('button', { name: 'Sign up' }).first().waitFor()
    expect([sent, path()]).toEqual([[], '/register'])
  })

  /** Google leads back with other fields than it should. */
  const leadBack = (fieldsFor: (state: string) => Record<string, string>) =>
    page.route(`${google.issuer}/auth?*`, (route) => {
      const { searchParams } = new URL(route.request().url())
      const back = `${searchParams.get('redirect_uri')}?${new URLSearchParams(fieldsFor(searchParams.get('state') ?? ''))}`
      return route.fulfill({ contentType: 'text/html', body: `<script>location = ${JSON.stringify(back)}</script>` })
    })

  test('nor does an answer to another question, nor the right one later', async () => {
    const sent = sentTo(api.google)
    let right = ''
    await leadBack((state) => {
      right = state
      return { code: 'c', state: `${state}x` }
    })
    await open('/register')
    await press('Google')
    await toast('Google authorization failed')
    await page.goto(`/register?code=c&state=${right}`)
    await toast('Google authorization failed')
    expect([right.length, sent]).toEqual([43, []])
  })

  test('whoever says no to Google is back at the form', async () => {
    const sent = sentTo(api.google)
    await leadBack((state) => ({ error: 'access_denied', state }))
    await open('/login')
    await press('Google')
    await toast('Google authorization failed')
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    expect([sent, path()]).toEqual([[], '/register'])
  })

  test('an account with the same email says how to go on', async () => {
    const email = `taken${nextId}@example.com`
    google.claims.set(google.account, { email, email_verified: true })
    await open('/register')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await press('Sign up')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await press('Google')
    await toast('Google authorization failed')
    await toast('Sign in with your password, then link Google')
  })
})

describe('by Telegram', () => {
  test.each(['says', 'says it as auth_user'] as const)('a window of Telegram that %s who it is', async (manner) => {
    telegram.manner = manner
    await open('/login')
    await press('Telegram')
    await signedIn()
    expect(context.pages()).toHaveLength(1)
    expect(Object.fromEntries(telegram.asked[0] ?? [])).toEqual({
      bot_id: '1234567',
      origin: server.address,
      request_access: 'write',
      return_to: `${server.address}/login`,
    })
    const scripts = await page.evaluate(() => Array.from(document.scripts, ({ src }) => new URL(src).origin))
    expect(new Set(scripts)).toEqual(new Set([server.address]))
  })

  test.each(['leads', 'leads in fields'] as const)('where no window opens Telegram %s back', async (manner) => {
    telegram.manner = manner
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/wallet')
    await page.waitForURL('**/register')
    await page.getByText('Or sign up with').waitFor()
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await press('Telegram')
    await page.waitForURL('**/wallet')
    expect(addresses.some((address) => address.startsWith(TELEGRAM))).toBe(true)
    await page.goBack()
    expect(page.url()).not.toMatch(/hash=|tgAuthResult/)
  })

  test('what Telegram signed is good once', async () => {
    await open('/login')
    await press('Telegram')
    await signedIn()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await open('/login')
    await press('Telegram')
    await toast('Telegram could not sign you in')
    await toast('was used or is too old')
  })

  test('a window that is closed changes nothing, and may be opened again', async () => {
    telegram.manner = 'idle'
    await open('/login')
    const opened = context.waitForEvent('page')
    await press('Telegram')
    await (await opened).close()
    await forgotten()
    expect(await page.getByRole('alert').count()).toBe(0)
    telegram.manner = 'says'
    await press('Telegram')
    await signedIn()
  })

  test('nobody else is heard', async () => {
    telegram.manner = 'idle'
    const sent = sentTo(api.telegramWidget)
    await open('/login')
    const opened = context.waitForEvent('page')
    await press('Telegram')
    const popup = await opened
    await popup.waitForLoadState()
    // As a page leads on: what the browser itself opens there has no opener.
    const lead = async (address: string) => {
      await popup.evaluate((to) => window.location.assign(to), address)
      await popup.waitForURL(address)
    }
    const message = { event: 'auth_user', auth_data: telegram.data }
    // Ourselves, a frame of ours, and another page in Telegram's window.
    await page.evaluate((said) => window.postMessage(said, '*'), message)
    await page.evaluate((said) => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(said)}, '*')</script>`
    }, message)
    await context.route('https://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'evil' }))
    await lead('https://evil.example/')
    await popup.evaluate((said) => window.opener.postMessage(said, '*'), message)
    // And Telegram itself about something else.
    await lead(`${TELEGRAM}/auth`)
    await popup.evaluate(() => window.opener.postMessage({ event: 'resize', height: 1 }, '*'))
    await popup.close()
    await forgotten()
    expect(sent).toEqual([])
  })

  test('data without a name or a seal is not even sent', async () => {
    const sent = sentTo(api.telegramWidget)
    for (const missing of ['id', 'hash']) {
      telegram.data = Object.fromEntries(Object.entries(widgetData(7, Date.now())).filter(([name]) => name !== missing))
      await open('/login')
      await press('Telegram')
      await toast('Invalid Telegram data')
    }
    expect(sent).toEqual([])
  })

  test('an address that somebody else made signs nobody in', async () => {
    const sent = sentTo(api.telegramWidget)
    const result = Buffer.from(JSON.stringify(telegram.data)).toString('base64')
    await page.goto(`/login#tgAuthResult=${result}`)
    await toast('Invalid Telegram data')
    expect([sent, path()]).toEqual([[], '/login'])
  })
})

test('two tabs that refresh at once take turns, and neither is signed out', async () => {
  await open('/register')
  await press('Google')
  await signedIn()
  const other = await context.newPage()
  let [atOnce, most, all] = [0, 0, 0]
  await context.route(`**${api.refresh.path}`, async (route) => {
    all += 1
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 300))
    atOnce -= 1
    await route.continue()
  })
  await Promise.all([page.reload(), other.goto('/wallet')])
  await Promise.all([signedIn(), other.getByText('10,000.00').first().waitFor()])
  expect([all, most]).toEqual([2, 1])
})

describe('in the settings', () => {
  const sheet = (name: string) => page.getByRole('dialog', { name })
  async function prove(name: string, verb: string): Promise<void> {
    await sheet(name).getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await sheet(name).getByRole('button', { name: verb, exact: true }).click()
  }
  const uuid = async () => {
    const reply = page.waitForResponse((response) => response.url().endsWith(api.profile.path))
    await page.goto('/settings')
    return ((await (await reply).json()) as ProfileView).uuid
  }

  test('Google is linked by its owner, signs in to the same account, and is unlinked', async () => {
    await signUp(page)
    const ann = await uuid()
    await page.getByRole('button', { name: 'Link Google' }).click()
    await page.waitForURL('**/settings/security')
    await prove('Link Google', 'Link')
    await page.getByText('Google linked').waitFor()
    await page.evaluate(() => localStorage.clear())
    await open('/login')
    await press('Google')
    await signedIn()
    expect(await uuid()).toBe(ann)
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await prove('Unlink Google', 'Unlink')
    await page.getByText('Google unlinked').waitFor()
    await page.getByRole('button', { name: 'Link Google' }).waitFor()
  })

  test('Telegram is linked by its owner; who belongs to another account already is not', async () => {
    await open('/login')
    await press('Telegram')
    await signedIn()
    await page.evaluate(() => localStorage.clear())
    const taken = telegram.data
    await signUp(page)
    await page.goto('/settings')
    telegram.data = widgetData(nextId, Date.now() + 1_000)
    await page.getByRole('button', { name: 'Link Telegram' }).click()
    await prove('Link Telegram', 'Link')
    await sheet('Link Telegram').getByText('This sign-in belongs to another account.').waitFor()
    await page.keyboard.press('Escape')
    await sheet('Link Telegram').waitFor({ state: 'detached' })
    telegram.data = widgetData(++nextId, Date.now())
    expect(telegram.data).not.toEqual(taken)
    await page.getByRole('button', { name: 'Link Telegram' }).click()
    await prove('Link Telegram', 'Link')
    await page.getByText('Telegram linked').waitFor()
    await page.getByRole('button', { name: 'Unlink Telegram' }).waitFor()
  })
})
