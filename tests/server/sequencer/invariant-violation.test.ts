/** A claim that breaks in service: the process ends before anything of it is written, and the next one goes on. */

import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { freePort, spawnServer, startServer } from './running-server.ts'
import { scratchFolder } from './world.ts'

const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every fee is a gift, by a word that is changed while the file is loaded. */
const planted = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/engine/orders/settle.ts')) return loaded
    return { ...loaded, source: String(loaded.source).replace('const fee = feeOf(', 'const fee = -feeOf(') }
  },
})`

test('the first trade ends the process, and nothing of it is in the journal', async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(planted)}`
  // The demo traders trade within seconds.
  const broken = spawnServer(folder, await freePort(), { NODE_OPTIONS })
  const code = await new Promise<number | null>((resolve) => broken.child.once('exit', resolve))
  expect(code).toBe(1)
  expect(broken.output()).toMatch(/"level":60,.*broken claim: a fee is not below zero/)
  const sound = await startServer(folder, await freePort())
  expect(await sound.stop()).toBe(0)
}, 90_000)
