/** The tables of the past, made once more from the events into tables of this session, and compared row by row. */

import type { Seq, TradeId } from '../../contract/ids.ts'
import type { State } from '../../engine/state.ts'
import type { Done } from '../core/carry-out.ts'
import { isUser } from '../demo/demo-accounts.ts'
import { knownPairs } from '../listing/known-pairs.ts'
import { everyProjection } from '../projections/every.ts'
import { POSITIONS } from '../projections/positions.ts'
import { counted, type StoredExchange } from './stored-exchange.ts'

type Start = { readonly seq: Seq; readonly at: number; readonly lastTrade: TradeId }
type Made = {
  readonly tables: readonly string[]
  /** The rows that a replay makes which begins in the middle; without it, none. */
  readonly since?: (start: Start) => string
}

/** By projection. */
const MADE: Readonly<Record<string, Made>> = {
  fills: { tables: ['fills'], since: ({ lastTrade }) => `trade_id > ${lastTrade}` },
  trades: { tables: ['trades'], since: ({ lastTrade }) => `id > ${lastTrade}` },
  listings: { tables: ['listings'], since: ({ at }) => `at > ${at}` },
  candles: { tables: ['candles'], since: ({ at }) => `start > ${at}` },
  [POSITIONS]: { tables: ['positions', 'position_history', 'last_prices'] },
}

/** Of these the session needs empty copies, which stand before the real ones. */
export const COPIED = Object.values(MADE).flatMap(({ tables }) => tables)

const AT_ONCE = 2_000

export type Anew = {
  /** At the state right after every command. */
  readonly look: (state: State) => void
  hear(done: readonly Done[], state: State): Promise<void>
  /** Throws at the first row that differs. */
  compare(say: (part: string, what: string, result: string) => void): Promise<void>
}

export async function madeAnew(exchange: StoredExchange, from: State): Promise<Anew> {
  const { client } = exchange
  const start: Start = { seq: from.seq, at: from.at, lastTrade: from.lastTrade }
  const { rows } = await client.query<{ name: string; seq: Seq }>('select * from projection_places')
  const places = new Map(rows.map(({ name, seq }) => [name, seq]))
  const placeOf = (name: string): Seq => places.get(name) ?? 0
  const pairs = knownPairs()
  const projections = everyProjection(pairs, isUser).filter(({ name }) => isMade(name, start))
  let waiting: Done[] = []
  let end = start.seq
  let owned = start.seq === placeOf(POSITIONS) ? ownedIn(from) : undefined

  async function write(): Promise<void> {
    for (const { name, write } of projections) {
      const heard = waiting.filter(({ seq }) => seq <= placeOf(name))
      if (heard.length > 0) await write(client, heard)
    }
    waiting = []
  }

  return {
    look(state) {
      if (state.seq === placeOf(POSITIONS)) owned = ownedIn(state)
    },
    async hear(done, state) {
      pairs.done(done, state)
      end = state.seq
      waiting.push(...done)
      if (waiting.length >= AT_ONCE) await write()
    },
    async compare(say) {
      await write()
      for (const [name, made] of Object.entries(MADE)) {
        const place = placeOf(name)
        if (place > end) throw new Error(`${name} are at command ${counted(place)}, ahead of the journal`)
        const isCompared = isMade(name, start) && place >= start.seq
        if (isCompared) for (const table of made.tables) await compareTable(exchange, table, made, start)
        say(name, `up to command ${counted(place)}`, isCompared ? 'fits' : 'not compared')
      }
      if (owned === undefined) return
      await compareOwned(exchange, owned)
      say('positions', `${counted(owned.size)} held, as the balances have it`, 'fits')
    },
  }
}

const isMade = (name: string, start: Start): boolean =>
  name in MADE && (start.seq === 0 || MADE[name]?.since !== undefined)

async function compareTable({ client, schema }: StoredExchange, table: string, { since }: Made, start: Start) {
  const which = start.seq === 0 || since === undefined ? '' : `where ${since(start)}`
  const [real, made] = [`${schema}.${table}`, `pg_temp.${table}`].map((each) => `(select * from ${each} ${which})`)
  for (const [sides, words] of [
    [`${real} except all ${made}`, 'and no replay leads to it'],
    [`${made} except all ${real}`, 'is what a replay leads to, and it is not there'],
  ] as const) {
    const { rows } = await client.query<{ row: unknown }>(`select to_jsonb(d) as row from (${sides}) as d limit 1`)
    if (rows[0] !== undefined) throw new Error(`${table}: ${JSON.stringify(rows[0].row)} ${words}`)
  }
}

/** Who has how much of what. */
function ownedIn({ ledger }: State): ReadonlySet<string> {
  const owned = new Set<string>()
  for (const [owner, { free, held }] of ledger)
    for (let currency = 0; isUser(owner) && currency < Math.max(free.length, held.length); currency++) {
      const amount = (free[currency] ?? 0n) + (held[currency] ?? 0n)
      if (amount > 0n) owned.add(`${owner} ${amount} of currency ${currency}`)
    }
  return owned
}

async function compareOwned({ client, schema }: StoredExchange, owned: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{ has: string }>(
    `select format('%s %s of currency %s', user_id, amount, currency_id) as has from ${schema}.positions where amount > 0`,
  )
  const stored = new Set(rows.map(({ has }) => has))
  const wrong = [...stored, ...owned].find((has) => stored.has(has) !== owned.has(has))
  if (wrong === undefined) return
  throw new Error(
    `positions: that ${wrong} is ${stored.has(wrong) ? 'in the table and not a balance' : 'not in the table'}`,
  )
}
