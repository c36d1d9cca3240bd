/**
 * `npm run replay`: carries out again what the journal holds, and compares every batch with what it led to. With
 * `--verify` also every snapshot with the state at its place, the history of orders with the open orders of the state
 * and with the events added up once more, and the other tables of the past with what they would be if made anew.
 */

import type { OrderId, Seq } from '../../contract/ids.ts'
import { RULES } from '../../engine/engine.ts'
import type { Event } from '../../engine/events.ts'
import type { State } from '../../engine/state.ts'
import { beginning, type Recovered, replay } from '../core/recovery.ts'
import { load, type SnapshotHead } from '../core/snapshots.ts'
import { stateHash } from '../core/state-hash.ts'
import { isUser } from '../demo/demo-accounts.ts'
import type { StoredOrder } from '../projections/order-history.ts'
import { COPIED, madeAnew } from './anew.ts'
import { asStored, differenceOf, type FoldedOrders, fold } from './folded-orders.ts'
import { counted, runTool, type StoredExchange, textTable } from './stored-exchange.ts'

export type Replay = { readonly report: string; readonly complaint: string | undefined }

/** The first thing that is not as it should be. */
class Difference extends Error {}

const ORDERS_AT_ONCE = 5_000

export async function replayStored(exchange: StoredExchange, isVerified: boolean): Promise<Replay> {
  const started = performance.now()
  const rows: string[][] = [['part', 'what', 'result']]
  let complaint: string | undefined
  try {
    await compare(exchange, isVerified, (part, what, result) => rows.push([part, what, result]))
  } catch (error) {
    complaint = `the first difference: ${error instanceof Error ? error.message : error}`
    rows.push(['', 'the rest', 'not compared'])
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  return { report: `${textTable(rows)}\n${seconds} s, rules ${RULES}`, complaint }
}

type Say = (part: string, what: string, result: string) => void

async function compare(exchange: StoredExchange, isVerified: boolean, say: Say): Promise<void> {
  const heads = isVerified ? [...(await exchange.snapshots.heads())].reverse() : []
  const history = isVerified ? await placeOf(exchange) : -1
  const { from, why } = await start(exchange)
  const first = from.batch + 1
  const witness = openWitness(from.state, history)
  const anew = isVerified ? await madeAnew(exchange, from.state) : undefined
  await compareSnapshots(exchange, heads, from, say)
  let now = from
  const look = (state: State): void => {
    witness.look(state)
    anew?.look(state)
  }
  for await (const batch of replay(exchange.journal, from, look)) {
    now = batch.now
    await anew?.hear(batch.done, now.state)
    for (const { seq, outcome } of batch.done) witness.hear(seq, outcome.events, now.state)
    await compareSnapshots(exchange, heads, now, say)
  }
  say(
    'journal',
    `batches ${counted(first)} to ${counted(now.batch)}, command ${counted(now.state.seq)}, ${why}`,
    'fits',
  )
  const [ahead] = heads.filter(({ batch }) => batch > now.batch)
  if (ahead !== undefined) throw new Difference(`the snapshot of batch ${ahead.batch} is ahead of the journal`)
  if (anew === undefined) return
  await anew.compare(say)
  if (history > now.state.seq) throw new Difference(`the history of orders is at ${history}, ahead of the journal`)
  if (history < witness.from) {
    say('orders', `the history is at ${counted(history)}, behind where this began`, 'not compared')
    return
  }
  const counts = await compareOrders(exchange, witness)
  say('orders', `${counted(counts.all)} up to command ${counted(history)}, ${counted(counts.open)} open`, 'fits')
}

/** The beginning, or the oldest snapshot when the journal was cut off before it. */
async function start({ journal, snapshots, client }: StoredExchange): Promise<{ from: Recovered; why: string }> {
  const { rows } = await client.query<{ first: number | null }>('select min(batch) as first from journal')
  const first = rows[0]?.first ?? 1
  if (first === 1) return { from: beginning(journal), why: 'from the beginning' }
  const oldest = [...(await snapshots.heads())].reverse().find(({ batch }) => batch >= first - 1)
  if (oldest === undefined) throw new Difference(`the journal begins with batch ${first}, and no snapshot reaches it`)
  return { from: await loaded(snapshots, oldest, journal), why: `from the snapshot of batch ${oldest.batch}` }
}

async function loaded(
  snapshots: StoredExchange['snapshots'],
  head: SnapshotHead,
  journal: StoredExchange['journal'],
): Promise<Recovered> {
  try {
    return await load(snapshots, head, journal)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Difference(`the snapshot of batch ${head.batch}, command ${head.seq}, cannot be used: ${why}`)
  }
}

async function compareSnapshots(
  { snapshots, journal }: StoredExchange,
  heads: readonly SnapshotHead[],
  { batch, hash, state }: Recovered,
  say: Say,
): Promise<void> {
  const head = heads.find((each) => each.batch === batch)
  if (head === undefined) return
  const place = `the snapshot of batch ${batch}, command ${head.seq},`
  await loaded(snapshots, head, journal)
  if (!head.rowHash.equals(hash)) throw new Difference(`${place} was taken after another batch`)
  if (!head.stateHash.equals(await stateHash(state))) throw new Difference(`${place} has another state than a replay`)
  say('snapshot', `batch ${counted(batch)}, command ${counted(head.seq)}`, 'fits')
}

/** Sees orders as of the last command that the history has. */
type Witness = {
  readonly from: Seq
  readonly look: (state: State) => void
  hear(seq: Seq, events: readonly Event[], state: State): void
  readonly folded: FoldedOrders
  /** Of the state itself, at that place. */
  open: FoldedOrders
}

function openWitness(state: State, until: Seq): Witness {
  const look = (now: State): void => {
    if (now.seq === until) witness.open = openOrders(now)
  }
  const witness: Witness = {
    from: state.seq,
    look,
    hear(seq, events, now) {
      if (seq <= until) for (const event of events) fold(witness.folded, event, now, isUser)
    },
    folded: openOrders(state),
    open: new Map(),
  }
  look(state)
  return witness
}

const openOrders = ({ orders }: State): FoldedOrders =>
  new Map([...orders.values()].filter(({ user }) => isUser(user)).map((order) => [order.id, asStored(order)]))

async function placeOf({ client }: StoredExchange): Promise<Seq> {
  const { rows } = await client.query<{ seq: Seq }>("select seq from projection_places where name = 'orders'")
  return rows[0]?.seq ?? 0
}

/** Orders that had ended where the replay began are only looked at for being open. */
async function compareOrders(exchange: StoredExchange, { folded, open, from }: Witness) {
  const missing = new Set(folded.keys())
  let all = 0
  for await (const stored of storedOrders(exchange)) {
    all += 1
    const isOpen = stored.status === 'open' || stored.status === 'partially_filled'
    const expected = folded.get(stored.id)
    if (expected === undefined && (isOpen || stored.id > from))
      throw new Difference(`order ${stored.id} is ${stored.status} in the history, and no event says so`)
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
  let after: OrderId = 0
  for (;;) {
    const { rows } = await client.query<StoredOrder>('select * from orders where id > $1 order by id limit $2', [
      after,
      ORDERS_AT_ONCE,
    ])
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

if (import.meta.main) {
  const isVerified = process.argv.includes('--verify')
  await runTool((exchange) => replayStored(exchange, isVerified), isVerified ? COPIED : [])
}
