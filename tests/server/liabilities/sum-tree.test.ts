/** The tree of a report: its encoding stays the same, and it reveals nothing about the number of users. */

import { createHmac, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Units } from '../../../src/contract/money.ts'
import { keyedHash } from '../../../src/server/liabilities/keyed-hash.ts'
import { heightOf } from '../../../src/server/liabilities/leaf-order.ts'
import { leavesOf, type Owner, treeOf, userNumber } from '../../fixtures/sum-tree.ts'

const ownersOf = (count: number, coins = 1): readonly Owner[] =>
  Array.from({ length: count }, (_, number) => ({
    user: userNumber(number),
    amounts: Array.from({ length: coins }, (_unused, coin) => BigInt((number + 1) * (coin + 1)) as Units),
  }))

test('The keyed hash is HMAC-SHA-256', () => {
  for (const length of [0, 1, 32, 64])
    for (const message of ['', 'a', 'a longer message than one block of the hash, which has sixty-four bytes'].map(
      Buffer.from,
    ))
      expect(keyedHash(Buffer.alloc(length, 3))(message)).toEqual(
        createHmac('sha256', Buffer.alloc(length, 3)).update(message).digest(),
      )
})

test('A golden tree keeps its root, salts and places: published roots can be verified forever', async () => {
  const { report, proofOf } = await treeOf(ownersOf(3, 2), { key: Buffer.alloc(32, 5), seq: 1_000 })
  const { index, salt, path } = proofOf(ownersOf(3, 2)[1] as Owner)
  expect({
    root: report.root.toString('hex'),
    totals: report.totals.map(({ amount }) => amount),
    index,
    salt,
    path: hash('sha256', JSON.stringify(path)),
  }).toMatchInlineSnapshot(`
    {
      "index": 90,
      "path": "17612543cc70d3e84f55a4953536f5b19bc6dd5b506fc939e1f071ba17dc8ed6",
      "root": "292a5fe9d0445baf42b78bef77d1c6e8bfd99972c63401d06458978e1bc5b0f4",
      "salt": "403f4972c9f9da6f8d0f0d85144d3bff68ffb80e2dbcb284b2484160f9e99889",
      "totals": [
        6n,
        12n,
      ],
    }
  `)
})

test.each([0, 1, 1_023, 1_024, 1_025, 5_000])('A tree of %i users has the sums of all of them', async (count) => {
  const owners = ownersOf(count)
  const { report, pieces } = await treeOf(owners)
  const total = owners.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0n), 0n)
  expect(report.totals[0]?.amount).toBe(total)
  expect(report.height).toBe(count <= 1_024 ? 10 : count === 1_025 ? 11 : 13)
  const leaves = pieces.filter(({ level }) => level === 0)
  expect(leaves.map(({ number }) => number)).toEqual(leaves.map((_, index) => index))
  expect(leaves.length).toBe(2 ** (report.height - 6))
})

test('The height of a tree is at least 10 and covers all users', () => {
  expect([0, 1, 1_024, 1_025, 100_000, 2 ** 20].map(heightOf)).toEqual([10, 10, 10, 11, 17, 20])
})

test('Padding hides the number of users: users are spread over the whole tree, and padding leaves look like users', async () => {
  const few = await treeOf(ownersOf(20))
  const many = await treeOf(ownersOf(900))
  expect(few.report.height).toBe(many.report.height)
  const places = ownersOf(20).map((owner) => few.proofOf(owner).index)
  expect(Math.min(...places)).toBeLessThan(300)
  expect(Math.max(...places)).toBeGreaterThan(724)
  const leaves = await leavesOf(Buffer.alloc(32, 1), ownersOf(20))
  expect(new Set(leaves.map(({ id }) => id.toString('hex'))).size).toBe(1_024)
  expect(leaves.every(({ id }) => id.length === 16)).toBe(true)
})

test('Each report has other places and salts for the same user', async () => {
  const owners = ownersOf(200)
  const one = await treeOf(owners, { key: Buffer.alloc(32, 1), seq: 1 })
  const other = await treeOf(owners, { key: Buffer.alloc(32, 2), seq: 2 })
  const same = owners.filter((owner) => one.proofOf(owner).index === other.proofOf(owner).index)
  expect(same.length).toBeLessThan(10)
  expect(new Set(owners.flatMap((owner) => [one.proofOf(owner).salt, other.proofOf(owner).salt])).size).toBe(400)
})
