/** A phone on a slow line waits for bytes, so there are few of them. */

import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'
import { weigh } from './weigh.ts'

const folder = scratchFolder()
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer(folder, await freePort())
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const MOST_JS = 120_000
const MOST_CSS = 15_000

test.each(['/', '/register', '/login'])('%s is light, and brings no chart and nothing of Telegram', async (path) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const { js, css, names } = await weigh(page, server.address + path)
  expect(names.some((name) => name.includes('/index-'))).toBe(true)
  expect(js).toBeGreaterThan(50_000)
  expect(js).toBeLessThanOrEqual(MOST_JS)
  expect(css).toBeLessThanOrEqual(MOST_CSS)
  expect(names.filter((name) => /candle|telegram/.test(name))).toEqual([])
  await page.close()
})
