/**
 * The tables of the custody code in memory, because 500 seeds on PostgreSQL take minutes. A test runs the same seeds on
 * PostgreSQL and compares every row. A statement that is not known here throws.
 */

import type pg from 'pg'
import type { Tables } from '../../../src/server/postgres/tables.ts'

type Rows = { readonly [Name in keyof Tables]: Tables[Name] }
type Cursor = Rows['chain_cursors']
type Incoming = Rows['incoming']
type Payment = Rows['payments']
type Version = Rows['payment_versions']
type Address = Rows['deposit_addresses']
type Booked = Rows['ton_booked_messages']
type Excesses = Rows['ton_excesses']
type JettonWallet = Rows['ton_jetton_wallets']

/** Rows are never changed, only replaced, so a copy of a map is a copy of a table. */
export type Content = {
  readonly addresses: Map<number, Address>
  readonly cursors: Map<string, Cursor>
  readonly incoming: Map<string, Incoming>
  readonly payments: Map<number, Payment>
  readonly versions: Map<string, Version>
  readonly jettonWallets: Map<string, JettonWallet>
  readonly excesses: Map<string, Excesses>
  /** Of messages on TON that a restore lost. */
  readonly bookedMessages: Map<string, Booked>
}

type Result = { readonly rows: readonly object[]; readonly rowCount: number }
type Values = readonly unknown[]
type Handler = (tables: Content, values: Values) => Result

const rowsOf = (rows: readonly object[]): Result => ({ rows, rowCount: rows.length })
const changed = (count: number): Result => ({ rows: [], rowCount: count })

/** Changes the rows that `change` returns something for. */
function update<K, Row>(table: Map<K, Row>, change: (row: Row) => Row | undefined): Row[] {
  const rows: Row[] = []
  for (const [key, row] of table) {
    const next = change(row)
    if (next === undefined) continue
    table.set(key, next)
    rows.push(next)
  }
  return rows
}

const own: readonly (readonly [string, Handler])[] = [
  ['select number, user_id, address from deposit_addresses', ({ addresses }) => rowsOf([...addresses.values()])],
  [
    'select number, user_id, address from deposit_addresses where number = $1',
    ({ addresses }, [number]) => rowsOf([...addresses.values()].filter((row) => row.number === number)),
  ],
  [
    'select number, user_id, address from deposit_addresses where user_id = $1 or address = $2 limit 1',
    ({ addresses }, [user, address]) =>
      rowsOf([...addresses.values()].filter((row) => row.user_id === user || row.address === address).slice(0, 1)),
  ],
  [
    'insert into deposit_addresses',
    ({ addresses }, [number, user_id, address]) => {
      if (addresses.has(number as number)) return changed(0)
      addresses.set(number as number, { number, user_id, address } as Address)
      return changed(1)
    },
  ],
]

const cursors: readonly (readonly [string, Handler])[] = [
  [
    'select height, hash, seen_height, booked_until, position, mac from chain_cursors where stream = $1 and journal_id = $2 and epoch is not distinct from $3',
    ({ cursors: all }, [stream, journal, epoch]) => rowsOf(cursorsOf(all, stream, journal, epoch)),
  ],
  [
    'insert into chain_cursors',
    (
      { cursors: all },
      [stream, journal_id, epoch, height, hash, seen_height, booked_until, position, mac, updated_at],
    ) => {
      const place = { height, hash, seen_height, booked_until, position: BigInt(position as bigint) }
      all.set(stream as string, { stream, journal_id, epoch, ...place, mac, updated_at } as Cursor)
      return changed(1)
    },
  ],
  [
    'update chain_cursors set seen_height = $2, updated_at = $3 where stream = $1',
    ({ cursors: all }, [stream, seen_height, updated_at]) =>
      changed(
        update(all, (row) => (row.stream === stream ? ({ ...row, seen_height, updated_at } as Cursor) : undefined))
          .length,
      ),
  ],
]

const cursorsOf = (all: ReadonlyMap<string, Cursor>, stream: unknown, journal: unknown, epoch: unknown): Cursor[] =>
  [...all.values()].filter((row) => row.stream === stream && row.journal_id === journal && row.epoch === epoch)

const isSmall = ({ currency_id, amount }: Incoming, ids: unknown, limits: unknown): boolean =>
  amount < BigInt((limits as readonly string[])[(ids as readonly number[]).indexOf(currency_id)] ?? 0)

const transfers: readonly (readonly [string, Handler])[] = [
  ['insert into incoming', ({ incoming }, values) => changed(writeIncoming(incoming, values))],
  [
    "update incoming set state = 'dropped', updated_at = $4 where stream = $1 and state = 'seen' and height >= $2 and not block_hash = any($3) returning uuid, user_id",
    ({ incoming }, [stream, height, hashes, updated_at]) =>
      rowsOf(
        update(incoming, (row) =>
          row.stream === stream &&
          row.state === 'seen' &&
          row.height >= (height as number) &&
          !(hashes as readonly string[]).includes(row.block_hash)
            ? ({ ...row, state: 'dropped', updated_at } as Incoming)
            : undefined,
        ),
      ),
  ],
  [
    "select uuid, user_id from incoming where stream = $1 and state = 'seen' and not exists (select from unnest($2::integer[], $3::numeric[]) as small (id, below) where id = currency_id and amount < below)",
    ({ incoming }, [stream, ids, limits]) =>
      rowsOf(
        [...incoming.values()].filter(
          (row) => row.stream === stream && row.state === 'seen' && !isSmall(row, ids, limits),
        ),
      ),
  ],
  ['insert into chain_comparisons', () => changed(1)],
]

function writeIncoming(incoming: Map<string, Incoming>, values: Values): number {
  const [uuid, stream, txid, part, network_id, journal_id, height, block_hash, position, address] = values
  const [user_id, currency_id, raw, amount, state, reason, at] = values.slice(10)
  const changes = { height, block_hash, position, user_id, raw, amount, state, reason, updated_at: at }
  const known = incoming.get(uuid as string)
  if (known === undefined) {
    const added = {
      uuid,
      stream,
      txid,
      part,
      network_id,
      journal_id,
      address,
      currency_id,
      seen_at: at,
      ...changes,
    }
    incoming.set(uuid as string, added as Incoming)
    return 1
  }
  if (known.state === 'final' || (known.state === state && known.block_hash === block_hash)) return 0
  incoming.set(uuid as string, { ...known, ...changes } as Incoming)
  return 1
}

const changePayment = (
  all: Map<number, Payment>,
  id: unknown,
  change: (row: Payment) => Partial<Payment> | undefined,
) =>
  changed(
    update(all, (row) => {
      const changes = row.id === id ? change(row) : undefined
      return changes && { ...row, ...changes }
    }).length,
  )

const payments: readonly (readonly [string, Handler])[] = [
  [
    'insert into payments',
    ({ payments: all }, [id, network_id, journal_id, stream, wallet, nonce, kind, withdrawal_id, assigned_at]) => {
      const isTaken = [...all.values()].some(
        (row) => row.stream === stream && row.wallet === wallet && row.nonce === nonce,
      )
      if (all.has(id as number) || isTaken) return changed(0)
      const open = {
        sent_at: null,
        mined_height: null,
        mined_txid: null,
        closed_at: null,
        jettons_left: false,
      }
      const row = { id, network_id, journal_id, stream, wallet, nonce, kind, withdrawal_id, assigned_at, ...open }
      all.set(id as number, row as Payment)
      return changed(1)
    },
  ],
  ['select * from payments where id = $1', ({ payments: all }, [id]) => rowsOf([all.get(id as number) ?? []].flat())],
  [
    'select * from payment_versions where payment_id = $1 order by stored_at, txid',
    ({ versions }, [id]) => rowsOf(versionsOf(versions, id)),
  ],
  [
    'insert into payment_versions',
    ({ versions }, [payment_id, raw, txid, maxFee, tip, stored_at]) => {
      if (versions.has(txid as string)) return changed(0)
      const fees = { max_fee: BigInt(maxFee as string), tip: BigInt(tip as string) }
      versions.set(txid as string, { payment_id, raw, txid, ...fees, stored_at } as Version)
      return changed(1)
    },
  ],
  [
    'update payments set sent_at = $2 where id = $1 and sent_at is null',
    ({ payments: all }, [id, at]) =>
      changePayment(all, id, (row) => (row.sent_at === null ? { sent_at: at as Payment['sent_at'] } : undefined)),
  ],
  [
    'update payments set mined_height = $2, mined_txid = $3 where id = $1 and (mined_height, mined_txid) is distinct from ($2::bigint, $3::text)',
    ({ payments: all }, [id, height, txid]) =>
      changePayment(all, id, (row) =>
        row.mined_height === height && row.mined_txid === txid
          ? undefined
          : ({ mined_height: height, mined_txid: txid } as Partial<Payment>),
      ),
  ],
  [
    'update payments set closed_at = coalesce(closed_at, $2) where id = $1',
    ({ payments: all }, [id, at]) =>
      changePayment(all, id, (row) => ({ closed_at: row.closed_at ?? (at as Payment['closed_at']) })),
  ],
  [
    'update payments set closed_at = $3 where network_id = $1 and closed_at is null and not id = any($2::bigint[])',
    ({ payments: all }, [, open, at]) =>
      changed(
        update(all, (row) =>
          row.closed_at === null && !(open as readonly number[]).includes(row.id)
            ? ({ ...row, closed_at: at } as Payment)
            : undefined,
        ).length,
      ),
  ],
]

const versionsOf = (versions: ReadonlyMap<string, Version>, payment: unknown): Version[] =>
  [...versions.values()]
    .filter((row) => row.payment_id === payment)
    .sort((a, b) => a.stored_at - b.stored_at || (a.txid < b.txid ? -1 : 1))

/** Nobody has an address book here. */
const restores: readonly (readonly [string, Handler])[] = [
  ['select user_id from address_book where address = $1 and memo is not distinct from $2', () => rowsOf([])],
  [
    'select txid, receiver from ton_booked_messages where network_id = $1 and query_id = $2',
    ({ bookedMessages }, [, id]) => rowsOf([...bookedMessages.values()].filter(({ query_id }) => query_id === id)),
  ],
  [
    'insert into ton_booked_messages',
    ({ bookedMessages }, [body_hash, network_id, txid, query_id, receiver]) => {
      if (bookedMessages.has(body_hash as string)) return changed(0)
      bookedMessages.set(body_hash as string, { body_hash, network_id, txid, query_id, receiver } as Booked)
      return changed(1)
    },
  ],
]

/** Of a network on TON. */
const ton: readonly (readonly [string, Handler])[] = [
  [
    'select from payment_versions where txid = $2 union all select from ton_booked_messages where body_hash = $1',
    ({ versions, bookedMessages }, [hash, txid]) =>
      rowsOf(versions.has(txid as string) || bookedMessages.has(hash as string) ? [{}] : []),
  ],
  [
    'update payments set jettons_left = true where id = $1',
    ({ payments: all }, [id]) => changePayment(all, id, () => ({ jettons_left: true })),
  ],
  [
    'insert into ton_excesses',
    ({ excesses }, [payment_id, sender]) => {
      const key = `${payment_id}/${sender}`
      if (excesses.has(key)) return changed(0)
      excesses.set(key, { payment_id, sender } as Excesses)
      return changed(1)
    },
  ],
  [
    'select sender from ton_excesses join payments on payments.id = payment_id where payment_id = $1 and jettons_left',
    ({ excesses, payments: all }, [id]) =>
      rowsOf(
        [...excesses.values()].filter(({ payment_id }) => payment_id === id && all.get(id as number)?.jettons_left),
      ),
  ],
  [
    'delete from ton_excesses where payment_id = $1',
    ({ excesses }, [id]) => {
      const found = [...excesses].filter(([, { payment_id }]) => payment_id === id)
      for (const [key] of found) excesses.delete(key)
      return changed(found.length)
    },
  ],
  [
    'insert into ton_jetton_wallets values',
    ({ jettonWallets }, [network_id, master, address]) => {
      if (jettonWallets.has(master as string)) return changed(0)
      jettonWallets.set(master as string, { network_id, master, address } as JettonWallet)
      return changed(1)
    },
  ],
  [
    'select address from ton_jetton_wallets where network_id = $1 and master = $2',
    ({ jettonWallets }, [, master]) => rowsOf([jettonWallets.get(master as string) ?? []].flat()),
  ],
]

const handlers = [...own, ...cursors, ...transfers, ...payments, ...restores, ...ton]
/** An insert may have any end. */
export const STATEMENTS: readonly string[] = handlers.map(([statement]) => statement)
const known = new Map<string, Handler>()

function handlerOf(text: string): Handler {
  const cached = known.get(text)
  if (cached !== undefined) return cached
  const statement = text.replaceAll(/\s+/g, ' ').trim()
  const found = handlers.find(([name]) =>
    name.startsWith('insert') ? statement.startsWith(`${name} `) : statement === name,
  )
  if (found === undefined) throw new Error(`add to tests/simulation/funds/simulated-tables.ts: ${statement}`)
  known.set(text, found[1])
  return found[1]
}

/** Where a run stores its rows. */
export type RunTables = {
  readonly pool: pg.Pool
  content(): Promise<Content>
  /** Call the result to have the rows of now again. */
  backup(): Promise<() => Promise<void>>
}

/** One transaction at a time, which changes cursors and transfers only. */
export function simulatedTables(): RunTables {
  let content: Content = {
    addresses: new Map(),
    cursors: new Map(),
    incoming: new Map(),
    payments: new Map(),
    versions: new Map(),
    jettonWallets: new Map(),
    excesses: new Map(),
    bookedMessages: new Map(),
  }
  const run = (tables: Content, text: string, values: Values = []): Result => handlerOf(text)(tables, values)

  function connect() {
    let own: Content | undefined
    let begun = content
    return {
      async query(text: string, values?: Values): Promise<Result> {
        if (text === 'begin') {
          begun = { ...content, cursors: new Map(content.cursors), incoming: new Map(content.incoming) }
          own = { ...content, cursors: new Map(content.cursors), incoming: new Map(content.incoming) }
        } else if (text === 'commit' && own !== undefined) addChanges(content, begun, own)
        else return run(own ?? content, text, values)
        return changed(0)
      },
      release: () => undefined,
    }
  }
  const pool = {
    query: async (text: string, values?: Values) => run(content, text, values),
    connect: async () => connect(),
  }
  return {
    pool: pool as unknown as pg.Pool,
    content: async () => content,
    async backup() {
      const kept = copyOf(content)
      return async () => {
        content = copyOf(kept)
      }
    },
  }
}

/** Transactions only add and replace rows. */
function addChanges(content: Content, begun: Content, own: Content): void {
  for (const name of ['cursors', 'incoming'] as const)
    for (const [key, row] of own[name] as Map<string, never>)
      if (begun[name].get(key) !== row) content[name].set(key, row)
}

const copyOf = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([name, table]: [string, ReadonlyMap<unknown, unknown>]) => [name, new Map(table)]),
  ) as unknown as Content
