/** What a page loads, as it is sent. */

import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Bytes with gzip. */
export type Weight = { js: number; css: number; readonly names: string[] }

/** A first visit, until nothing more comes. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const weight: Weight = { js: 0, css: 0, names: [] }
  const weighing: Promise<void>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    const kind = /\.(js|css)$/.exec(name)?.[1] as 'js' | 'css' | undefined
    if (kind === undefined) return
    weight.names.push(name)
    const add = (body: Buffer): void => {
      weight[kind] += gzipSync(body, { level: 9 }).length
    }
    weighing.push(response.body().then(add))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_500)
  await Promise.all(weighing)
  return weight
}
