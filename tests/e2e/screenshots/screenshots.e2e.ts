/** Screenshots can be compared: they show the same pixels in every run, and a difference is counted. */

import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { compareFolders } from './compare.ts'
import { takePictures } from './take.ts'

const folder = scratchFolder()
const [first, second] = [join(folder, 'first'), join(folder, 'second')]
const PICTURES = [
  'trade-phone-dark',
  'ton-deposit-address-phone-dark',
  'trade-guest-desktop-light',
  'history-telegram-dark',
]
/** Each device starts an exchange of its own, twice. */
const MILLIS = 600_000

test('Two runs take the same screenshots, of a chart, of an address, of a desktop and inside Telegram', {
  timeout: MILLIS,
}, async () => {
  expect(await takePictures(first, PICTURES)).toBe(true)
  expect(await takePictures(second, PICTURES)).toBe(true)
  expect(readdirSync(first).sort()).toEqual(readdirSync(second).sort())
  for (const name of PICTURES) expect(readdirSync(first)).toContain(`${name}.png`)
  expect(await compareFolders(first, second)).toEqual([])
})

test('A changed, an added and a removed screenshot are listed, and other pixels are counted', async () => {
  const [trade, deposit, guest, history] = PICTURES.map((name) => `${name}.png`) as [string, string, string, string]
  const [before, after] = [scratchFolder(), scratchFolder()]
  copyFileSync(join(first, history), join(before, history))
  copyFileSync(join(first, trade), join(after, history))
  copyFileSync(join(first, deposit), join(before, deposit))
  copyFileSync(join(first, trade), join(before, guest))
  copyFileSync(join(first, guest), join(after, guest))
  copyFileSync(join(first, trade), join(after, trade))
  const [changed, removed, otherSize, added] = await compareFolders(before, after)
  expect([removed, otherSize, added]).toEqual([
    { name: deposit, pixels: 'removed' },
    { name: guest, pixels: 'other size' },
    { name: trade, pixels: 'added' },
  ])
  expect(changed).toEqual({ name: history, pixels: expect.any(Number) })
  expect(changed?.pixels).toBeGreaterThan(1_000)
})

test('A name that no screenshot has is refused', async () => {
  await expect(takePictures(join(folder, 'none'), ['no-such-screen'])).rejects.toThrow('no-such-screen')
})
