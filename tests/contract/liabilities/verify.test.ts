/** The verification of proofs of liabilities: a valid one passes, and no changed one does. */

import { beforeAll, expect, test } from 'vitest'
import { nodeBytes } from '../../../src/contract/liabilities/encoding.ts'
import { parseProof } from '../../../src/contract/liabilities/parse.ts'
import { verifyReport } from '../../../src/contract/liabilities/verify.ts'
import type { Units } from '../../../src/contract/money.ts'
import fc from '../../fixtures/fast-check.ts'
import { type Owner, treeOf, userNumber } from '../../fixtures/sum-tree.ts'
import { acceptedChanges, failedStep, plusOne } from '../../fixtures/tampered-proofs.ts'

const TAMPERED = 1_000
const owners: readonly Owner[] = Array.from({ length: 300 }, (_, number) => ({
  user: userNumber(number),
  amounts: [BigInt((number + 1) * 1_000_000_007), BigInt(number % 7), 0n] as readonly bigint[] as readonly Units[],
}))
let tree: Awaited<ReturnType<typeof treeOf>>
beforeAll(async () => {
  tree = await treeOf(owners)
})

test('The proof of every user passes every step', async () => {
  for (const owner of owners)
    expect(await failedStep(tree.proofOf(owner), owner.user, tree.proofOf(owner).report)).toBeUndefined()
})

test('1,000 tampered proofs of every kind are rejected', async () => {
  expect(await acceptedChanges(tree, owners, { from: 0, count: TAMPERED })).toEqual([])
})

test('A proof of random JSON values is rejected and throws nothing', async () => {
  const [owner] = owners
  const proof = tree.proofOf(owner as Owner)
  const { report } = proof
  const [leaf, ...others] = proof.leaves
  const fields = [...Object.keys(proof), ...Object.keys(leaf ?? {}).map((name) => `leaf.${name}`)]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
      const ofLeaf = field.split('leaf.')[1]
      const changed =
        ofLeaf === undefined
          ? { ...proof, [field]: value }
          : { ...proof, leaves: [{ ...leaf, [ofLeaf]: value }, ...others] }
      fc.pre(JSON.stringify(changed) !== JSON.stringify(proof))
      expect(await failedStep(changed, userNumber(0), report)).toBeDefined()
    }),
    { numRuns: 300 },
  )
  expect(await failedStep(null, userNumber(0), report)).toBe('format')
})

test('Each step names what is wrong with a proof', async () => {
  const owner = owners[5] as Owner
  const proof = tree.proofOf(owner)
  const { report } = proof
  expect(await failedStep({ ...proof, leaves: proof.leaves.slice(1) }, owner.user, report)).toBe('format')
  expect(await failedStep(proof, owner.user, { ...report, seq: 1 })).toBe('report')
  expect(await failedStep(proof, userNumber(6), report)).toBe('account')
  const [first, ...others] = proof.leaves
  const changed = { ...proof, leaves: [{ ...first, amounts: ['1', '1', '1'] }, ...others] }
  expect(await failedStep(changed, owner.user, report)).toBe('path')
})

test('The parts of a user add up to exactly what they own', async () => {
  for (const owner of owners) expect(parseProof(tree.proofOf(owner))?.owned).toEqual(owner.amounts)
})

test('A report whose coins are named, numbered or ordered otherwise has another root', async () => {
  const { report } = tree.proofOf(owners[0] as Owner)
  const [usdt, btc, eth] = report.totals
  const relabelled = [{ ...usdt, symbol: 'BTC' }, { ...btc, symbol: 'USDT' }, eth]
  for (const totals of [relabelled, [{ ...usdt, currency_id: 9 }, btc, eth], [btc, usdt, eth]])
    expect(await verifyReport({ ...report, totals })).toBe(false)
  const otherTime = { ...report, at: '2026-01-02T00:05:00.001Z' }
  const otherRow = { ...report, journal_hash: report.root }
  for (const changed of [otherTime, { ...report, seq: 41 }, otherRow]) expect(await verifyReport(changed)).toBe(false)
})

test('A report and a proof of the first format are rejected', async () => {
  const owner = owners[3] as Owner
  const { report, leaves } = tree.proofOf(owner)
  const { format: _, ...first } = report
  expect(await verifyReport(first)).toBe(false)
  expect(await failedStep({ report, user: owner.user, ...leaves[0] }, owner.user, report)).toBe('format')
})

test('A part that the exchange leaves out of the tree cannot be replaced by another leaf', async () => {
  const owner = owners[5] as Owner
  const proof = tree.proofOf(owner)
  for (const other of owners.slice(0, 40))
    for (const leaf of tree.proofOf(other).leaves) {
      const leaves = [...proof.leaves.slice(0, 3), leaf]
      const isOwnLast = leaf.index === proof.leaves[3]?.index
      expect(await failedStep({ ...proof, leaves }, owner.user, proof.report)).toBe(isOwnLast ? undefined : 'path')
    }
})

test('A user who is left out of the tree gets no valid proof, with any place and any of its nodes', async () => {
  const left = owners[9] as Owner
  const without = await treeOf(owners.filter((owner) => owner !== left))
  const { report } = without.proofOf(owners[0] as Owner)
  expect(without.report.totals[0]?.amount).toBe((tree.report.totals[0]?.amount ?? 0n) - (left.amounts[0] ?? 0n))
  for (const other of owners.slice(0, 50)) {
    if (other === left) continue
    const borrowed = { ...without.proofOf(other), user: left.user }
    expect(await failedStep(borrowed, left.user, report)).toBe('path')
    expect(await failedStep(without.proofOf(other), left.user, report)).toBe('account')
  }
})

test('A node that hides a debt in a negative or overflowing sum cannot be encoded', () => {
  const child = (sum: bigint) => ({ hash: new Uint8Array(32), sums: [sum as Units] })
  expect(() => nodeBytes(child(-1n), child(1n))).toThrow(RangeError)
  expect(() => nodeBytes(child(2n ** 128n), child(1n))).toThrow(RangeError)
})

test('The totals of a report are verified against its root', async () => {
  const { report } = tree.proofOf(owners[0] as Owner)
  expect(await verifyReport(report)).toBe(true)
  const [first, ...rest] = report.totals
  expect(await verifyReport({ ...report, totals: [{ ...first, amount: plusOne(first?.amount ?? '') }, ...rest] })).toBe(
    false,
  )
  expect(await verifyReport({ ...report, halves: report.halves.toReversed() })).toBe(false)
  expect(await verifyReport({})).toBe(false)
})
