/** The transfer size of the first pages. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measurePageWeight } from '../fixtures/browser/page-weight.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const MAX_JS_BYTES = 127_000
const MAX_CSS_BYTES = 12_500

test.each(['/', '/register', '/login'])(
  'The page %s loads little script and style, and no chart or Telegram code',
  async (path) => {
    const context = await openContext(phone)
    const page = await context.newPage()
    const { js, css, names } = await measurePageWeight(page, path)
    expect(names.some((name) => name.includes('/index-'))).toBe(true)
    expect(js).toBeGreaterThan(50_000)
    expect(js).toBeLessThanOrEqual(MAX_JS_BYTES)
    expect(css).toBeLessThanOrEqual(MAX_CSS_BYTES)
    expect(names.filter((name) => /candle|telegram-(?!login)/.test(name))).toEqual([])
    await context.close()
  },
)

test('No file of the production build has the gallery of components', () => {
  const assets = join(import.meta.dirname, '../../dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  // The heading of the gallery.
  const found = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes('Component gallery'))
  expect(found).toEqual([])
})
