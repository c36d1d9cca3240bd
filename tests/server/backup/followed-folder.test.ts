/** The files of followed rows: when a new one begins, what is read of them, and when the oldest ones are deleted. */

import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FollowedElsewhere } from '../../../src/server/backup/followed-file.ts'
import { deleteContained, openFollowedFolder, readFollowed } from '../../../src/server/backup/followed-folder.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'

const KEY = Buffer.alloc(32, 1)
const DAY = 24 * 60 * 60 * 1_000
const root = scratchFolder()
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The text of a row of the journal that ends with the command. */
const rows = (seq: number) => ({ kind: 'rows', table: 'journal', rows: [`(${seq},${seq},${seq},"\\\\x00")`] }) as const

let folders = 0
/** An empty folder, and its files with limits of a day and 2,000 bytes. */
function newFolder() {
  const folder = join(root, String(++folders))
  mkdirSync(folder)
  let now = 100 * DAY
  const open = () =>
    openFollowedFolder({
      folder,
      key: KEY,
      base: { end: 'end of the backup', seq: 0 },
      now: () => now,
      limits: { bytes: 2_000, millis: DAY, keptMillis: 7 * DAY },
    })
  const wait = (millis: number): void => {
    now += millis
  }
  return { folder, open, wait, now: () => now }
}

async function contentOf(folder: string): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const entry of readFollowed(folder, KEY)) entries.push(entry)
  return entries
}
const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => rows(from + index))

test('A new file begins on another day and after a number of bytes, and all are read in their order', async () => {
  const { folder, open, wait } = newFolder()
  const files = await open()
  files.append([rows(1)])
  wait(DAY - 1)
  files.append([rows(2)])
  expect([files.begun, readdirSync(folder)]).toEqual([0, ['rows-000001']])
  wait(1)
  files.append([rows(3)])
  expect(files.begun).toBe(1)
  for (const each of seqs(4, 40)) files.append([each])
  files.close()
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(3)
  expect(Math.max(...names.map((name) => statSync(join(folder, name)).size))).toBeLessThan(2_200)
  expect(await contentOf(folder)).toEqual(seqs(1, 40))
  const again = await open()
  expect([again.seq, again.last]).toEqual([40, rows(40)])
  again.append([rows(41)])
  again.close()
  expect(await contentOf(folder)).toEqual(seqs(1, 41))
})

test('A file that was left out between two others, or put in the place of another one, is refused', async () => {
  const { folder, open, wait } = newFolder()
  const files = await open()
  for (const each of seqs(1, 4)) {
    files.append([each])
    wait(DAY)
  }
  files.close()
  // The oldest files can have been deleted.
  rmSync(join(folder, 'rows-000001'))
  expect(await contentOf(folder)).toEqual(seqs(2, 4))
  rmSync(join(folder, 'rows-000003'))
  await expect(contentOf(folder)).rejects.toThrow('rows-000004 does not continue the file before it')
  writeFileSync(join(folder, 'rows-000003'), '{}\n')
  await expect(contentOf(folder)).rejects.toThrow('the HMAC of a line differs')
})

test('A process that ended while it began a file is followed by one that begins it again', async () => {
  const { folder, open, wait } = newFolder()
  const files = await open()
  files.append([rows(1)])
  wait(DAY)
  files.append([rows(2)])
  files.close()
  truncateSync(join(folder, 'rows-000002'), 20)
  const again = await open()
  expect([again.seq, again.last]).toEqual([1, rows(1)])
  again.append([rows(2)])
  again.close()
  expect(await contentOf(folder)).toEqual(seqs(1, 2))
})

test('A process ends when another one has begun the next file', async () => {
  const { open, wait } = newFolder()
  const [first, second] = [await open(), await open()]
  first.append([rows(1)])
  wait(DAY)
  first.append([rows(2)])
  expect(() => second.append([rows(1)])).toThrow(FollowedElsewhere)
  for (const each of [first, second]) each.close()
})

test('Files are deleted when the backup contains them and they are a week old, and never the newest two', async () => {
  const { folder, open, wait, now } = newFolder()
  const files = await open()
  for (const each of seqs(1, 6)) {
    files.append([each])
    wait(DAY)
  }
  files.close()
  const remaining = async (seq: number) => {
    await deleteContained(folder, KEY, { seq, now: now(), keptMillis: 7 * DAY })
    return readdirSync(folder).map((name) => Number(name.slice(-1)))
  }
  expect(await remaining(6)).toEqual([1, 2, 3, 4, 5, 6])
  wait(3 * DAY)
  // The backup does not have command 2.
  expect(await remaining(1)).toEqual([2, 3, 4, 5, 6])
  expect(await remaining(6)).toEqual([3, 4, 5, 6])
  wait(100 * DAY)
  expect(await remaining(6)).toEqual([5, 6])
  expect(await contentOf(folder)).toEqual(seqs(5, 6))
})
