/** The file of followed rows: a full disk, a line without its end, and a second process never make it unreadable. */

import { execFileSync } from 'node:child_process'
import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expectDefined } from '../../../src/engine/assert.ts'
import {
  beginFollowedFile,
  FollowedElsewhere,
  openFollowedFile,
  verifiedLines,
} from '../../../src/server/backup/followed-file.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'

const MODULE = join(import.meta.dirname, '../../../src/server/backup/followed-file.ts')
const KEY = Buffer.alloc(32, 1)
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BEGIN = { kind: 'begin', after: 'first', seq: 0, at: 0 } as const
const begin = (path: string) => beginFollowedFile(path, KEY, BEGIN)
const open = async (path: string) => expectDefined(await openFollowedFile(path, KEY), 'its first line is complete')
const rows = (...texts: readonly string[]) => ({ kind: 'rows', table: 'journal', rows: texts }) as const

async function contentOf(file: string): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const { entry } of verifiedLines(file, KEY)) entries.push(entry)
  return entries.slice(1)
}

test('A write that a full disk cuts off leaves nothing in the file, and the next one continues it', async () => {
  const file = join(folder, 'full')
  const script = `
    const { beginFollowedFile } = await import(${JSON.stringify(MODULE)})
    const file = beginFollowedFile(${JSON.stringify(file)}, Buffer.alloc(32, 1), ${JSON.stringify(BEGIN)})
    const rows = (text) => [{ kind: 'rows', table: 'journal', rows: [text] }]
    file.append(rows('one'))
    try { file.append(rows('x'.repeat(20_000))) } catch (error) { console.log(error.code) }
    file.append(rows('two'))`
  // The limit of the size of files stands for the end of the disk.
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" --input-type=module -e "$1"`
  const out = execFileSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' })
  expect(out).toBe('EFBIG\n')
  expect(await contentOf(file)).toEqual([rows('one'), rows('two')])
})

test('A last line whose end is missing is written again', async () => {
  const path = join(folder, 'cut')
  const first = begin(path)
  first.append([rows('one')])
  first.append([rows('two')])
  first.close()
  truncateSync(path, statSync(path).size - 1)
  const second = await open(path)
  expect(second.last).toEqual(rows('one'))
  second.append([rows('two'), rows('three')])
  second.close()
  expect(await contentOf(path)).toEqual([rows('one'), rows('two'), rows('three')])
})

test('Two processes with one file: one of them ends, and the file stays whole', async () => {
  const path = join(folder, 'two')
  const first = begin(path)
  const second = await open(path)
  first.append([rows('one')])
  expect(() => second.append([rows('one')])).toThrow(FollowedElsewhere)
  first.append([rows('two')])
  for (const each of [first, second]) each.close()
  expect(await contentOf(path)).toEqual([rows('one'), rows('two')])
})

test('A file whose first line is not complete cannot be continued, and none is begun twice', async () => {
  const path = join(folder, 'first-line')
  begin(path).close()
  expect(() => begin(path)).toThrow(FollowedElsewhere)
  truncateSync(path, statSync(path).size - 1)
  expect(await openFollowedFile(path, KEY)).toBeUndefined()
})
