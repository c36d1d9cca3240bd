/** What released versions wrote, and the migrations that made it, never change: a new version adds files. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** SHA-256 by path. */
const RELEASED: Readonly<Record<string, string>> = {
  'src/server/postgres/migrations/0001-schema.sql': '93318e1cad230f0ac2ea457c83bc30b0f7fbbd9f5d9d64fa77385f93dba81030',
  'src/server/postgres/migrations/0002-short-lived.sql':
    '5996ca1f99da52905cb5578a40f5243ad6dd0b55c757c783604abe50d8b7afa6',
  'tests/golden/0001-exchange.json': 'e435af43f455a6db46395ec394f5018c1b465d3c6fc6c18607cab7a595b7b128',
  'tests/golden/0001-exchange.snapshot': 'b9351b2bfa621d1bc4f266890d452562efdf842d56a6efb53138452f12a1ab06',
  'tests/golden/databases/0001-schema.backup': '3c744672268a98d18917e4882b12b7a89f0e6f50f7f1515d54f217bd22c2fce3',
  'tests/golden/databases/0001-schema.sql.gz': 'f22b090a65bc395929381d5203138ff36a15010951f845d7e876883a1a738183',
  'tests/golden/databases/0002-short-lived.backup': '1f2871b42c4551820332679131e27d4c0bc9d4ef4e9c787a142fb0c9a1527c6b',
  'tests/golden/databases/0002-short-lived.sql.gz': 'a53ef7a35033d58917eedd65e3116ddd2bf122a0c4d46894cc9997c98c56f71c',
}

const hashOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')

test.each(Object.entries(RELEASED))('The released file %s is as it was', (path, hash) => {
  expect(hashOf(path), `${path} was changed: put it back, and add a file with the change`).toBe(hash)
})

test('Every migration and every golden file is released', () => {
  const folders = ['src/server/postgres/migrations', 'tests/golden', 'tests/golden/databases']
  const files = folders.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  const data = files.filter((path) => /\.(sql|json|snapshot|gz|backup)$/.test(path))
  expect(data.sort()).toEqual(Object.keys(RELEASED).sort())
})
