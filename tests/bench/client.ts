/** Lighthouse scores of the first pages, with the phone preset in the test browser. */

import { rmSync } from 'node:fs'
import lighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../fixtures/browser/chromium.ts'
import { measurePageWeight } from '../fixtures/browser/page-weight.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { type Bench, type Row, rounded } from './statistics.ts'

const PATHS = ['/', '/register', '/trade'] as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** Runs per page. The best one has the least interference. */
const RUNS = 3

export const benchClient: Bench = {
  includes: `Lighthouse's phone preset (slow 4G, a processor slowed four times), best of ${RUNS}; kB after gzip of everything the page loads`,
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
          ...(await lighthouseRow(server.address + path, port)),
          ...(await sizeRow(browser, server.address + path)),
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

async function lighthouseRow(url: string, port: number): Promise<Row> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'silent' })
    if (result !== undefined) reports.push(result.lhr)
  }
  const score = (category: string): number =>
    Math.max(...reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)))
  const min = (audit: string): number =>
    Math.min(...reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  return {
    ...Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])),
    'LCP ms': Math.round(min('largest-contentful-paint')),
    'TBT ms': Math.round(min('total-blocking-time')),
    CLS: Math.round(min('cumulative-layout-shift') * 1_000) / 1_000,
  }
}

async function sizeRow(browser: Browser, url: string): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const { js, css } = await measurePageWeight(page, url)
  await page.close()
  return { 'JS kB': rounded(js / 1_000), 'CSS kB': rounded(css / 1_000) }
}
