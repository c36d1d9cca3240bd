/** The gallery of components in a build of its own: every theme, palette and host. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../fixtures/browser/accessibility.ts'
import { closeContexts, sharedChromium } from '../fixtures/browser/chromium.ts'
import { textOutsideOfBoxes } from '../fixtures/browser/text-boxes.ts'
import { programEnvironment } from '../fixtures/program-environment.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'

const root = join(import.meta.dirname, '../..')
const folder = scratchFolder()
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

let server: Server
let context: BrowserContext
/** What the page must not do: log an error, ask a server for data, open a socket. */
let faults: string[] = []

beforeAll(async () => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const flags = ['--mode', 'gallery', '--outDir', folder, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, [vite, 'build', ...flags], { cwd: root, env: programEnvironment() })
  server = await serveBuild()
})

afterEach(closeContexts)

afterAll(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  rmSync(folder, { recursive: true, force: true })
})

/** Any path that is no file gets the page, as in `npm run dev`. */
async function serveBuild(): Promise<Server> {
  const created = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const wanted = join(folder, pathname)
    const isFile = existsSync(wanted) && statSync(wanted).isFile()
    if (!isFile && pathname !== '/gallery') faults.push(`asks for ${pathname}`)
    const path = isFile ? wanted : join(folder, 'index.html')
    response.setHeader('content-type', MEDIA_TYPES[extname(path)] ?? 'application/octet-stream')
    response.end(readFileSync(path))
  })
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve))
  return created
}

async function openGallery(): Promise<Page> {
  faults = []
  const { port } = server.address() as AddressInfo
  const browser = await sharedChromium()
  context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('websocket', (socket) => faults.push(`opens ${socket.url()}`))
  await page.goto('/gallery')
  await page.getByRole('heading', { name: 'Component gallery' }).waitFor()
  return page
}

async function choose(page: Page, part: string, name: string): Promise<void> {
  const button = page.getByRole('group', { name: part, exact: true }).getByRole('button', { name, exact: true })
  await button.click()
  expect(await button.getAttribute('aria-pressed')).toBe('true')
}

async function inspect(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<readonly string[]> {
  const violations = [...(await accessibilityViolations(page, rules)), ...(await textOutsideOfBoxes(page))]
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [...violations, ...(extra > 0 ? [`${extra} px too wide`] : []), ...faults]
}

const THEMES = ['dark', 'light']
const PALETTES = ['default', 'blue-amber', 'red-up']

test.each(THEMES.flatMap((theme) => PALETTES.map((palette) => [theme, palette] as const)))(
  'The gallery in the %s theme with the palette %s has no accessibility violation, no overflow and no error',
  async (theme, palette) => {
    const page = await openGallery()
    await choose(page, 'Theme', theme)
    await choose(page, 'Palette', palette)
    const shown = await page.evaluate(() => ({ ...document.documentElement.dataset }))
    expect(shown).toMatchObject({ theme, updown: palette, platform: 'browser' })
    // The looks differ only in colors.
    const isFirst = theme === THEMES[0] && palette === PALETTES[0]
    expect(await inspect(page, isFirst ? 'all' : 'contrast')).toEqual([])
  },
)

test.each(THEMES.flatMap((theme) => [[theme, 'ios', 'ios'] as const, [theme, 'android', 'base'] as const]))(
  'The gallery in the %s theme inside Telegram for %s has its cells, no accessibility violation, no overflow and no error',
  async (theme, host, cells) => {
    const page = await openGallery()
    await choose(page, 'Theme', theme)
    await choose(page, 'Host', host)
    await page.locator(`[data-cells="${cells}"]`).waitFor()
    const shown = await page.evaluate(() => ({ ...document.documentElement.dataset }))
    expect(shown).toMatchObject({ theme, platform: 'telegram' })
    expect(await inspect(page)).toEqual([])
  },
)

test('The menu, the sheets and the toasts of the gallery have no accessibility violation, no overflow and no error', async () => {
  const page = await openGallery()
  const violations: string[] = []
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).filter({ hasText: 'Settings' }).waitFor()
  violations.push(...(await inspect(page)))
  await page.keyboard.press('Escape')
  for (const name of ['Open a sheet', 'Open a tall sheet', 'Open a long sheet', 'Open a sheet with steps']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    violations.push(...(await inspect(page)))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  for (const kind of ['loading', 'error']) {
    await page.getByRole('button', { name: `Show ${kind}`, exact: true }).click()
    await page.locator(`[data-toast][data-kind="${kind}"]`).waitFor()
    violations.push(...(await inspect(page)))
  }
  expect(violations).toEqual([])
})
