/** Frame times of the trade screen under a constant stream of updates. */

import { rmSync } from 'node:fs'
import type { Page, WebSocketRoute } from 'playwright-core'
import { launchChromium } from '../fixtures/browser/chromium.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { type Bench, percentile, type Row } from './statistics.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const SECONDS = 8
const BOOKS_A_SECOND = 10
const PRICES_A_SECOND = 200
const LEVELS = 50
const MIDDLE = 6_000_000

export const benchFrames: Bench = {
  includes: `the trade screen with ${BOOKS_A_SECOND} books and ${PRICES_A_SECOND} prices a second, rendered without a GPU; ms between frames`,
  async run() {
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort(), { PAST_DAYS: '1' })
    const browser = await launchChromium()
    try {
      const rows: Row[] = []
      for (const [screen, viewport] of Object.entries(SIZES)) {
        const page = await browser.newPage({ viewport, baseURL: server.address })
        const sockets: WebSocketRoute[] = []
        await page.routeWebSocket(/\/ws\/charts\//, (socket) => {
          socket.connectToServer()
          sockets.push(socket)
        })
        await page.goto('/trade', { waitUntil: 'networkidle' })
        const quiet = await frames(page)
        const flood = sendUpdates(() => sockets.at(-1))
        const busy = await frames(page)
        clearInterval(flood)
        rows.push({ screen, ...named('quiet', quiet), ...named('busy', busy) })
        await page.close()
      }
      return rows
    } finally {
      await browser.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** The times between animation frames in the page, in ms. */
const frames = (page: Page): Promise<number[]> =>
  page.evaluate(
    (millis) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const start = performance.now()
        let last = start
        const next = (now: number): void => {
          gaps.push(now - last)
          last = now
          if (now - start < millis) requestAnimationFrame(next)
          else resolve(gaps.slice(1))
        }
        requestAnimationFrame(next)
      }),
    SECONDS * 1_000,
  )

const named = (name: string, gaps: readonly number[]): Row => ({
  [`${name} frames/s`]: Math.round(gaps.length / SECONDS),
  [`${name} p50`]: percentile(gaps, 50),
  [`${name} p99`]: percentile(gaps, 99),
})

function sendUpdates(socket: () => WebSocketRoute | undefined): NodeJS.Timeout {
  let tick = 0
  return setInterval(() => {
    tick += 1
    const send = (message: object): void => socket()?.send(JSON.stringify(message))
    for (let count = 0; count < PRICES_A_SECOND / 50; count++)
      send({ type: 'price', data: price(Math.floor(Math.random() * 200) - 100) })
    if (tick % (50 / BOOKS_A_SECOND) === 0)
      send({ type: 'orderbook', seq: Number.MAX_SAFE_INTEGER - 1e6 + tick, data: book() })
  }, 20)
}

const price = (offset: number): string => ((MIDDLE + offset) / 100).toFixed(2)

function book() {
  const side = (sign: 1 | -1) =>
    Array.from({ length: LEVELS }, (_, level) => {
      const amount = (Math.random() / 10).toFixed(6)
      return [price(sign * (level * 7 + 1 + Math.floor(Math.random() * 5))), amount, '1']
    })
  return { buy: side(-1), sell: side(1), buy_orders: 60, sell_orders: 60, buy_ratio: '50.00', sell_ratio: '50.00' }
}
