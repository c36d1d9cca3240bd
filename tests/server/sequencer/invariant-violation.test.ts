/** An invariant violation in the running server: the process exits before writing, and the next start works. */

import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort, spawnServer, startServer } from '../../fixtures/server-process.ts'

const folder = scratchDataDir()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A loader hook that makes every fee negative. */
const planted = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/engine/core/trade.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replace('const makerFee = feeOf(', 'const makerFee = -1 - feeOf(') }
  },
})`

test('A trade that violates an invariant ends the process and is not written to the journal', async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(planted)}`
  // The demo traders trade within seconds.
  const broken = spawnServer(folder, await freePort(), { NODE_OPTIONS })
  const code = await new Promise<number | null>((resolve) => broken.child.once('exit', resolve))
  expect(code).toBe(1)
  expect(broken.output()).toMatch(/"level":60,.*invariant violated: a fee is not negative/)
  const sound = await startServer(folder, await freePort())
  expect(await sound.stop()).toBe(0)
})
