/** Launched by Telegram: who comes in, what the address keeps, what a browser never sees, who may frame us. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { MINI_APP_PATH } from '../../src/contract/start-parameter.ts'
import { freePort } from '../server/running-server.ts'
import { initData, person } from '../server/telegram-bot.ts'
import { type Launched, openHost, PROFILES, WAYS } from './telegram-host.ts'
import { arrive, at, goTo, lastBack, newId, scriptsOf, sign, signedIn, telegramStage } from './telegram-stage.ts'
import { restAnOrder, signUp } from './visitor.ts'

const { open, context, visit, address, host } = telegramStage()
const HOUR = 60 * 60 * 1_000

const counted = async (launched: Launched, type: string): Promise<number> => (await launched.said(type)).length

describe.each(WAYS)('a launch in %s', (way) => {
  test('says once that it is ready, when there is something to see, and asks for what it needs', async () => {
    const launched = await open({ way })
    await signedIn(launched)
    await expect.poll(() => counted(launched, 'web_app_ready')).toBe(1)
    const asked = ['iframe_ready', 'web_app_expand', 'web_app_request_theme', 'web_app_request_safe_area']
    for (const type of asked) expect([type, await counted(launched, type)]).toEqual([type, 1])
    await goTo(launched, 'Trade')
    expect(await counted(launched, 'web_app_ready')).toBe(1)
    if (way === 'a web view') expect((await launched.said('web_app_ready'))[0]?.isShown).toBe(true)
  })

  test('leaves no evidence in the address nor in what is kept for long, and stays on the page it was for', async () => {
    const launched = await open({ way, path: '/asset?symbol=BTC' })
    await launched.app.getByText('Bitcoin').first().waitFor()
    expect(launched.place()).toBe(`${address()}${MINI_APP_PATH}/asset?symbol=BTC`)
    expect(await launched.app.getByRole('link', { name: /Log in|Sign up/ }).count()).toBe(0)
    const kept = await launched.app.locator('html').evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toMatch(/refreshToken|accessToken|hash|auth_date/)
  })

  test('is the same user after a reload, on the same page, by the same words to the letter', async () => {
    const signed = sign()
    const launches: { sent: unknown; uuid: unknown }[] = []
    context().on('response', async (response) => {
      if (!response.url().endsWith(api.startApp.path)) return
      launches.push({ sent: response.request().postDataJSON().init_data, uuid: (await response.json()).uuid })
    })
    const launched = await open({ way, signed })
    await signedIn(launched)
    await goTo(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    if (way === 'a frame') {
      await launched.emit('reload_iframe')
      await expect.poll(() => counted(launched, 'iframe_will_reload')).toBe(1)
      await expect.poll(() => counted(launched, 'iframe_ready')).toBe(2)
    } else await launched.page.reload()
    await signedIn(launched)
    expect(at(launched)).toBe('/trade')
    await expect.poll(() => launches.map(({ sent }) => sent)).toEqual([signed, signed])
    expect(new Set(launches.map(({ uuid }) => uuid)).size).toBe(1)
  })
})

describe('who is launched by Telegram', () => {
  test('comes in by what their own bot signed not long ago, and by nothing else', async () => {
    const good = sign()
    const now = Date.now()
    const launches = {
      'as signed': [good, 'in'],
      'an hour old': [sign(newId(), undefined, HOUR), 'in'],
      'with a field of tomorrow': [initData(person(newId()), now, { of_tomorrow: 'x' }), 'in'],
      'with another name': [good.replace('Ann', 'Bob'), 'refused'],
      'of another bot': [initData(person(newId()), now, {}, '7654321:TEST'), 'refused'],
      'of tomorrow': [sign(newId(), undefined, -24 * HOUR), 'refused'],
      'without its seal': [good.replace(/&hash=.*/, ''), 'refused'],
      'with its user twice': [`${good}&user=%7B%22id%22%3A1%7D`, 'refused'],
      'of yesterday': [sign(newId(), undefined, 25 * HOUR), 'asked to open it again'],
    } as const
    const became: Record<string, string> = {}
    for (const [what, [signed]] of Object.entries(launches)) {
      const launched = await open({ signed, way: 'a web view' })
      became[what] = await outcome(launched)
      await launched.page.close()
    }
    expect(became).toEqual(Object.fromEntries(Object.entries(launches).map(([what, [, wanted]]) => [what, wanted])))
  })

  const outcome = ({ app }: Launched): Promise<string> =>
    Promise.any([
      app
        .getByText('10,000.00')
        .first()
        .waitFor()
        .then(() => 'in'),
      app
        .getByText('Telegram could not sign you in')
        .waitFor()
        .then(() => 'refused'),
      app
        .getByText('Open the app again')
        .waitFor()
        .then(() => 'asked to open it again'),
    ])

  test('with evidence of yesterday sees no form, and may close the app', async () => {
    const launched = await open({ profile: PROFILES.stale })
    await launched.app.getByText('Open the app again').waitFor()
    expect(await launched.app.getByRole('textbox').count()).toBe(0)
    await launched.app.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => counted(launched, 'web_app_close')).toBe(1)
  })

  test('by a link to a pair sees it, and goes home from there', async () => {
    const launched = await open({ start: 'p_ETH' })
    await launched.app.getByRole('button', { name: /ETH\/USDT.*choose a pair/ }).waitFor()
    expect(at(launched)).toBe('/trade')
    await expect.poll(() => lastBack(launched)).toEqual({ is_visible: true })
    await launched.emit('back_button_pressed')
    await arrive(launched, '/')
  })

  test('fetches at most 145 kB of script for the first page', async () => {
    const scripts = scriptsOf(context())
    const launched = await open()
    await signedIn(launched)
    const bytes = (await Promise.all(scripts.sizes)).reduce((sum, size) => sum + size, 0)
    expect(scripts.names.some((name) => /telegram-/.test(name))).toBe(true)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(145_000)
  })
})

/** Everything that a page says to itself as to a host, and every time that it shakes the device. */
const overhear = () => {
  const heard: unknown[] = []
  Object.assign(window, { heard })
  window.addEventListener('message', ({ data }) => typeof data === 'string' && heard.push(data))
  navigator.vibrate = () => Boolean(heard.push('vibrated'))
}
const overheard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)

describe('a browser', () => {
  test('fetches nothing of Telegram and says nothing to it, whatever its address says; it has a key for it', async () => {
    const page = await context().newPage()
    await page.addInitScript(overhear)
    const scripts = scriptsOf(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).first().waitFor()
    const launchHash = new URLSearchParams({ tgWebAppData: sign(), tgWebAppVersion: '9.1' })
    await page.goto(`/about#${launchHash}`)
    await page.getByRole('heading', { name: 'About' }).waitFor()
    expect(page.url()).toBe(`${address()}/about`)
    expect(await page.locator('html').getAttribute('data-platform')).toBe('browser')
    expect(await overheard(page)).toEqual([])
    await page.goto('/login')
    await page.getByRole('main').getByRole('button', { name: 'Telegram', exact: true }).waitFor()
    expect(await overheard(page)).toEqual([])
    expect(scripts.names.length).toBeGreaterThan(5)
    expect(scripts.names.filter((name) => /telegram|reopen/.test(name))).toEqual([])
  })

  test('is not shaken, not even by an order', async () => {
    const page = await context().newPage()
    await page.addInitScript(overhear)
    await signUp(page)
    await page.goto('/trade')
    await restAnOrder(page)
    expect(await overheard(page)).toEqual([])
  })

  test('that keeps nothing still works, signed in until the page is loaded again', async () => {
    await context().addInitScript(closeStorage)
    const page = await context().newPage()
    await signUp(page)
    await page.getByRole('link', { name: 'Trade' }).filter({ visible: true }).first().click()
    await restAnOrder(page)
    await page.reload()
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  })
})

const closeStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
}

test('a Telegram that keeps nothing has the whole app too, signed in anew by every launch', async () => {
  await context().addInitScript(closeStorage)
  const id = newId()
  const launched = await open({ id })
  await signedIn(launched)
  await goTo(launched, 'Trade')
  await launched.app.getByText('Available').first().waitFor()
  await signedIn(await open({ id }))
})

describe('only the mini-app may be framed, and only by who is listed', () => {
  /** What becomes of a page of ours in a frame there. */
  async function framed(by: string, path: string): Promise<'shown' | 'refused'> {
    const page = await (await visit({})).newPage()
    await page.goto(by)
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    }, address() + path)
    const frame = () => page.frames().find((each) => each !== page.mainFrame())
    await expect.poll(() => frame()?.url()).toMatch(/^(chrome-error:|http)/)
    if (frame()?.url().startsWith('chrome-error:')) return 'refused'
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign up' }).first().waitFor()
    return 'shown'
  }

  test('Telegram frames the mini-app, not the website', async () => {
    expect(await framed(host().address, MINI_APP_PATH)).toBe('shown')
    for (const path of ['/', '/login', '/trade'])
      expect([path, await framed(host().address, path)]).toEqual([path, 'refused'])
    const { headers } = await fetch(address() + MINI_APP_PATH)
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${host().address}`)
    expect(headers.get('x-frame-options')).toBeNull()
  })

  test('a page that is not listed frames neither', async () => {
    const stranger = await openHost(await freePort())
    for (const path of [MINI_APP_PATH, `${MINI_APP_PATH}/trade`, '/'])
      expect([path, await framed(stranger.address, path)]).toEqual([path, 'refused'])
    await stranger.stop()
  })
})
