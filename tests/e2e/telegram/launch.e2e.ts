/** Launch from Telegram: sign-in, the URL, the difference to a browser, and framing. */

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { MINI_APP_PATH } from '../../../src/contract/referrals/start-parameter.ts'
import { placeRestingOrder, signUp } from '../../fixtures/browser/page-actions.ts'
import {
  currentPath,
  expectPath,
  lastBackButton,
  newId,
  openTab,
  recordScripts,
  signedIn,
  signInitData,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, type Launched, openHost, PROFILES } from '../../fixtures/browser/telegram-host.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { initData, telegramUser } from '../../fixtures/telegram-signer.ts'

const { openApp, context, newContext, address, host } = startTelegramBrowser()
const HOUR = 60 * 60 * 1_000

const countSent = async (launched: Launched, type: string): Promise<number> => (await launched.sentEvents(type)).length

describe.each(EMBEDDINGS)('A launch in %s', (embedding) => {
  test('A launch sends web_app_ready once after the first render, and each initial request once', async () => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    await expect.poll(() => countSent(launched, 'web_app_ready')).toBe(1)
    const requests = ['iframe_ready', 'web_app_expand', 'web_app_request_theme', 'web_app_request_safe_area']
    for (const type of requests) expect([type, await countSent(launched, type)]).toEqual([type, 1])
    await openTab(launched, 'Trade')
    expect(await countSent(launched, 'web_app_ready')).toBe(1)
    if (embedding === 'a web view') expect((await launched.sentEvents('web_app_ready'))[0]?.isShown).toBe(true)
  })

  test('A launch removes the init data from the URL, stores no token, and stays on its page', async () => {
    const launched = await openApp({ embedding, path: '/asset?symbol=BTC' })
    await launched.app.getByText('Bitcoin').first().waitFor()
    expect(launched.url()).toBe(`${address()}${MINI_APP_PATH}/asset?symbol=BTC`)
    expect(await launched.app.getByRole('link', { name: /Sign in|Sign up/ }).count()).toBe(0)
    const kept = await launched.app.locator('html').evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toMatch(/refreshToken|accessToken|hash|auth_date/)
  })

  test('A reload signs in the same user with the same init data on the same page', async () => {
    const signed = signInitData()
    const launches: { sent: unknown; uuid: unknown }[] = []
    context().on('response', async (response) => {
      if (!response.url().endsWith(api.startApp.path)) return
      launches.push({ sent: response.request().postDataJSON().init_data, uuid: (await response.json()).uuid })
    })
    const launched = await openApp({ embedding, initData: signed })
    await signedIn(launched)
    await openTab(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    if (embedding === 'a frame') {
      await launched.emit('reload_iframe')
      await expect.poll(() => countSent(launched, 'iframe_will_reload')).toBe(1)
      await expect.poll(() => countSent(launched, 'iframe_ready')).toBe(2)
    } else await launched.page.reload()
    await signedIn(launched)
    expect(currentPath(launched)).toBe('/trade')
    await expect.poll(() => launches.map(({ sent }) => sent)).toEqual([signed, signed])
    expect(new Set(launches.map(({ uuid }) => uuid)).size).toBe(1)
  })
})

describe('Sign-in by a launch', () => {
  test('Sign-in accepts only recent init data signed for this bot', async () => {
    const good = signInitData()
    const now = Date.now()
    const launches = {
      'as signed': [good, 'in'],
      'half an hour old': [signInitData(newId(), undefined, HOUR / 2), 'in'],
      'two hours old': [signInitData(newId(), undefined, 2 * HOUR), 'asked to open it again'],
      'with an unknown field': [initData(telegramUser(newId()), now, { unknown_field: 'x' }), 'in'],
      'with another name': [good.replace('Ann', 'Bob'), 'refused'],
      'of another bot': [initData(telegramUser(newId()), now, {}, '7654321:TEST'), 'refused'],
      'from the future': [signInitData(newId(), undefined, -24 * HOUR), 'refused'],
      'without its hash': [good.replace(/&hash=.*/, ''), 'refused'],
      'with two user fields': [`${good}&user=%7B%22id%22%3A1%7D`, 'refused'],
      'a day old': [signInitData(newId(), undefined, 25 * HOUR), 'asked to open it again'],
    } as const
    const results: Record<string, string> = {}
    for (const [name, [signed]] of Object.entries(launches)) {
      const launched = await openApp({ initData: signed, embedding: 'a web view' })
      results[name] = await outcome(launched)
      await launched.page.close()
    }
    expect(results).toEqual(
      Object.fromEntries(Object.entries(launches).map(([name, [, expected]]) => [name, expected])),
    )
  })

  const outcome = ({ app }: Launched): Promise<string> =>
    Promise.any([
      app
        .getByText('10,000.00')
        .first()
        .waitFor()
        .then(() => 'in'),
      app
        .getByText('Telegram sign-in failed')
        .waitFor()
        .then(() => 'refused'),
      app
        .getByText('Open the app again')
        .waitFor()
        .then(() => 'asked to open it again'),
    ]).catch(async () => `none of these: ${await app.locator('body').innerText()}`)

  test('A launch requests nothing of the user before it has signed in', async () => {
    const refused: string[] = []
    const answer = Promise.withResolvers<void>()
    context().on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    await context().route(`**${api.startApp.path}`, async (route) => {
      await answer.promise
      await route.continue()
    })
    const launched = await openApp({ embedding: 'a web view' })
    await launched.app.getByText('DOGE/USDT').first().waitFor()
    await launched.app.getByRole('region', { name: 'Total balance' }).waitFor()
    answer.resolve()
    await signedIn(launched)
    expect(refused).toEqual([])
  })

  test('A launch with old init data shows no form, and offers to close the app or to open the chat with the bot', async () => {
    const launched = await openApp({ profile: PROFILES.stale })
    await launched.app.getByText('Open the app again').waitFor()
    expect(await launched.app.getByRole('textbox').count()).toBe(0)
    await launched.app.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => countSent(launched, 'web_app_close')).toBe(1)
    await launched.app.getByRole('button', { name: 'Open the chat' }).click()
    await expect
      .poll(() => launched.sentEvents('web_app_open_tg_link'))
      .toMatchObject([{ data: { path_full: '/tern_bot' } }])
  })

  test('A launch by a link to a pair opens the pair, and the back button opens the home page', async () => {
    const launched = await openApp({ startParameter: 'p_ETH' })
    await launched.app.getByRole('button', { name: /ETH\/USDT.*choose a pair/ }).waitFor()
    expect(currentPath(launched)).toBe('/trade')
    await expect.poll(() => lastBackButton(launched)).toEqual({ is_visible: true })
    await launched.emit('back_button_pressed')
    await expectPath(launched, '/')
  })

  test('A launch loads at most 159.5 kB of script for the first page', async () => {
    // The chunks of other pages are loaded when the browser is idle, which is at another time in each run.
    await context().addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const scripts = recordScripts(context())
    const launched = await openApp()
    await signedIn(launched)
    const bytes = await scripts.bytes()
    expect(scripts.names.some((name) => /telegram-/.test(name))).toBe(true)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(159_500)
  })
})

/** Records every string message the page posts and every vibration. */
const recordMessages = () => {
  const recorded: unknown[] = []
  Object.assign(window, { recorded })
  window.addEventListener('message', ({ data }) => typeof data === 'string' && recorded.push(data))
  navigator.vibrate = () => Boolean(recorded.push('vibrated'))
}
const recordedMessages = (page: Page) => page.evaluate(() => (window as unknown as { recorded: unknown[] }).recorded)

describe('A plain browser', () => {
  test('A browser loads no Telegram code and sends it no events, and the login page has a Telegram button', async () => {
    const page = await context().newPage()
    await page.addInitScript(recordMessages)
    const scripts = recordScripts(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).first().waitFor()
    const launchHash = new URLSearchParams({ tgWebAppData: signInitData(), tgWebAppVersion: '9.1' })
    await page.goto(`/about#${launchHash}`)
    await page.getByRole('heading', { name: 'About' }).waitFor()
    expect(page.url()).toBe(`${address()}/about`)
    expect(await page.locator('html').getAttribute('data-platform')).toBe('browser')
    expect(await recordedMessages(page)).toEqual([])
    await page.goto('/login')
    await page.getByRole('main').getByRole('button', { name: 'Telegram', exact: true }).waitFor()
    expect(await recordedMessages(page)).toEqual([])
    expect(scripts.names.length).toBeGreaterThan(5)
    expect(scripts.names.filter((name) => /telegram-(?!login)|reopen/.test(name))).toEqual([])
  })

  test('A browser does not vibrate when an order is placed', async () => {
    const page = await context().newPage()
    await page.addInitScript(recordMessages)
    await signUp(page)
    await page.goto('/trade')
    await placeRestingOrder(page)
    expect(await recordedMessages(page)).toEqual([])
  })

  test.each([
    ['without storage', () => blockStorage],
    ['whose storage can be read and not written', () => blockWrites],
    ['whose storage does not keep what is written', () => dropWrites],
  ] as const)('A browser %s stays signed in until the page is reloaded', async (_what, blocking) => {
    await context().addInitScript(blocking())
    const page = await context().newPage()
    await signUp(page)
    await page.getByRole('link', { name: 'Trade' }).filter({ visible: true }).first().click()
    await placeRestingOrder(page)
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  })
})

const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
}

const blockWrites = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

const dropWrites = () => {
  Storage.prototype.setItem = () => undefined
}

test('A Telegram client without storage signs in at every launch', async () => {
  await context().addInitScript(blockStorage)
  const id = newId()
  const launched = await openApp({ id })
  await signedIn(launched)
  await openTab(launched, 'Trade')
  await launched.app.getByText('Available').first().waitFor()
  await signedIn(await openApp({ id }))
})

describe('Framing', () => {
  /** Whether a page of the app loads in a frame on another page. */
  async function loadInFrame(by: string, path: string): Promise<'shown' | 'refused'> {
    const page = await (await newContext({})).newPage()
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

  test('An allowed origin may frame the mini-app but not the website', async () => {
    expect(await loadInFrame(host().address, MINI_APP_PATH)).toBe('shown')
    for (const path of ['/', '/login', '/trade'])
      expect([path, await loadInFrame(host().address, path)]).toEqual([path, 'refused'])
    const { headers } = await fetch(address() + MINI_APP_PATH)
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${host().address}`)
    expect(headers.get('x-frame-options')).toBeNull()
  })

  test('Another origin may frame neither the mini-app nor the website', async () => {
    const otherHost = await openHost(await freePort())
    for (const path of [MINI_APP_PATH, `${MINI_APP_PATH}/trade`, '/'])
      expect([path, await loadInFrame(otherHost.address, path)]).toEqual([path, 'refused'])
    await otherHost.stop()
  })
})
