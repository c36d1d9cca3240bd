/** A phone on a slow line waits for bytes, so there are few of them. */

import { expect, test } from 'vitest'
import { phone, stage } from './stage.ts'
import { weigh } from './weigh.ts'

const { open } = stage()

const MOST_JS = 120_000
const MOST_CSS = 15_000

test.each(['/', '/register', '/login'])('%s is light, and brings no chart and nothing of Telegram', async (path) => {
  const context = await open(phone)
  const page = await context.newPage()
  const { js, css, names } = await weigh(page, path)
  expect(names.some((name) => name.includes('/index-'))).toBe(true)
  expect(js).toBeGreaterThan(50_000)
  expect(js).toBeLessThanOrEqual(MOST_JS)
  expect(css).toBeLessThanOrEqual(MOST_CSS)
  expect(names.filter((name) => /candle|telegram/.test(name))).toEqual([])
  await context.close()
})
