/**
 * `npm run screenshots [names] [-- --compare COMMIT] [--into FOLDER]`: every screen and state, on a phone, a small phone, a
 * desktop and inside Telegram, dark and light, into `screenshots/`. With names, only the screenshots whose name contains one of them. With a
 * commit, the same of that commit into the folder beside it, and how many pixels of each differ.
 */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../tidy/source.ts'
import { compareFolders } from './compare.ts'
import { takePicturesOf } from './other-commit.ts'
import { takePictures } from './take.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'string' }, into: { type: 'string', default: resolve(root, 'screenshots') } },
})
const folder = resolve(values.into)
if (!(await takePictures(folder, positionals))) process.exitCode = 1
if (values.compare !== undefined) {
  const before = `${folder}-before`
  takePicturesOf(values.compare, before, positionals)
  const differences = await compareFolders(before, folder)
  for (const { name, pixels } of differences)
    process.stdout.write(`${name}: ${pixels}${typeof pixels === 'number' ? ' pixels differ' : ''}\n`)
  process.stdout.write(`${differences.length} pictures differ from ${values.compare}\n`)
}
