/** What the proof of one user reveals about the balances of others, measured over simulated users. */

import { expect, test } from 'vitest'
import { userBytes } from '../../../src/contract/liabilities/encoding.ts'
import type { Units } from '../../../src/contract/money.ts'
import { placeAll, reportSecrets } from '../../../src/server/liabilities/leaf-order.ts'
import { exactBalances } from '../../fixtures/curious-user.ts'
import { treeOf, userNumber } from '../../fixtures/sum-tree.ts'

const PARTS = 4
const numbers = (users: number) => Array.from({ length: users }, (_, number) => number)

/** On average over all users, in a tree with all parts of every user, and in one with the first part only. */
async function revealed(users: number, report: number): Promise<{ readonly split: number; readonly whole: number }> {
  const ids = numbers(users).map((number) => Buffer.from(userBytes(userNumber(number))))
  const taken = await placeAll(reportSecrets(Buffer.alloc(32, report)), ids, async () => undefined)
  const places = Array.from(taken, (each) => (each === 0 ? undefined : Math.floor((each - 1) / PARTS)))
  const firsts = Array.from(taken, (each, place) => (each % PARTS === 1 ? places[place] : undefined))
  const average = (leaves: typeof places) =>
    numbers(users).reduce((sum, user) => sum + exactBalances(leaves, user), 0) / users
  return { split: average(places), whole: average(firsts) }
}

test.each([20, 64, 300])('A proof among %i users reveals no balance of another user', async (users) => {
  const reports = await Promise.all([1, 2, 3, 4, 5].map((report) => revealed(users, report)))
  // The measure finds balances where a user has one leaf.
  for (const { whole } of reports) expect(whole).toBeGreaterThan(0.5)
  const split = reports.reduce((sum, each) => sum + each.split, 0) / reports.length
  expect(split).toBeLessThan(0.01)
})

test('No sum in the proofs of 100 users is the balance of another user', async () => {
  const owners = numbers(100).map((number) => ({
    user: userNumber(number),
    amounts: [(10n ** 12n + BigInt(number) ** 5n) as Units],
  }))
  const balances = new Set(owners.map(({ amounts }) => amounts[0]))
  const { proofOf, leaves } = await treeOf(owners)
  const shown = owners.flatMap((owner) => proofOf(owner).leaves.flatMap(({ path }) => path.flatMap(({ sums }) => sums)))
  expect(shown.filter((sum) => balances.has(BigInt(sum.replace('.', '')) as Units))).toEqual([])
  expect(leaves.filter((leaf) => leaf && balances.has(leaf.amounts[0] as Units))).toEqual([])
})
