/**
 * Makes a report of what all users own: copies the balances at one committed command, builds the tree in slices between which
 * commands are executed, and stores report and tree in one transaction.
 */

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Millis } from '../../contract/ids.ts'
import { userBytes } from '../../contract/liabilities/encoding.ts'
import { ZERO } from '../../contract/money.ts'
import { assert, expectDefined } from '../../engine/assert.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import { rowHashAt } from '../sequencer/postgres-journal.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { amountsOf, type BalancesCopy, copyBalances } from './copy-balances.ts'
import { type KeyedHash, keyedHash } from './keyed-hash.ts'
import { heightOf, inPlaceOrder, type Placed } from './leaf-order.ts'
import { deleteOldReports, findReport, insertPiece, insertReport, type StoredReport } from './report-rows.ts'
import { type Halves, LEAVES_PER_PIECE, rootOf, treeBuilder } from './sum-tree.ts'

export type ReportDeps = {
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly database: Pick<Database, 'pool'>
}

type When = { readonly day: number; readonly at: Millis; readonly stopping: AbortSignal }

/** The totals of the tree are not what the ledger says: nothing is published. */
export class TotalsDiffer extends Error {}
/** The server stops before the report is stored. */
export class ReportAborted extends Error {}

const KEY_BYTES = 32

/**
 * Undefined if there is a report of the same command: nothing has changed since. Throws `TotalsDiffer` or `ReportAborted`;
 * nothing is stored then, nor when the process is killed.
 */
export async function makeReport(
  { sequencer, database }: ReportDeps,
  { day, at, stopping }: When,
): Promise<StoredReport | undefined> {
  const copy = await sequencer.read(copyBalances)
  if ((await findReport(database.pool, copy.seq)) !== undefined) return undefined
  const journalHash = expectDefined(await rowHashAt(database.pool, copy.seq), 'a committed command has a row')
  const key = randomBytes(KEY_BYTES)
  return transaction(database.pool, 'begin', async (client) => {
    const halves = await buildTree(client, copy, keyedHash(key), stopping)
    const { hash, sums } = rootOf(halves)
    if (copy.owed.some((amount, coin) => amount !== sums[coin]))
      throw new TotalsDiffer(`after command ${copy.seq} the tree has other totals than the ledger`)
    const report: StoredReport = {
      ...{ seq: copy.seq, journal: copy.journal, day, at, journalHash, key, halves },
      root: Buffer.from(hash),
      height: heightOf(copy.users.length),
      users: copy.users.length,
      totals: copy.coins.map((coin, index) => ({ ...coin, amount: sums[index] ?? ZERO })),
      reserves: copy.reserves,
    }
    await insertReport(client, report)
    await deleteOldReports(client)
    return report
  })
}

async function buildTree(
  client: pg.ClientBase,
  { seq, coins, users }: BalancesCopy,
  secret: KeyedHash,
  stopping: AbortSignal,
): Promise<Halves> {
  let leaves: Placed<BalancesCopy['users'][number]>[] = []
  const builder = treeBuilder({ secret, seq }, async (piece) => {
    await insertPiece(client, seq, piece, piece.level === 0 ? leaves[0]?.place : undefined)
  })
  const pause = async (): Promise<void> => {
    await new Promise((wake) => setImmediate(wake))
    if (stopping.aborted) throw new ReportAborted('the server is stopping')
  }
  const nothing = coins.map(() => ZERO)
  let waiting: typeof leaves = []
  for await (const bucket of inPlaceOrder(secret, users, ({ user }) => Buffer.from(userBytes(user)), pause)) {
    waiting = [...waiting, ...bucket]
    while (waiting.length >= LEAVES_PER_PIECE) {
      leaves = waiting.slice(0, LEAVES_PER_PIECE)
      waiting = waiting.slice(LEAVES_PER_PIECE)
      await builder.add(
        leaves.map(({ id, owner }) => ({ id, amounts: owner === undefined ? nothing : amountsOf(coins, owner) })),
      )
      await pause()
    }
  }
  assert(waiting.length === 0, 'the number of leaves is a multiple of those of a piece')
  return builder.end()
}
