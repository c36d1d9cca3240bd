/** What every user has and what it cost them, as of the last commit: in memory, begun from the tables. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Owner } from '../../engine/ledger/ledger.ts'
import type { Listener } from '../core/sequencer.ts'
import type { Database } from '../postgres/database.ts'
import { moved, movesOf, NOTHING, type Pairs, type Position } from '../projections/position.ts'
import { POSITIONS, storedPositions, storedPrices } from '../projections/positions.ts'
import { lookAt } from '../projections/projector.ts'

export type Portfolio = Listener & {
  positionOf(user: UserId, currency: CurrencyId): Position
  /** All of a user's. */
  of(user: UserId): ReadonlyMap<CurrencyId, Position>
}

export async function openPortfolio(
  database: Database,
  pairs: Pairs,
  isKept: (owner: Owner) => boolean,
): Promise<Portfolio> {
  const { place: loaded, found } = await lookAt(database, POSITIONS, async (client) => ({
    prices: await storedPrices(client),
    positions: await storedPositions(client),
  }))
  const { prices } = found
  const users = new Map<UserId, Map<CurrencyId, Position>>()
  const set = (user: UserId, currency: CurrencyId, position: Position): void => {
    const positions = users.get(user)
    if (positions === undefined) users.set(user, new Map([[currency, position]]))
    else positions.set(currency, position)
  }
  const positionOf = (user: UserId, currency: CurrencyId): Position => users.get(user)?.get(currency) ?? NOTHING
  for (const { user, currency, position } of found.positions) set(user, currency, position)

  return {
    done(batch) {
      for (const { seq, outcome } of batch) {
        if (seq <= loaded) continue
        for (const event of outcome.events)
          for (const move of movesOf(event, prices, pairs, isKept))
            set(move.user, move.currency, moved(positionOf(move.user, move.currency), move))
      }
    },
    positionOf,
    of: (user) => users.get(user) ?? NONE,
  }
}

const NONE: ReadonlyMap<CurrencyId, Position> = new Map()
