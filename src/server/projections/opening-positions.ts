/**
 * Where positions begin when the journal no longer does: with what everybody has there, as if it had come from outside
 * at the prices of then. Without it, what was bought before would be sold without ever having been had.
 */

import type { CurrencyId, Seq, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { candleStart } from '../../contract/timeframes.ts'
import { worth } from '../../contract/worth.ts'
import type { Owner } from '../../engine/ledger/ledger.ts'
import type { State } from '../../engine/state.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import { POSITIONS } from './positions.ts'
import { lookAt } from './projector.ts'

/** After they were enrolled, and before anybody reads or writes them; `stateAt` knows the state after some commands. */
export async function beginPositions(
  database: Pick<Database, 'pool'>,
  stateAt: (seq: Seq) => Promise<State | undefined>,
  isKept: (owner: Owner) => boolean,
): Promise<void> {
  const { place, found } = await lookAt(database, POSITIONS, (client) => client.query(BEGUN))
  const state = found.rowCount === 0 ? await stateAt(place) : undefined
  if (state === undefined) return
  const owned = ownedIn(state, isKept)
  const markets = [...state.markets.values()].filter(({ lastTradeAt }) => lastTradeAt !== undefined)
  await transaction(database.pool, 'begin', async (client) => {
    await client.query(OPEN, [
      owned.map(({ user }) => user),
      owned.map(({ currency }) => currency),
      owned.map(({ amount }) => String(amount)),
      owned.map(({ value }) => String(value)),
      candleStart('15m', state.at),
    ])
    await client.query(OPEN_PRICES, [markets.map(({ pair }) => pair.id), markets.map(({ lastPrice }) => lastPrice)])
  })
}

type Owned = { readonly user: UserId; readonly currency: CurrencyId; readonly amount: Units; readonly value: Units }

function ownedIn({ ledger, markets, currencies }: State, isKept: (owner: Owner) => boolean): Owned[] {
  const quotes = [...markets.values()]
  return [...ledger]
    .filter(([owner]) => isKept(owner))
    .flatMap(([user, { free, held }]) =>
      Array.from(currencies.keys(), (currency) => {
        const amount = (free[currency] ?? 0n) + (held[currency] ?? 0n)
        return { user, currency, amount, value: worth(quotes, currency, amount) ?? 0n }
      }),
    )
    .filter(({ amount }) => amount > 0n)
}

/** Some are there, or all can be made from the first command on. */
const BEGUN = `select from positions union all select from journal where batch = 1 limit 1`

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
