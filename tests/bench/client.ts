/** The pages a newcomer sees first, judged by Lighthouse on its phone, in the browser of the tests. */

import { rmSync } from 'node:fs'
import lighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../e2e/chromium.ts'
import { weigh } from '../e2e/weigh.ts'
import { freePort, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { type Bench, type Row, rounded } from './figures.ts'

const PATHS = ['/', '/register', '/trade'] as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** Of each page; the best one is the least disturbed. */
const RUNS = 3

export const benchClient: Bench = {
  includes: `Lighthouse's phone preset (slow 4G, a processor slowed four times), best of ${RUNS}; kB as sent with gzip, of all that the page loads by itself`,
  async run() {
    const folder = scratchFolder()
    const server = await startServer(folder, await freePort(), { PAST_DAYS: '2' })
    const port = await freePort()
    const browser = await launchChromium([`--remote-debugging-port=${port}`])
    try {
      const rows: Row[] = []
      for (const path of PATHS)
        rows.push({
          path,
          ...(await judged(server.address + path, port)),
          ...(await weighed(browser, server.address + path)),
        })
      return rows
    } finally {
      await browser.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

async function judged(url: string, port: number): Promise<Row> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'silent' })
    if (result !== undefined) reports.push(result.lhr)
  }
  const score = (category: string): number =>
    Math.max(...reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const least = (audit: string): number =>
    Math.min(...reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  return {
    ...Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])),
    'LCP ms': Math.round(least('largest-contentful-paint')),
    'TBT ms': Math.round(least('total-blocking-time')),
    CLS: Math.round(least('cumulative-layout-shift') * 1_000) / 1_000,
  }
}

async function weighed(browser: Browser, url: string): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const { js, css } = await weigh(page, url)
  await page.close()
  return { 'JS kB': rounded(js / 1_000), 'CSS kB': rounded(css / 1_000) }
}
