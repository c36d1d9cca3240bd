/** Work that is repeated in the background. */

import { expect, test } from 'vitest'
import { openJob } from '../../../src/server/sequencer/job.ts'

test.each([
  ['a value that is out of range', '22003'],
  ['a violated constraint', '23514'],
  ['a column that does not exist', '42703'],
])('Work that the database refuses because of %s is tried again, and does not end the process', async (_, code) => {
  let runs = 0
  const failures: Error[] = []
  const job = openJob({
    async work() {
      runs += 1
      if (runs === 1) throw Object.assign(new Error('refused'), { code })
    },
    onUnavailable: (error) => failures.push(error),
    pauseMillis: 1,
  })
  job.start()
  await expect.poll(() => runs).toBeGreaterThan(1)
  await job.stop()
  expect(failures).toHaveLength(1)
})
