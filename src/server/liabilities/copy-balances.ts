/** What a report is made from, copied from the state at one command. */

import type { CurrencyId, Seq } from '../../contract/ids.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import {
  accounts,
  chainOwner,
  coins,
  free,
  held,
  networksOf,
  type State,
  sumsOfOthers,
  userBalances,
} from '../../engine/exchange.ts'

export type Coin = { readonly id: CurrencyId; readonly symbol: string }
export type Reserve = Coin & { readonly network: string; readonly networkName: string; readonly amount: Units }

export type BalancesCopy = {
  readonly seq: Seq
  readonly journal: string
  readonly coins: readonly Coin[]
  readonly users: ReturnType<typeof userBalances>
  /** What the ledger says that all users own together, by coin; computed from all other accounts. */
  readonly owed: readonly Units[]
  readonly reserves: readonly Reserve[]
}

/** Synchronous: amounts are immutable, so that copying the lists is enough. */
export function copyBalances(state: State): BalancesCopy {
  const others = sumsOfOthers(state)
  const listed = coins(state).map(({ id, symbol }) => ({ id, symbol }))
  return {
    seq: state.seq,
    journal: state.journal,
    coins: listed,
    users: userBalances(state),
    owed: listed.map(({ id }) => -(others.get(id) ?? ZERO) as Units),
    reserves: networksOf(state).flatMap(({ network, assets }) =>
      listed
        .filter(({ id }) => assets.has(id))
        .map((coin) => ({
          ...coin,
          network: network.code,
          networkName: network.name,
          amount: -free(state, chainOwner(network.code), coin.id) as Units,
        })),
    ),
  }
}

/** Free and held together, by coin. */
export const amountsOf = (coinsOfReport: readonly Coin[], { free, held }: BalancesCopy['users'][number]): Units[] =>
  coinsOfReport.map(({ id }) => ((free[id] ?? ZERO) + (held[id] ?? ZERO)) as Units)

/** With fewer users the totals, and the sums in the proofs of the others, would show what a single user owns. */
const MIN_USERS = 20

/** With real money, enough users have a balance; with play money, there is a user. */
export function hasEnoughUsers(state: State, mode: 'play' | 'live'): boolean {
  const ids = coins(state).map(({ id }) => id)
  let missing = mode === 'live' ? MIN_USERS : 1
  for (const { user, kind } of accounts(state)) {
    if (kind !== 'user') continue
    if (mode === 'play' || ids.some((id) => free(state, user, id) + held(state, user, id) > 0n)) missing -= 1
    if (missing === 0) return true
  }
  return false
}
