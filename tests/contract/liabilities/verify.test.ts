/** The verification of proofs of liabilities: a valid one passes, and no changed one does. */

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { nodeBytes } from '../../../src/contract/liabilities/encoding.ts'
import { PROOF_STEPS, verifyProof, verifyReport } from '../../../src/contract/liabilities/verify.ts'
import type { LiabilityProofView, LiabilityReportView } from '../../../src/contract/liabilities/views.ts'
import { formatUnits, parseUnits, type Units } from '../../../src/contract/money.ts'
import { type Owner, treeOf, userNumber } from '../../fixtures/sum-tree.ts'

const TAMPERED = 1_000
const owners: readonly Owner[] = Array.from({ length: 300 }, (_, number) => ({
  user: userNumber(number),
  amounts: [BigInt(number * 1_000_000_007), BigInt(number % 7), 0n] as readonly bigint[] as readonly Units[],
}))
let tree: Awaited<ReturnType<typeof treeOf>>
beforeAll(async () => {
  tree = await treeOf(owners)
})

async function failedStep(proof: unknown, user: string, report: unknown): Promise<string | undefined> {
  const passed: string[] = []
  for await (const { step, isPassed } of verifyProof(proof, { user, report })) {
    if (!isPassed) return step
    passed.push(step)
  }
  return passed.length === PROOF_STEPS.length ? undefined : 'incomplete'
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] }
type Draft = Mutable<LiabilityProofView>
type Nodes = Mutable<LiabilityReportView['halves'][number]>[]

const flipDigit = (hex: string, at: number): string => {
  const place = at % hex.length
  return hex.slice(0, place) + ((Number.parseInt(hex[place] ?? '0', 16) + 1) % 16).toString(16) + hex.slice(place + 1)
}
const plusOne = (amount: string): string => formatUnits(((parseUnits(amount) ?? 0n) + 1n) as Units)
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Every kind of change; `n` selects where. A kind that would change nothing throws. */
const KINDS: Readonly<Record<string, (proof: Draft, n: number) => unknown>> = {
  'a hash of the path': ({ path }, n) => (at(path as Nodes, n).hash = flipDigit(at(path, n).hash, n)),
  'a sum of the path': ({ path }, n) => (at(path as Nodes, n).sums[n % 3] = plusOne(at(at(path, n).sums, n))),
  'a negative sum': ({ path }, n) => (at(path as Nodes, n).sums[n % 3] = '-1'),
  'a sum of more than 16 bytes': ({ path }, n) => (at(path as Nodes, n).sums[n % 3] = String(2n ** 128n)),
  'a sum that makes the sum of both overflow': ({ path }, n) =>
    (at(path as Nodes, n).sums[n % 3] = formatUnits((2n ** 128n - 1n) as Units)),
  'a sum in another notation': ({ path }, n) =>
    (at(path as Nodes, n).sums[n % 3] = at(['1e3', '0x1', ' 1', '+1', ''], n)),
  'a sum that is a number': ({ path }, n) => Object.assign(at(path, n), { sums: [0, 0, 0] }),
  'a missing node': (proof, n) => (proof.path as Nodes).splice(n % proof.path.length, 1),
  'an additional node': (proof, n) =>
    (proof.path as Nodes).splice(n % proof.path.length, 0, at(proof.path as Nodes, n)),
  'two nodes in another order': (proof, n) => (proof.path as Nodes).push(...(proof.path as Nodes).splice(n % 9, 1)),
  'swapped children': (proof, n) => (proof.index ^= 1 << (n % proof.report.height)),
  'an index outside the tree': (proof) => (proof.index += 2 ** proof.report.height),
  'a negative index': (proof, n) => (proof.index = -1 - n),
  'an own amount': ({ amounts }, n) => ((amounts as string[])[n % 3] = plusOne(at(amounts, n))),
  'a negative own amount': ({ amounts }, n) => ((amounts as string[])[n % 3] = '-0.00000001'),
  'a missing coin': (proof, n) => (proof.amounts as string[]).splice(n % 3, 1),
  'the salt': (proof, n) => (proof.salt = flipDigit(proof.salt, n)),
  'another user': (proof, n) => (proof.user = userNumber(n + 1_000)),
  'the root of the report': ({ report }, n) => (report.root = flipDigit(report.root, n)),
  'a total of the report': ({ report }, n) => (at(report.totals, n).amount = plusOne(at(report.totals, n).amount)),
  'the name of a coin': ({ report }, n) => (at(report.totals, n).symbol += 'X'),
  'a half of the report': ({ report }, n) => (at(report.halves as never as Nodes, n).hash = flipDigit(report.root, n)),
  'the height of the report': ({ report }, n) => (report.height += n % 2 === 0 ? 1 : -1),
  'the time of the report': ({ report }) => (report.at = '2026-01-03T00:05:00.000Z'),
  'the command of the report': ({ report }) => (report.seq += 1),
  'the journal hash of the report': ({ report }, n) => (report.journal_hash = flipDigit(report.journal_hash, n)),
}

test('The proof of every user passes every step', async () => {
  for (const owner of owners)
    expect(await failedStep(tree.proofOf(owner), owner.user, tree.proofOf(owner).report)).toBeUndefined()
})

test('1,000 tampered proofs of every kind are rejected', async () => {
  const kinds = Object.entries(KINDS)
  for (let n = 0; n < TAMPERED; n++) {
    const owner = at(owners, n * 7)
    const original = tree.proofOf(owner)
    const proof = structuredClone(original) as Draft
    const [kind, change] = at(kinds, n)
    change(proof, Math.floor(n / kinds.length))
    expect([kind, JSON.stringify(proof) === JSON.stringify(original)]).toEqual([kind, false])
    expect([kind, n, await failedStep(proof, owner.user, original.report)]).not.toEqual([kind, n, undefined])
  }
})

test('A proof of random JSON values is rejected and throws nothing', async () => {
  const [owner] = owners
  const { report, ...proof } = tree.proofOf(owner as Owner)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(proof), 'report'), fc.jsonValue(), async (field, value) => {
      const changed = { ...proof, report, [field]: value }
      fc.pre(JSON.stringify(changed) !== JSON.stringify({ ...proof, report }))
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
  expect(await failedStep({ ...proof, salt: 'x' }, owner.user, report)).toBe('format')
  expect(await failedStep(proof, owner.user, { ...report, seq: 1 })).toBe('report')
  expect(await failedStep(proof, userNumber(6), report)).toBe('account')
  expect(await failedStep({ ...proof, amounts: ['1', '1', '1'] }, owner.user, report)).toBe('path')
})

test('A user who is left out of the tree gets no valid proof, with any place and any of its nodes', async () => {
  const left = owners[9] as Owner
  const without = await treeOf(owners.filter((owner) => owner !== left))
  const { report } = without.proofOf(owners[0] as Owner)
  expect(without.report.totals[0]?.amount).toBe((tree.report.totals[0]?.amount ?? 0n) - (left.amounts[0] ?? 0n))
  for (const other of owners.slice(0, 50)) {
    if (other === left) continue
    const borrowed = { ...without.proofOf(other), user: left.user, amounts: left.amounts.map(formatUnits) }
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
