/**
 * Makes a report of what all users own: copies the balances at one committed command, builds the tree in slices between which
 * commands are executed, and stores report and tree in one transaction.
 */

import type pg from 'pg'
import type { Millis } from '../../contract/ids.ts'
import { addSums, userBytes } from '../../contract/liabilities/encoding.ts'
import { ZERO } from '../../contract/money.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { amountsOf, type BalancesCopy, copyBalances, hasEnoughUsers } from './copy-balances.ts'
import { heightOf, type ReportSecrets, reportSecrets } from './leaf-order.ts'
import { leavesInOrder } from './leaves.ts'
import {
  deleteOldReports,
  deleteOthers,
  findReport,
  insertPieces,
  insertReport,
  type StoredReport,
  secretOf,
} from './report-rows.ts'
import { type Halves, type Piece, rootOf, treeBuilder } from './sum-tree.ts'

export type ReportDeps = {
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly database: Pick<Database, 'pool'>
  readonly mode: 'play' | 'live'
  /** Under which the secrets of reports are derived. */
  readonly reportKey: Buffer
}

type When = { readonly day: number; readonly at: Millis; readonly stopping: AbortSignal }

/** The totals of the tree are not what the ledger says: nothing is published. */
export class TotalsDiffer extends Error {}
/** The server stops before the report is stored. */
export class ReportAborted extends Error {}

const PIECES_PER_STATEMENT = 16

/**
 * Undefined if there is a report of the same command: nothing has changed since; `withheld` if too few users have a balance.
 * Throws `TotalsDiffer` or `ReportAborted`; nothing is stored then, nor when the process is killed.
 */
export async function makeReport(
  { sequencer, database, mode, reportKey }: ReportDeps,
  { day, at, stopping }: When,
): Promise<StoredReport | 'withheld' | undefined> {
  const copy = await sequencer.read((state, journalHash) =>
    hasEnoughUsers(state, mode) ? { ...copyBalances(state), journalHash } : 'withheld',
  )
  if (copy === 'withheld') return copy
  if ((await findReport(database.pool, reportKey, copy.seq)) !== undefined) return undefined
  const { seq, journal, journalHash, coins, owed, reserves } = copy
  const users = copy.users.length
  const totals = coins.map((coin, index) => ({ ...coin, amount: owed[index] ?? ZERO }))
  const facts = { seq, journal, day, at, journalHash, height: heightOf(users), users, totals, reserves }
  const key = secretOf(reportKey, facts)
  return transaction(database.pool, 'begin', async (client) => {
    await deleteOthers(client, reportKey, facts)
    const halves = await buildTree(client, copy, reportSecrets(key), stopping)
    const sums = addSums(halves[0].sums, halves[1].sums)
    if (owed.some((amount, coin) => amount !== sums[coin]))
      throw new TotalsDiffer(`after command ${seq} the tree has other totals than the ledger`)
    const report: StoredReport = { ...facts, key, halves, root: rootOf({ ...facts, coins }, halves) }
    await insertReport(client, report)
    await deleteOldReports(client)
    return report
  })
}

async function buildTree(
  client: pg.ClientBase,
  { seq, coins, users }: BalancesCopy,
  secrets: ReportSecrets,
  stopping: AbortSignal,
): Promise<Halves> {
  let waiting: Piece[] = []
  const write = async (): Promise<void> => {
    const pieces = waiting
    waiting = []
    if (pieces.length > 0) await insertPieces(client, seq, pieces)
  }
  const builder = treeBuilder(secrets, coins.length, async (piece) => {
    waiting.push(piece)
    if (waiting.length === PIECES_PER_STATEMENT) await write()
  })
  const pause = async (): Promise<void> => {
    await new Promise((wake) => setImmediate(wake))
    if (stopping.aborted) throw new ReportAborted('the server is stopping')
  }
  const owners = users.map((balances) => ({
    id: Buffer.from(userBytes(balances.user)),
    owned: () => amountsOf(coins, balances),
  }))
  for await (const leaves of leavesInOrder(secrets, owners, pause)) {
    await builder.add(leaves)
    await pause()
  }
  const halves = await builder.end()
  await write()
  return halves
}
