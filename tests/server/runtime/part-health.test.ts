/** The state of each part: since when, and what is logged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../../../src/server/runtime/log.ts'
import {
  HEALTH_TIMES,
  type HealthOfParts,
  openPartHealth,
  type PartReading,
} from '../../../src/server/runtime/part-health.ts'
import { openRepeatedCheck } from '../../../src/server/runtime/repeated-check.ts'

const FAILING: PartReading = { state: 'failing', reason: 'it does not answer' }
let lines: string[] = []
let opened: HealthOfParts | undefined
afterEach(() => opened?.stop())

function open(times: { readMillis: number; logMillis: number }) {
  lines = []
  const part = { reading: { state: 'ok' } as PartReading, now: 1_000 }
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const readings = () => new Map([['signer', part.reading]])
  opened = openPartHealth({ readings, now: () => part.now, log, times: { ...HEALTH_TIMES, ...times } })
  return { part, health: opened, signer: () => opened?.read().get('signer') }
}
const count = (text: string): number => lines.filter((line) => line.includes(text)).length

test('A part keeps the time at which its state began, and its newest reason', () => {
  const { part, signer } = open({ readMillis: 1_000_000, logMillis: 1_000_000 })
  part.now = 2_000
  expect(signer()).toEqual({ state: 'ok', since: 1_000 })
  part.reading = FAILING
  expect(signer()).toEqual({ ...FAILING, since: 2_000 })
  part.now = 3_000
  part.reading = { state: 'failing', reason: 'https://node.example/v2/0123key refuses' }
  expect(signer()).toEqual({ state: 'failing', reason: '(URL) refuses', since: 2_000 })
  part.reading = { state: 'ok' }
  expect(signer()).toEqual({ state: 'ok', since: 3_000 })
})

test('A failure is logged once, and its end once', () => {
  const { part, health } = open({ readMillis: 1_000_000, logMillis: 1_000_000 })
  part.reading = FAILING
  for (let reading = 0; reading < 5; reading++) health.read()
  part.reading = { state: 'ok' }
  for (let reading = 0; reading < 5; reading++) health.read()
  expect([count('part.failing'), count('part.recovered'), lines.length]).toEqual([1, 1, 2])
})

test('A part that keeps failing is read and logged again and again', async () => {
  const { part } = open({ readMillis: 5, logMillis: 20 })
  part.reading = FAILING
  await expect.poll(() => count('a part of the server still fails')).toBeGreaterThan(2)
  expect(count('a part of the server fails')).toBe(1)
})

test('A check that does not end is a failure until it ends well, and the next one waits for it', async () => {
  const waiting: (() => void)[] = []
  const check = openRepeatedCheck({
    check: () => new Promise<void>((resolve) => waiting.push(resolve)),
    reasonOf: () => 'another reason',
    pauseMillis: 1,
    retryMillis: 1,
    slowMillis: 10,
  })
  check.start()
  await expect.poll(() => check.failure).toBe('it does not answer')
  await sleep(20)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await expect.poll(() => waiting.length).toBe(2)
  check.stop()
})
