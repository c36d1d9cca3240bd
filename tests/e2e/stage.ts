/** The real server and a real browser, for the tests of one file. */

import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { lookAtDatabase } from '../../src/server/postgres/look.ts'
import { quiet } from '../server/quiet.ts'
import { freePort, type RunningServer, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { launchChromium } from './chromium.ts'

export const sizes = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: 'a desk', viewport: { width: 1280, height: 800 } },
]
export const [phone, desk] = sizes

export type Stage = {
  /** A visitor of whom nothing is known, and for whom nothing moves. A `name` is for the tests only. */
  open(device?: BrowserContextOptions & { readonly name?: string }): Promise<BrowserContext>
  /** `kill -9`, the database too. */
  kill(): Promise<void>
  /** On the same data, at the same address. */
  restart(): Promise<void>
  /** What stands in the server's database. */
  rows<Row extends object>(question: string, values: readonly unknown[]): Promise<readonly Row[]>
}

export function stage(): Stage {
  const folder = scratchFolder()
  let port = 0
  let server: RunningServer
  let browser: Browser
  const restart = async (): Promise<void> => {
    server = await startServer(folder, port)
  }
  beforeAll(async () => {
    port = await freePort()
    await restart()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    open: ({ name: _name, ...device } = {}) =>
      browser.newContext({ ...device, locale: 'en-US', reducedMotion: 'reduce', baseURL: server.address }),
    kill: () => server.kill(true),
    restart,
    rows: async <Row extends object>(question: string, values: readonly unknown[]) => {
      const { client, close } = await lookAtDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
      const { rows } = await client.query<Row>(question, [...values]).finally(close)
      return rows
    },
  }
}
