/** Compares all stored accounts with the record at once, for tools. */

import type { UserId } from '../../contract/ids.ts'
import { accounts, type State } from '../../engine/exchange.ts'
import type { Queryable } from '../postgres/query.ts'
import { credentialsOf, NEW_ACCOUNT, type Recorded, readRecords } from './account-record.ts'
import { recordedIn } from './account-records.ts'
import { allUsers } from './find-users.ts'
import { problemOf } from './record-problem.ts'

const STEP = 500

/** What the engine knows of each user's account. Not of demo traders. */
export function recordedAccounts(state: State): ReadonlyMap<UserId, Recorded> {
  const users = Array.from(accounts(state)).filter(({ kind }) => kind === 'user')
  return new Map(users.map(({ user }) => [user, recordedIn(state, user)?.credentials ?? NEW_ACCOUNT]))
}

type Comparison = { readonly all: number; readonly differing: number }

/** Edited, deleted and inserted accounts differ; a change whose command is missing does not, in the epoch in which it was made. */
export async function compareAccounts(
  db: Queryable,
  key: Uint8Array,
  recorded: ReadonlyMap<UserId, Recorded>,
): Promise<Comparison> {
  const ids = new Set(recorded.keys())
  for await (const user of allUsers({ pool: db })) ids.add(user)
  const all = [...ids]
  let differing = 0
  for (let start = 0; start < all.length; start += STEP) {
    const users = all.slice(start, start + STEP)
    const records = await readRecords(db, users)
    differing += users.filter((user) => {
      const [record, known = NEW_ACCOUNT] = [records.get(user), recorded.get(user)]
      // Version 0: no row was ever recorded.
      if (record === undefined) return known.version > 0
      return problemOf(key, record, credentialsOf(key, record), known) !== undefined
    }).length
  }
  return { all: all.length, differing }
}

export const differenceText = ({ all, differing }: Comparison): string =>
  `accounts that are not as they were recorded: ${differing} of ${all}`
