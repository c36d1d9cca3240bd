/** What the signer does with files that were changed or cut off. */

import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '../../src/signer/journal.ts'
import { KeyUnreadable } from '../../src/signer/key-file.ts'
import { openSigner } from '../../src/signer/signer.ts'
import { openTestSigner, PASSPHRASE, refusalOf, type TestSigner, withdrawal } from './signer-folder.ts'

let signer: TestSigner
let journal: string
beforeEach(async () => {
  signer = openTestSigner()
  journal = join(signer.folder, 'journal')
  for (let nonce = 0; nonce < 2; nonce++)
    await signer.sign(withdrawal({ payment: 10 + nonce, withdrawal: nonce, nonce, amount: '5' }))
})
afterEach(() => signer.remove())

test('Every changed byte of the journal is detected, also the last line end', () => {
  const bytes = readFileSync(journal)
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(journal, changed)
    expect(() => openJournal(journal), `byte ${at}`).toThrow(/was changed/)
  }
})

test('A removed, a repeated and a swapped line are detected', () => {
  const [first = '', second = '', third = ''] = readFileSync(journal, 'utf8').split('\n')
  for (const lines of [
    [second, third],
    [first, third],
    [first, third, second],
    [first, second, second, third],
  ]) {
    writeFileSync(journal, `${lines.join('\n')}\n`)
    expect(() => openJournal(journal)).toThrow(/was changed/)
  }
})

test('A line that was cut off anywhere is removed, and its payment can be signed', async () => {
  const bytes = readFileSync(journal)
  const start = bytes.lastIndexOf(10, bytes.length - 2) + 1
  const cut = start + Math.floor((bytes.length - start) / 2)
  for (const size of [start, start + 1, cut, bytes.length - 1]) {
    writeFileSync(journal, bytes)
    truncateSync(journal, size)
    signer.reopen()
    expect(readFileSync(journal).length).toBe(start)
    const again = withdrawal({ payment: 11, withdrawal: 1, nonce: 1, amount: '5' })
    expect(refusalOf(await signer.sign(again))).toBeUndefined()
  }
  expect(readFileSync(journal).length).toBe(bytes.length)
})

test('A missing journal, a journal of another key and a missing key stop the signer', () => {
  const bytes = readFileSync(journal)
  const open = () => openSigner({ folder: signer.folder, passphrase: PASSPHRASE, policy: 'play', now: () => 0 })
  rmSync(journal)
  expect(open).toThrow(/is missing/)
  const other = openTestSigner()
  writeFileSync(journal, readFileSync(join(other.folder, 'journal')))
  other.remove()
  expect(open).toThrow(/another key/)
  writeFileSync(journal, bytes)
  rmSync(join(signer.folder, 'key'))
  expect(open).toThrow(/its key is missing/)
})

test('A wrong passphrase and a changed key file stop the signer', () => {
  const key = join(signer.folder, 'key')
  expect(() =>
    openSigner({ folder: signer.folder, passphrase: 'another passphrase', policy: 'play', now: () => 0 }),
  ).toThrow(KeyUnreadable)
  const text = readFileSync(key, 'utf8')
  const file = JSON.parse(text)
  const seed = Buffer.from(file.seed, 'base64')
  seed[0] = (seed[0] ?? 0) ^ 1
  writeFileSync(key, JSON.stringify({ ...file, seed: seed.toString('base64') }))
  expect(() => openSigner({ folder: signer.folder, passphrase: PASSPHRASE, policy: 'play', now: () => 0 })).toThrow(
    KeyUnreadable,
  )
  writeFileSync(key, text)
})

test('A first start that was killed before the key was written begins again', () => {
  const fresh = openTestSigner()
  rmSync(join(fresh.folder, 'key'))
  fresh.reopen()
  expect(existsSync(join(fresh.folder, 'key'))).toBe(true)
  fresh.remove()
})

test('The key file contains neither the seed nor the passphrase in readable form', async () => {
  const text = readFileSync(join(signer.folder, 'key'), 'utf8')
  expect(text).not.toContain(PASSPHRASE)
  expect(Object.keys(JSON.parse(text))).toEqual(['version', 'salt', 'iv', 'tag', 'seed'])
})
