/** The tree of a report: its encoding stays the same, and it reveals nothing about the number of users. */

import { createCipheriv, createHmac, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addSums } from '../../../src/contract/liabilities/encoding.ts'
import type { Units } from '../../../src/contract/money.ts'
import { blindsOf, heightOf, reportSecrets } from '../../../src/server/liabilities/leaf-order.ts'
import { keyStream, preparedHmac } from '../../../src/server/liabilities/prepared-hmac.ts'
import { partOf } from '../../../src/server/liabilities/split.ts'
import { type Owner, treeOf, userNumber } from '../../fixtures/sum-tree.ts'

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
      expect(preparedHmac(Buffer.alloc(length, 3))(message)).toEqual(
        createHmac('sha256', Buffer.alloc(length, 3)).update(message).digest(),
      )
})

test('The key stream is AES-256 in counter mode, from the number on', () => {
  const key = Buffer.alloc(32, 3)
  for (const number of [0, 1, 2 ** 40]) {
    const start = Buffer.alloc(16)
    start.writeBigUInt64BE(BigInt(number))
    const expected = createCipheriv('aes-256-ctr', key, start).update(Buffer.alloc(100))
    expect(keyStream(key)(number, 100)).toEqual(expected)
  }
})

test('A golden tree keeps its root, salts and places: published roots can be verified forever', async () => {
  const { report, proofOf } = await treeOf(ownersOf(3, 2), { key: Buffer.alloc(32, 5), seq: 1_000 })
  const { leaves } = proofOf(ownersOf(3, 2)[1] as Owner)
  expect({
    root: report.root.toString('hex'),
    totals: report.totals.map(({ amount }) => amount),
    places: leaves.map(({ index, amounts }) => [index, ...amounts]),
    salt: leaves[0]?.salt,
    proof: hash('sha256', JSON.stringify(leaves)),
  }).toMatchInlineSnapshot(`
    {
      "places": [
        [
          575,
          "0",
          "0.00000002",
        ],
        [
          230,
          "0.00000001",
          "0.00000001",
        ],
        [
          865,
          "0",
          "0.00000001",
        ],
        [
          469,
          "0.00000001",
          "0",
        ],
      ],
      "proof": "d947c462d0f074eb5fe3458eb0981ffb8c288d84e39a502511c632478934374d",
      "root": "fa3be8190ee949bbb25f1528b4e671c88d38af4c721b73e07e4c60081600fb00",
      "salt": "2fccfb51849a927a50dc0f94910c5e0f440f95b3e40687484fd545a618d6a9cc",
      "totals": [
        6n,
        12n,
      ],
    }
  `)
})

test.each([0, 1, 64, 65, 1_000])('A tree of %i users has the sums of all of them', async (count) => {
  const owners = ownersOf(count)
  const { report, pieces } = await treeOf(owners)
  const total = owners.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0n), 0n)
  expect(report.totals[0]?.amount).toBe(total)
  expect(report.height).toBe(count <= 64 ? 10 : count === 65 ? 11 : 14)
  const leaves = pieces.filter(({ level }) => level === 0)
  expect(leaves.map(({ number }) => number)).toEqual(leaves.map((_, index) => index))
  expect(leaves.length).toBe(2 ** (report.height - 6))
})

test('Each user has four leaves, and for each of these there are at least three of padding', async () => {
  const counts = [0, 1, 64, 65, 100_000, 2 ** 20]
  expect(counts.map(heightOf)).toEqual([10, 10, 10, 11, 21, 24])
  for (const count of counts) expect(2 ** heightOf(count) - 4 * count).toBeGreaterThanOrEqual(3 * 4 * count)
  const { leaves } = await treeOf(ownersOf(100))
  const own = leaves.filter((leaf) => leaf !== undefined)
  expect([own.length, leaves.length]).toEqual([400, 2_048])
})

test('Padding hides the number of users: their leaves are spread over the whole tree, and padding leaves look like them', async () => {
  const few = await treeOf(ownersOf(20))
  const many = await treeOf(ownersOf(60))
  expect(few.report.height).toBe(many.report.height)
  const places = ownersOf(20).flatMap((owner) => few.proofOf(owner).leaves.map(({ index }) => index))
  expect(new Set(places).size).toBe(80)
  expect(Math.min(...places)).toBeLessThan(150)
  expect(Math.max(...places)).toBeGreaterThan(874)
  const secrets = reportSecrets(Buffer.alloc(32, 1))
  const ids = Array.from({ length: 16 }, (_, piece) => piece).flatMap((piece) =>
    Array.from({ length: 64 }, (_, index) => blindsOf(secrets, piece, 64)(index).paddingId),
  )
  expect(new Set(ids.map((id) => id.toString('hex'))).size).toBe(1_024)
  expect(ids.every(({ length }) => length === 16)).toBe(true)
})

test('Each report has other places, parts and salts for the same user', async () => {
  const owners = ownersOf(60)
  const one = await treeOf(owners, { key: Buffer.alloc(32, 1), seq: 1 })
  const other = await treeOf(owners, { key: Buffer.alloc(32, 2), seq: 2 })
  const leavesOf = (tree: typeof one) => owners.flatMap((owner) => tree.proofOf(owner).leaves)
  const [first, second] = [leavesOf(one), leavesOf(other)]
  expect(first.filter(({ index }, at) => index === second[at]?.index).length).toBeLessThan(5)
  expect(new Set([...first, ...second].map(({ salt }) => salt)).size).toBe(480)
  const large = [{ user: userNumber(1), amounts: [(10n ** 20n) as Units] }] as const
  const parts = await Promise.all([1, 2].map((byte) => treeOf(large, { key: Buffer.alloc(32, byte) })))
  const amounts = parts.flatMap(({ proofOf }) => proofOf(large[0]).leaves.map((leaf) => leaf.amounts[0]))
  expect(new Set(amounts).size).toBe(8)
})

test('A balance is split into parts that are not negative and add up to it, each coin in another way', () => {
  const { cuts } = reportSecrets(Buffer.alloc(32, 9))
  const amounts = [0n, 1n, 3n, 10n ** 8n, 10n ** 8n, 10n ** 28n] as Units[]
  const shares: number[] = []
  for (let user = 0; user < 2_000; user++) {
    const parts = [0, 1, 2, 3].map((part) => partOf(cuts, user, amounts, part))
    expect(parts.flat().every((part) => part >= 0n)).toBe(true)
    expect(parts.reduce(addSums)).toEqual(amounts)
    expect(parts.map((part) => part[3])).not.toEqual(parts.map((part) => part[4]))
    shares.push(...parts.map((part) => Number(part[3]) / 1e8))
  }
  // Of three uniform cuts: a part is a quarter on average, and often far from it.
  const within = (low: number, high: number) => shares.filter((share) => share >= low && share < high).length / 8_000
  expect(within(0, 0.1)).toBeCloseTo(1 - 0.9 ** 3, 1)
  expect(within(0.2, 0.3)).toBeCloseTo(0.8 ** 3 - 0.7 ** 3, 1)
  expect(within(0.5, 1)).toBeCloseTo(0.5 ** 3, 1)
})
