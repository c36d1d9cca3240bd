/** The leaves of a report. */

import { PARTS } from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { type Id, placeAll, type ReportSecrets } from './leaf-order.ts'
import { partOf } from './split.ts'
import { LEAVES_PER_PIECE, type Leaf, type Leaves } from './sum-tree.ts'

type Owner = { readonly id: Id; readonly owned: () => readonly Units[] }

/**
 * All leaves in their order, padding between those of users, those of one piece at a time. What a user owns is split again for
 * each of the leaves, because the parts of all users need ten times the memory of their balances.
 */
export async function* leavesInOrder(
  secrets: ReportSecrets,
  owners: readonly Owner[],
  pause: () => Promise<void>,
): AsyncGenerator<Leaves> {
  const leafOf = (taken: number): Leaf | undefined => {
    const number = Math.floor((taken - 1) / PARTS)
    const owner = owners[number]
    if (owner === undefined) return undefined
    const part = (taken - 1) % PARTS
    return { id: owner.id, part, amounts: partOf(secrets.cuts, number, owner.owned(), part) }
  }
  const places = await placeAll(
    secrets,
    owners.map(({ id }) => id),
    pause,
  )
  for (let from = 0; from < places.length; from += LEAVES_PER_PIECE)
    yield Array.from(places.subarray(from, from + LEAVES_PER_PIECE), leafOf)
}
