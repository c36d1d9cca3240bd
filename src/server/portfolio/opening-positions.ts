/**
 * The initial positions if the journal is truncated: all balances at that point count as deposits at the prices of that
 * time. Otherwise later sales would exceed the positions.
 */

import { XP } from '../../contract/earn/xp.ts'
import type { CurrencyId, Seq, UserId } from '../../contract/ids.ts'
import { candleStart } from '../../contract/markets/timeframes.ts'
import { valuation } from '../../contract/markets/valuation.ts'
import { plus, type Units, ZERO } from '../../contract/money.ts'
import type { Owner, State } from '../../engine/exchange.ts'
import { ledgerEntries, markets } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import { readAtPosition } from '../read-models/projector.ts'
import { POSITIONS } from './positions-projection.ts'

/** Runs before the positions are read or written. `stateAt` loads the state after a command from a snapshot. */
export async function openInitialPositions(
  database: Pick<Database, 'pool'>,
  stateAt: (seq: Seq) => Promise<State | undefined>,
  isRecorded: (owner: Owner) => owner is UserId,
): Promise<void> {
  const { position, result } = await readAtPosition(database, POSITIONS, (client) => client.query(HAS_START))
  const state = result.rowCount === 0 ? await stateAt(position) : undefined
  if (state === undefined) return
  const balances = balancesIn(state, isRecorded)
  const listed = [...markets(state)]
  await transaction(database.pool, 'begin', async (client) => {
    await client.query(OPEN, [
      balances.map(({ user }) => user),
      balances.map(({ currency }) => currency),
      balances.map(({ amount }) => String(amount)),
      balances.map(({ value }) => String(value)),
      candleStart('15m', state.at),
    ])
    await client.query(OPEN_PRICES, [listed.map(({ pair }) => pair.id), listed.map(({ lastPrice }) => lastPrice)])
  })
}

type Balance = { readonly user: UserId; readonly currency: CurrencyId; readonly amount: Units; readonly value: Units }

function balancesIn(state: State, isRecorded: (owner: Owner) => owner is UserId): Balance[] {
  const quotes = [...markets(state)]
  return [...ledgerEntries(state)].flatMap(({ owner, currency, free, held }) => {
    const amount = plus(free, held)
    if (!isRecorded(owner) || amount <= 0n || currency === XP.id) return []
    return { user: owner, currency, amount, value: valuation(quotes, currency, amount) ?? ZERO }
  })
}

/** A row if there are positions, or the journal is complete. */
const HAS_START = `select from positions union all select from journal where batch = 1 limit 1`

const OPEN = `with opened as (
  insert into positions (user_id, currency_id, amount, credited, cost)
  select user_id, currency_id, amount, value, value
  from unnest($1::uuid[], $2::integer[], $3::numeric[], $4::numeric[]) as o (user_id, currency_id, amount, value)
  on conflict do nothing returning *
)
insert into position_history (user_id, currency_id, start, amount, credited)
select user_id, currency_id, $5, amount, credited from opened
on conflict do nothing`

const OPEN_PRICES = `insert into last_prices (pair_id, price)
select * from unnest($1::integer[], $2::numeric[])
on conflict do nothing`
