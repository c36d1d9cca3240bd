/** The built app inside a client of Telegram, against the real server. */

import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { MINI_APP_PATH } from '../../src/contract/start-parameter.ts'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { BOT_TOKEN, initData, person } from '../server/telegram-bot.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'
import { DARK, type Host, type Launched, LIGHT, launch, openHost, PROFILES, type Profile } from './telegram-host.ts'

const folder = scratchFolder()
const HOUR = 60 * 60 * 1_000
let server: RunningServer
let host: Host
let browser: Browser
let context: BrowserContext
let nextId = 100

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
    viewport: { width: 390, height: 752 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
})
afterEach(() => context.close())

type Wish = { profile?: Profile; at?: number; start?: string; path?: string; id?: number }

const open = ({ profile = PROFILES.ios, at = Date.now(), start, path = '', id = ++nextId }: Wish = {}) =>
  launch(context, host, server.address, {
    initData: initData(person(id), at, start === undefined ? {} : { start_param: start }),
    profile,
    path,
  })

const signedIn = ({ app }: Launched) => app.getByText('10,000.00').first().waitFor()
const color = ({ app }: Launched, token: string) =>
  app.locator('html').evaluate((root, name) => getComputedStyle(root).getPropertyValue(name).trim(), token)
/** Which page of the mini-app it shows. */
const at = (launched: Launched) => new URL(launched.place()).pathname.replace(MINI_APP_PATH, '') || '/'
const arrive = (launched: Launched, path: string) => expect.poll(() => at(launched)).toBe(path)
const lastBack = async (launched: Launched) => (await launched.said('web_app_setup_back_button')).at(-1)?.data
/** Of everything of ours that a page fetched. */
function scriptsOf(page: Page | BrowserContext): { readonly names: string[]; readonly sizes: Promise<number>[] } {
  const heard = { names: [] as string[], sizes: [] as Promise<number>[] }
  page.on('response', (response) => {
    if (response.status() !== 200 || !new URL(response.url()).pathname.endsWith('.js')) return
    heard.names.push(new URL(response.url()).pathname)
    heard.sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return heard
}

describe('who is launched by Telegram', () => {
  test('is signed in without a form, and the evidence is gone from the address', async () => {
    const launched = await open()
    await signedIn(launched)
    expect(launched.place()).toBe(server.address + MINI_APP_PATH)
    expect(await launched.app.getByRole('link', { name: /Log in|Sign up/ }).count()).toBe(0)
    await expect.poll(() => launched.said('web_app_ready')).toHaveLength(1)
    const kept = await launched.app.locator('html').evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toContain('refreshToken')
  })

  test('is the same user at the next launch and after a reload, where they were', async () => {
    const id = ++nextId
    const launches: { sent: unknown; uuid: unknown }[] = []
    context.on('response', async (response) => {
      if (!response.url().endsWith(api.startApp.path)) return
      launches.push({ sent: response.request().postDataJSON().init_data, uuid: (await response.json()).uuid })
    })
    const signed = initData(person(id), Date.now())
    const first = await launch(context, host, server.address, { initData: signed, profile: PROFILES.ios })
    await signedIn(first)
    await first.app.getByRole('link', { name: 'Trade' }).last().click()
    await first.app.getByText('Available').first().waitFor()
    await first.emit('reload_iframe')
    await expect.poll(() => first.said('iframe_will_reload').then(({ length }) => length)).toBe(1)
    await expect.poll(() => first.said('iframe_ready').then(({ length }) => length)).toBe(2)
    await first.app.getByText('Available').first().waitFor()
    expect(at(first)).toBe('/trade')
    await expect.poll(() => first.app.getByText('10,000.00').count()).toBeGreaterThan(0)
    // To the letter as it came.
    expect(launches.map(({ sent }) => sent)).toEqual([signed, signed])
    await signedIn(await open({ id, at: Date.now() - HOUR }))
    await expect.poll(() => launches.length).toBe(3)
    expect(new Set(launches.map(({ uuid }) => uuid)).size).toBe(1)
  })

  test('with evidence of yesterday is asked to open the app again', async () => {
    const launched = await open({ at: Date.now() - 25 * HOUR })
    await launched.app.getByText('Open the app again').waitFor()
    expect(await launched.app.getByLabel('Email').count()).toBe(0)
    await launched.app.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => launched.said('web_app_close')).toHaveLength(1)
  })

  test('by a link to a pair sees it, and goes home from there', async () => {
    const launched = await open({ start: 'p_ETH' })
    await launched.app.getByRole('button', { name: /ETH\/USDT.*choose a pair/ }).waitFor()
    expect(at(launched)).toBe('/trade')
    await launched.emit('back_button_pressed')
    await arrive(launched, '/')
  })
})

describe('colours', () => {
  test('are those of Telegram, and change with them', async () => {
    const launched = await open()
    await signedIn(launched)
    expect(await color(launched, '--bg')).toBe(DARK.bg_color)
    const background = () =>
      launched.app.locator('body').evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(await background()).toBe('rgb(15, 23, 32)')
    await launched.emit('theme_changed', { theme_params: LIGHT })
    await expect.poll(background).toBe('rgb(239, 239, 244)')
    expect(await launched.app.locator('html').getAttribute('data-theme')).toBe('light')
    const bars = async () => (await launched.said('web_app_set_bottom_bar_color')).map(({ data }) => data)
    await expect.poll(bars).toEqual([{ color: DARK.bottom_bar_bg_color }, { color: '#ffffff' }])
  })

  const themes: Readonly<Record<string, Profile>> = {
    dark: PROFILES.ios,
    light: { ...PROFILES.silent, colors: LIGHT },
    nameless: PROFILES.silent,
    unreadable: PROFILES.broken,
  }
  test.each(Object.keys(themes))('can be read in a theme that is %s', async (name) => {
    const launched = await open({ profile: themes[name] ?? PROFILES.ios })
    await signedIn(launched)
    const faults = [...(await faultsOf(launched.page))]
    await launched.app.getByRole('link', { name: 'Trade' }).last().click()
    await launched.app.getByText('Available').first().waitFor()
    faults.push(...(await faultsOf(launched.page)))
    await launched.emit('settings_button_pressed')
    await launched.app.getByRole('dialog').waitFor()
    faults.push(...(await faultsOf(launched.page)))
    expect(faults).toEqual([])
  })

  async function faultsOf(page: Page): Promise<readonly string[]> {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
    const { violations } = await new AxeBuilder({ page }).include(['iframe', 'body']).withTags(tags).analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id} in ${html}: ${failureSummary}`))
  }
})

test('the back key is there on inner pages only, closes a sheet first, and never leaves the app', async () => {
  const launched = await open()
  await signedIn(launched)
  await expect.poll(() => lastBack(launched)).toEqual({ is_visible: false })
  await launched.app.getByRole('link', { name: 'Assets' }).last().click()
  await arrive(launched, '/wallet')
  await launched.app.getByRole('link', { name: 'Trade' }).last().click()
  await launched.app.getByText('Available').first().waitFor()
  await expect.poll(() => lastBack(launched)).toEqual({ is_visible: true })
  await launched.app.getByRole('button', { name: 'choose a pair' }).click()
  await launched.app.getByRole('dialog').waitFor()
  await launched.emit('back_button_pressed')
  await launched.app.getByRole('dialog').waitFor({ state: 'detached' })
  expect(at(launched)).toBe('/trade')
  await launched.emit('back_button_pressed')
  await arrive(launched, '/wallet')
  const steps = launched.app.locator('html')
  await steps.evaluate((root) => {
    const go = window.history.go.bind(window.history)
    window.history.go = (by) => {
      root.dataset.steps = `${root.dataset.steps ?? ''}${by}`
      go(by)
    }
  })
  // All at once, before the first has led anywhere.
  await launched.page.evaluate(() => {
    const press = JSON.stringify({ eventType: 'back_button_pressed' })
    for (let count = 0; count < 10; count++) document.querySelector('iframe')?.contentWindow?.postMessage(press, '*')
  })
  await arrive(launched, '/')
  await expect.poll(() => lastBack(launched)).toEqual({ is_visible: false })
  await launched.app.getByText('10,000.00').first().waitFor()
  expect(await steps.getAttribute('data-steps')).toBe('-1')
})

test('the head of the app is that of Telegram, below its notch, and settings are behind its key', async () => {
  const launched = await open()
  await signedIn(launched)
  expect(await launched.app.getByRole('banner').count()).toBe(0)
  await expect.poll(() => color(launched, '--host-safe-top')).toBe('93px')
  const top = await launched.app
    .getByRole('complementary')
    .first()
    .evaluate((ribbon) => ribbon.getBoundingClientRect().top)
  expect(top).toBe(93)
  await launched.emit('settings_button_pressed')
  await launched.app.getByRole('tab', { name: 'Theme' }).click()
  await launched.app.getByRole('button', { name: 'Blue and amber' }).click()
  expect(await color(launched, '--up')).toBe('#62adff')
  // The theme is chosen in Telegram.
  expect(await launched.app.getByRole('button', { name: 'System' }).count()).toBe(0)
})

test('closing is asked about while an order is typed, and what happens is felt', async () => {
  const launched = await open({ path: '/trade' })
  await launched.app.getByRole('tab', { name: 'Limit', exact: true }).click()
  await launched.app
    .getByLabel(/^Price/)
    .first()
    .fill('61000')
  await launched.app.getByLabel('Amount').first().fill('0.01')
  const guards = async () => (await launched.said('web_app_setup_closing_behavior')).map(({ data }) => data)
  await expect.poll(guards).toEqual([{ need_confirmation: false }, { need_confirmation: true }])
  await launched.app.getByRole('button', { name: 'Buy BTC' }).click()
  await launched.app.getByText('Order placed').first().waitFor()
  await expect.poll(async () => (await guards()).at(-1)).toEqual({ need_confirmation: false })
  const felt = async () => (await launched.said('web_app_trigger_haptic_feedback')).map(({ data }) => data)
  await expect.poll(felt).toContainEqual({ type: 'notification', notification_type: 'success' })
})

test('a link that leaves the app is opened by Telegram', async () => {
  const launched = await open({ path: '/about' })
  const link = launched.app.locator('main a[target="_blank"]').first()
  const url = await link.getAttribute('href')
  await link.click()
  const opened = async () => (await launched.said('web_app_open_link')).map(({ data }) => data)
  await expect.poll(opened).toEqual([{ url }])
  await link.evaluate((each: HTMLAnchorElement) => {
    each.href = 'https://t.me/durov?start=1'
  })
  await link.click()
  await expect
    .poll(async () => (await launched.said('web_app_open_tg_link')).map(({ data }) => data))
    .toEqual([{ path_full: '/durov?start=1' }])
  expect(context.pages()).toHaveLength(1)
})

test('the web view of a phone speaks by a bridge of its own', async () => {
  await context.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said, TelegramWebviewProxy: { postEvent: (type: string) => said.push(type) } })
  })
  const page = await context.newPage()
  const hash = new URLSearchParams({
    tgWebAppData: initData(person(++nextId), Date.now()),
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(DARK),
  })
  const hear = (type: string, data?: unknown) =>
    page.evaluate(
      ([type, data]) => {
        type Telegram = { readonly WebView: { receiveEvent(type: unknown, data: unknown): void } }
        ;(window as unknown as { readonly Telegram: Telegram }).Telegram.WebView.receiveEvent(type, data)
      },
      [type, data],
    )
  await page.goto(`${server.address}${MINI_APP_PATH}/wallet#${hash}`)
  await page.getByText('10,000.00').first().waitFor()
  const said = () => page.evaluate(() => (window as unknown as { readonly said: string[] }).said)
  await expect
    .poll(said)
    .toEqual(expect.arrayContaining(['web_app_ready', 'web_app_expand', 'web_app_setup_back_button']))
  await hear('theme_changed', { theme_params: LIGHT })
  await page.locator('html[data-theme="light"]').waitFor()
  await hear('back_button_pressed')
  await page.waitForURL(server.address + MINI_APP_PATH)
  await page.reload()
  await page.getByText('10,000.00').first().waitFor()
  expect(await page.locator('html').getAttribute('data-platform')).toBe('telegram')
})

test('an old Telegram hears nothing that it does not know', async () => {
  const launched = await open({ profile: PROFILES.old })
  await signedIn(launched)
  // The settings key is younger, so the row with what it would open stays.
  await launched.app.getByRole('button', { name: 'Currency and language' }).waitFor()
  await launched.app.getByRole('link', { name: 'Trade' }).last().click()
  await launched.app.getByText('Available').first().waitFor()
  const known = ['iframe_ready', 'web_app_expand', 'web_app_ready', 'web_app_request_theme']
  expect([...new Set((await launched.said()).map(({ type }) => type))].sort()).toEqual(known.sort())
})

test('a Telegram that answers nothing, or nonsense, keeps nobody waiting', async () => {
  for (const profile of [PROFILES.silent, PROFILES.broken]) {
    const launched = await open({ profile })
    const broken: string[] = []
    launched.page.on('pageerror', (error) => broken.push(String(error)))
    await signedIn(launched)
    for (const text of ['nonsense', '{}', '{"eventType":5}', '[]', 'x'.repeat(100_000)])
      await launched.page.evaluate(
        (said) => document.querySelector('iframe')?.contentWindow?.postMessage(said, '*'),
        text,
      )
    await launched.emit('visibility_changed', { is_visible: true })
    await launched.app.getByRole('link', { name: 'Trade' }).last().click()
    await launched.app.getByText('Available').first().waitFor()
    expect(broken).toEqual([])
  }
})

test('no word of Telegram is fetched by a browser, whatever its address says', async () => {
  const page = await context.newPage()
  const scripts = scriptsOf(page)
  await page.goto(server.address)
  await page.getByRole('link', { name: 'Sign up' }).first().waitFor()
  const launchHash = new URLSearchParams({ tgWebAppData: initData(person(1), Date.now()), tgWebAppVersion: '9.1' })
  await page.goto(`${server.address}/about#${launchHash}`)
  await page.getByRole('heading', { name: 'About' }).waitFor()
  expect(page.url()).toBe(`${server.address}/about`)
  expect(await page.locator('html').getAttribute('data-platform')).toBe('browser')
  expect(scripts.names.length).toBeGreaterThan(5)
  expect(scripts.names.filter((name) => /telegram|reopen/.test(name))).toEqual([])
})

test('the first page weighs at most 145 kB of script inside Telegram', async () => {
  const scripts = scriptsOf(context)
  const launched = await open()
  await signedIn(launched)
  const bytes = (await Promise.all(scripts.sizes)).reduce((sum, size) => sum + size, 0)
  expect(scripts.names.some((name) => /telegram-/.test(name))).toBe(true)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(145_000)
})
