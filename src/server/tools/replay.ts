/**
 * `npm run replay`: executes the journal again and compares every batch with its hash. With `--verify` it also compares
 * every snapshot with the state at its command, the order history with the open orders and with a second fold of the
 * events, all other read models with rebuilt ones, and all accounts with the record.
 */

import type { OrderId, Seq } from '../../contract/ids.ts'
import type { Event, State } from '../../engine/exchange.ts'
import { openOrders, RULES } from '../../engine/exchange.ts'
import type { StoredOrder } from '../orders/order-history-projection.ts'
import { isUser } from '../play/demo-accounts.ts'
import { query, queryOne } from '../postgres/query.ts'
import { problemOf } from '../sequencer/anchor-acceptance.ts'
import { journalStart, type Replayed, replayedBatches } from '../sequencer/replay-journal.ts'
import { loadSnapshot, type SnapshotHead } from '../sequencer/snapshots.ts'
import { stateHash } from '../sequencer/state-hash.ts'
import { compareAccounts, differenceText, recordedAccounts } from '../users/compare-accounts.ts'
import { asStored, differenceOf, type FoldedOrders, fold } from './folded-orders.ts'
import { COPIED_TABLES, type Report, rebuildReadModels } from './rebuild-read-models.ts'
import { formatCount, runTool, type StoredExchange, textTable } from './stored-exchange.ts'

export type Replay = { readonly report: string; readonly problem: string | undefined }

/** Stored data differs from the replay. */
class Difference extends Error {}

const ORDERS_PER_QUERY = 5_000

export async function replayStored(exchange: StoredExchange, isVerified: boolean): Promise<Replay> {
  const started = performance.now()
  const rows: string[][] = [['part', 'what', 'result']]
  let problem: string | undefined
  try {
    await compare(exchange, isVerified, (part, what, result) => rows.push([part, what, result]))
  } catch (error) {
    problem = `the first difference: ${error instanceof Error ? error.message : error}`
    rows.push(['', 'the rest', 'not compared'])
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  return { report: `${textTable(rows)}\n${seconds} s, rules ${RULES}`, problem }
}

async function compare(exchange: StoredExchange, isVerified: boolean, report: Report): Promise<void> {
  const heads = isVerified ? [...(await exchange.snapshots.heads())].reverse() : []
  const historyEnd = isVerified ? await historyPosition(exchange) : -1
  const { from, origin } = await findStart(exchange)
  const first = from.batch + 1
  const expected = expectOrders(from.state, historyEnd)
  const readModels = isVerified ? await rebuildReadModels(exchange, from.state) : undefined
  await compareSnapshots(exchange, heads, from, report)
  let now = from
  const onCommand = (state: State): void => {
    expected.onCommand(state)
    readModels?.onCommand(state)
  }
  for await (const { recovered, executed } of replayedBatches(exchange.journal, from, onCommand)) {
    now = recovered
    await readModels?.apply(executed, now.state)
    for (const { seq, outcome } of executed) expected.apply(seq, outcome.events, now.state)
    await compareSnapshots(exchange, heads, now, report)
  }
  const range = `batches ${formatCount(first)} to ${formatCount(now.batch)}, command ${formatCount(now.state.seq)}`
  report('journal', `${range}, ${origin}`, 'ok')
  const { anchor } = exchange
  const lost = anchor.type === 'anchor' ? await problemOf(exchange.journal, anchor.place) : undefined
  if (lost !== undefined) throw new Difference(lost)
  const [ahead] = heads.filter(({ batch }) => batch > now.batch)
  if (ahead !== undefined) throw new Difference(`the snapshot of batch ${ahead.batch} is ahead of the journal`)
  if (readModels === undefined) return
  await readModels.compare(report)
  if (historyEnd > now.state.seq)
    throw new Difference(`the order history is at command ${historyEnd}, ahead of the journal`)
  await reportOrders(exchange, expected, historyEnd, report)
  const found = await compareAccounts(exchange.client, exchange.accountsKey, recordedAccounts(now.state))
  if (found.differing > 0) throw new Difference(differenceText(found))
  report('accounts', formatCount(found.all), 'ok')
}

async function reportOrders(exchange: StoredExchange, expected: ExpectedOrders, historyEnd: Seq, report: Report) {
  if (historyEnd < expected.from) {
    report('orders', `the history is at ${formatCount(historyEnd)}, before the start of the replay`, 'not compared')
    return
  }
  const counts = await compareOrders(exchange, expected)
  const orders = `${formatCount(counts.all)} up to command ${formatCount(historyEnd)}, ${formatCount(counts.open)} open`
  report('orders', orders, 'ok')
}

/** The start of the journal, or the oldest snapshot if the journal is truncated. */
async function findStart(exchange: StoredExchange): Promise<{ from: Replayed; origin: string }> {
  const { journal, snapshots, client } = exchange
  const row = await queryOne<{ first: number | null }>(client, 'select min(batch) as first from journal')
  const first = row?.first ?? 1
  if (first === 1) return { from: journalStart(journal), origin: 'from the start' }
  const oldest = [...(await snapshots.heads())].reverse().find(({ batch }) => batch >= first - 1)
  if (oldest === undefined) throw new Difference(`the journal starts with batch ${first}, and no snapshot reaches it`)
  return { from: await load(exchange, oldest), origin: `from the snapshot of batch ${oldest.batch}` }
}

async function load({ snapshots, journal }: StoredExchange, head: SnapshotHead): Promise<Replayed> {
  try {
    return await loadSnapshot(snapshots, head, journal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Difference(`the snapshot of batch ${head.batch}, command ${head.seq}, cannot be used: ${reason}`)
  }
}

async function compareSnapshots(
  exchange: StoredExchange,
  heads: readonly SnapshotHead[],
  { batch, hash, state }: Replayed,
  report: Report,
): Promise<void> {
  const head = heads.find((each) => each.batch === batch)
  if (head === undefined) return
  const name = `the snapshot of batch ${batch}, command ${head.seq},`
  await load(exchange, head)
  if (!head.rowHash.equals(hash)) throw new Difference(`${name} was taken after another batch`)
  if (!head.stateHash.equals(await stateHash(state))) throw new Difference(`${name} has another state than a replay`)
  report('snapshot', `batch ${formatCount(batch)}, command ${formatCount(head.seq)}`, 'ok')
}

/** The orders that the history should contain at its position. */
type ExpectedOrders = {
  /** The command before the first replayed one. */
  readonly from: Seq
  readonly onCommand: (state: State) => void
  apply(seq: Seq, events: readonly Event[], state: State): void
  /** Folded from the events. */
  readonly folded: FoldedOrders
  /** The open orders of the state at that position. */
  open: FoldedOrders
}

function expectOrders(state: State, until: Seq): ExpectedOrders {
  const onCommand = (now: State): void => {
    if (now.seq === until) expected.open = openUserOrders(now)
  }
  const expected: ExpectedOrders = {
    from: state.seq,
    onCommand,
    apply(seq, events, now) {
      if (seq <= until) for (const event of events) fold(expected.folded, event, now, isUser)
    },
    folded: openUserOrders(state),
    open: new Map(),
  }
  onCommand(state)
  return expected
}

const openUserOrders = (state: State): FoldedOrders =>
  new Map([...openOrders(state)].filter(({ user }) => isUser(user)).map((order) => [order.id, asStored(order)]))

async function historyPosition({ client }: StoredExchange): Promise<Seq> {
  const select = "select seq from projection_positions where name = 'orders'"
  return (await queryOne<{ seq: Seq }>(client, select))?.seq ?? 0
}

/** Orders that were closed before the start of the replay are only checked for not being open. */
async function compareOrders(exchange: StoredExchange, { folded, open, from }: ExpectedOrders) {
  const missing = new Set(folded.keys())
  let all = 0
  for await (const stored of storedOrders(exchange)) {
    all += 1
    const isOpen = stored.status === 'open' || stored.status === 'partially_filled'
    const expected = folded.get(stored.id)
    if (expected === undefined && (isOpen || stored.id > from))
      throw new Difference(`order ${stored.id} is ${stored.status} in the history, but in no event`)
    const difference = expected && differenceOf(stored, expected)
    if (difference !== undefined) throw new Difference(difference)
    missing.delete(stored.id)
    const live = open.get(stored.id)
    if (isOpen !== (live !== undefined))
      throw new Difference(
        `order ${stored.id} is ${stored.status} in the history and ${live ? '' : 'not '}open in the state`,
      )
    const other = live && differenceOf(stored, live)
    if (other !== undefined) throw new Difference(other)
  }
  const [first] = missing
  if (first !== undefined) throw new Difference(`order ${first} is not in the history`)
  return { all, open: open.size }
}

async function* storedOrders({ client }: StoredExchange): AsyncGenerator<StoredOrder> {
  let after: OrderId | null = null
  for (;;) {
    const page = 'select * from orders where $1::bigint is null or id > $1 order by id limit $2'
    const rows: StoredOrder[] = await query(client, page, [after, ORDERS_PER_QUERY])
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

if (import.meta.main) {
  const isVerified = process.argv.includes('--verify')
  await runTool((exchange) => replayStored(exchange, isVerified), isVerified ? COPIED_TABLES : [])
}
