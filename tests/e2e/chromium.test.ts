import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
}, 120_000)
afterAll(() => browser?.close())

test('the browser of the tests draws text, and different text differently', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 200 }, locale: 'en-US' })
  const draw = async (text: string): Promise<Buffer> => {
    await page.setContent(
      `<body style="font: 24px system-ui"><p>${text}</p><p style="font-family: monospace">0.00 ▲ ▼ →</p>`,
    )
    return page.screenshot()
  }
  const first = await draw('Buy BTC at 64,000.12')
  expect(first.equals(await draw('Buy BTC at 64,000.12'))).toBe(true)
  expect(first.equals(await draw('Buy BTC at 64,000.13'))).toBe(false)
  expect(await page.evaluate(() => navigator.language)).toBe('en-US')
})
