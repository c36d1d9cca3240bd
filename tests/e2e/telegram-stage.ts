/** The built app inside a client of Telegram, against the real server and its bot, for the tests of one file. */

import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { MINI_APP_PATH } from '../../src/contract/start-parameter.ts'
import { lookAtDatabase } from '../../src/server/postgres/look.ts'
import { type FakeTelegram, startTelegram } from '../server/fake-telegram.ts'
import { quiet } from '../server/quiet.ts'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { BOT_TOKEN, initData, person } from '../server/telegram-bot.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'
import { type Host, type Launched, launch, openHost, PROFILES, type Profile, type Way } from './telegram-host.ts'

export type Wish = {
  readonly profile?: Profile
  readonly way?: Way
  readonly id?: number
  readonly start?: string
  readonly path?: string
  /** What Telegram signed, when it is not what it usually is. */
  readonly signed?: string
  readonly context?: BrowserContext
}

let nextId = 100
export const newId = (): number => ++nextId

/** What Telegram signs for somebody now. */
export const sign = (id = newId(), start?: string, ageMillis = 0): string =>
  initData(person(id), Date.now() - ageMillis, start === undefined ? {} : { start_param: start })

export function telegramStage() {
  const folder = scratchFolder()
  let server: RunningServer
  let host: Host
  let bot: FakeTelegram
  let browser: Browser
  let context: BrowserContext
  const others: BrowserContext[] = []

  beforeAll(async () => {
    host = await openHost(await freePort())
    bot = await startTelegram(BOT_TOKEN)
    const settings = { BOT_TOKEN, BOT_API_URL: bot.address, FRAME_ANCESTORS: host.address }
    server = await startServer(folder, await freePort(), settings)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await bot?.stop()
    await host?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const newContext = (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
    browser.newContext({
      viewport: { width: 390, height: 752 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      baseURL: server.address,
      ...options,
    })
  beforeEach(async () => {
    context = await newContext()
  })
  afterEach(() => Promise.all([context, ...others.splice(0)].map((each) => each.close())))

  return {
    /** For this test, and nobody has been here before. */
    context: () => context,
    address: () => server.address,
    host: () => host,
    bot: () => bot,
    /** Another visitor, with another device. */
    async visit(options: BrowserContextOptions): Promise<BrowserContext> {
      const other = await newContext(options)
      others.push(other)
      return other
    },
    open({ profile = PROFILES.ios, id, start, path = '', signed, way = 'a frame', ...wish }: Wish = {}) {
      const initData = signed ?? sign(id, start, profile.ageMillis)
      return launch(wish.context ?? context, host, server.address, { initData, profile, path, way })
    },
    async rows<Row extends object>(question: string, values: readonly unknown[]): Promise<readonly Row[]> {
      const { client, close } = await lookAtDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
      const { rows } = await client.query<Row>(question, [...values]).finally(close)
      return rows
    },
  }
}

export const signedIn = ({ app }: Launched): Promise<void> => app.getByText('10,000.00').first().waitFor()

/** Which page of the mini-app it shows. */
export const at = (launched: Launched): string => new URL(launched.place()).pathname.replace(MINI_APP_PATH, '') || '/'
export const arrive = (launched: Launched, path: string) => expect.poll(() => at(launched)).toBe(path)

/** By a key of the bar at the bottom. */
export async function goTo(launched: Launched, tab: 'Home' | 'Trade' | 'Assets' | 'Discover'): Promise<void> {
  await launched.app.getByRole('link', { name: tab, exact: true }).last().click()
  await arrive(launched, { Home: '/', Trade: '/trade', Assets: '/wallet', Discover: '/discover' }[tab])
}

/** To a page that no key of the bar leads to. */
export async function jumpTo(launched: Launched, path: string): Promise<void> {
  await launched.app.locator('html').evaluate((_, path) => {
    window.history.pushState({ idx: window.history.state.idx + 1, key: String(Math.random()) }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  }, MINI_APP_PATH + path)
  await arrive(launched, path)
}

/** What was said of one kind, oldest first. */
export const dataOf = async (launched: Launched, type: string): Promise<readonly unknown[]> =>
  (await launched.said(type)).map(({ data }) => data)

export const lastBack = async (launched: Launched): Promise<unknown> =>
  (await dataOf(launched, 'web_app_setup_back_button')).at(-1)

/** On the trade screen; it is not sent. */
export async function typeOrder({ app }: Launched, price: string, amount: string): Promise<void> {
  await app.getByRole('tab', { name: 'Limit', exact: true }).click()
  await app
    .getByLabel(/^Price/)
    .first()
    .fill(price)
  await app.getByLabel('Amount').first().fill(amount)
}

export const property = ({ app }: Launched, name: string): Promise<string> =>
  app.locator('html').evaluate((root, name) => getComputedStyle(root).getPropertyValue(name).trim(), name)

/** What goes wrong in a page without anybody noticing. */
export function faultsIn(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}

/** Of everything of ours that a page fetched. */
export function scriptsOf(page: Page | BrowserContext): {
  readonly names: string[]
  readonly sizes: Promise<number>[]
} {
  const heard = { names: [] as string[], sizes: [] as Promise<number>[] }
  page.on('response', (response) => {
    if (response.status() !== 200 || !new URL(response.url()).pathname.endsWith('.js')) return
    heard.names.push(new URL(response.url()).pathname)
    heard.sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  return heard
}
