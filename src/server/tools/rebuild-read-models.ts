/** Rebuilds every read model from the events into temporary tables and compares them row by row with the stored ones. */

import { XP } from '../../contract/earn/xp.ts'
import type { Seq, TradeId } from '../../contract/ids.ts'
import { lastTradeOf, ledgerEntries, type State } from '../../engine/exchange.ts'
import { REWARD_WEEKS } from '../earn/reward-weeks-projection.ts'
import { pairCache } from '../markets/pair-cache.ts'
import { isUser } from '../play/demo-accounts.ts'
import { POSITIONS } from '../portfolio/positions-projection.ts'
import { query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { DAY_MILLIS } from '../transactions/small-deposits.ts'
import { TRANSACTIONS } from '../transactions/transactions-projection.ts'
import { allProjections } from '../wiring/open-read-models.ts'
import { formatCount, type StoredExchange } from './stored-exchange.ts'

type Start = { readonly seq: Seq; readonly at: number; readonly lastTrade: TradeId }
type Rebuilt = {
  readonly tables: readonly string[]
  /** The rows of a table that a replay from a snapshot creates; without it only a complete replay is compared. */
  readonly since?: (start: Start, table: string) => string
}

/** Of a row of `transactions`: a replay from `at` on has all of its small deposits. */
const isWhole = (at: number): string => `(count is null or at / ${DAY_MILLIS} > ${at} / ${DAY_MILLIS})`

/** By name of the read model. */
const REBUILT: Readonly<Record<string, Rebuilt>> = {
  fills: { tables: ['fills'], since: ({ lastTrade }) => `trade_id > ${lastTrade}` },
  trades: { tables: ['trades'], since: ({ lastTrade }) => `id > ${lastTrade}` },
  listings: { tables: ['listings'], since: ({ at }) => `at > ${at}` },
  candles: { tables: ['candles'], since: ({ at }) => `start > ${at}` },
  [TRANSACTIONS]: {
    tables: ['transactions', 'small_deposits', 'transaction_steps'],
    since: ({ seq, at }, table) => `seq > ${seq}${table === 'transactions' ? ` and ${isWhole(at)}` : ''}`,
  },
  [REWARD_WEEKS]: { tables: ['reward_weeks'] },
  [POSITIONS]: { tables: ['positions', 'position_history', 'last_prices'] },
}

/** The session needs empty temporary tables with these names. */
export const COPIED_TABLES = Object.values(REBUILT).flatMap(({ tables }) => tables)

const BATCH_SIZE = 2_000

export type Report = (part: string, what: string, result: string) => void

type RebuiltReadModels = {
  /** Called with the state right after every command. */
  readonly onCommand: (state: State) => void
  apply(batch: readonly ExecutedCommand[], state: State): Promise<void>
  /** Throws at the first row that differs. */
  compare(report: Report): Promise<void>
}

export async function rebuildReadModels(exchange: StoredExchange, from: State): Promise<RebuiltReadModels> {
  const { client } = exchange
  const start: Start = { seq: from.seq, at: from.at, lastTrade: lastTradeOf(from) }
  const rows = await query<Tables['projection_positions']>(client, 'select * from projection_positions')
  const positions = new Map(rows.map(({ name, seq }) => [name, seq]))
  const positionOf = (name: string): Seq => positions.get(name) ?? 0
  const pairs = pairCache()
  const projections = allProjections(pairs, isUser, exchange.historyKey).filter(({ name }) => isRebuilt(name, start))
  let waiting: ExecutedCommand[] = []
  let end = start.seq
  let balances = start.seq === positionOf(POSITIONS) ? balancesIn(from) : undefined

  async function write(): Promise<void> {
    for (const { name, write } of projections) {
      const batch = waiting.filter(({ seq }) => seq <= positionOf(name))
      if (batch.length > 0) await write(client, batch)
    }
    waiting = []
  }

  return {
    onCommand(state) {
      if (state.seq === positionOf(POSITIONS)) balances = balancesIn(state)
    },
    async apply(batch, state) {
      pairs.onCommitted(batch, state)
      end = state.seq
      waiting.push(...batch)
      if (waiting.length >= BATCH_SIZE) await write()
    },
    async compare(report) {
      await write()
      for (const [name, rebuilt] of Object.entries(REBUILT)) {
        const position = positionOf(name)
        if (position > end) throw new Error(`${name} are at command ${formatCount(position)}, ahead of the journal`)
        const isCompared = isRebuilt(name, start) && position >= start.seq
        if (isCompared) for (const table of rebuilt.tables) await compareTable(exchange, table, rebuilt, start)
        report(name, `up to command ${formatCount(position)}`, isCompared ? 'ok' : 'not compared')
      }
      if (balances === undefined) return
      await compareBalances(exchange, balances)
      report('positions', `${formatCount(balances.size)} equal to the balances`, 'ok')
    },
  }
}

const isRebuilt = (name: string, start: Start): boolean =>
  name in REBUILT && (start.seq === 0 || REBUILT[name]?.since !== undefined)

async function compareTable({ client, schema }: StoredExchange, table: string, { since }: Rebuilt, start: Start) {
  const where = start.seq === 0 || since === undefined ? '' : `where ${since(start, table)}`
  const [stored, rebuilt] = [`${schema}.${table}`, `pg_temp.${table}`].map((each) => `(select * from ${each} ${where})`)
  for (const [difference, problem] of [
    [`${stored} except all ${rebuilt}`, 'is stored, but not created by a replay'],
    [`${rebuilt} except all ${stored}`, 'is created by a replay, but not stored'],
  ] as const) {
    const row = await queryOne<{ row: unknown }>(client, `select to_jsonb(d) as row from (${difference}) as d limit 1`)
    if (row !== undefined) throw new Error(`${table}: ${JSON.stringify(row.row)} ${problem}`)
  }
}

/** All balances of users in coins, one text per user and currency. */
function balancesIn(state: State): ReadonlySet<string> {
  const balances = new Set<string>()
  for (const { owner, currency, free, held } of ledgerEntries(state))
    if (isUser(owner) && free + held > 0n && currency !== XP.id)
      balances.add(`${owner} ${free + held} of currency ${currency}`)
  return balances
}

async function compareBalances({ client, schema }: StoredExchange, balances: ReadonlySet<string>): Promise<void> {
  const positions = `select format('%s %s of currency %s', user_id, amount, currency_id) as position
    from ${schema}.positions where amount > 0`
  const stored = new Set((await query<{ position: string }>(client, positions)).map(({ position }) => position))
  const wrong = [...stored, ...balances].find((each) => stored.has(each) !== balances.has(each))
  if (wrong === undefined) return
  throw new Error(
    `positions: ${wrong} is ${stored.has(wrong) ? 'stored, but not a balance' : 'a balance, but not stored'}`,
  )
}
