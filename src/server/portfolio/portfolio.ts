/** The positions of all users as of the last commit, in memory. Loaded from the read model. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Owner } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { readAtPosition } from '../read-models/projector.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import { applyChange, NO_POSITION, type Pairs, type Position, positionChanges } from './position.ts'
import { POSITIONS, storedPositions, storedPrices } from './positions-projection.ts'

export type Portfolio = Listener & {
  positionOf(user: UserId, currency: CurrencyId): Position
  positionsOf(user: UserId): ReadonlyMap<CurrencyId, Position>
}

export async function openPortfolio(
  database: Database,
  pairs: Pairs,
  isRecorded: (owner: Owner) => owner is UserId,
): Promise<Portfolio> {
  const { position: loaded, result } = await readAtPosition(database, POSITIONS, async (client) => ({
    prices: await storedPrices(client),
    positions: await storedPositions(client),
  }))
  const { prices } = result
  const users = new Map<UserId, Map<CurrencyId, Position>>()
  const set = (user: UserId, currency: CurrencyId, position: Position): void => {
    const positions = users.get(user)
    if (positions === undefined) users.set(user, new Map([[currency, position]]))
    else positions.set(currency, position)
  }
  const positionOf = (user: UserId, currency: CurrencyId): Position => users.get(user)?.get(currency) ?? NO_POSITION
  for (const { user, currency, position } of result.positions) set(user, currency, position)

  return {
    onCommitted(batch) {
      for (const { seq, outcome } of batch) {
        if (seq <= loaded) continue
        for (const event of outcome.events)
          for (const move of positionChanges(event, prices, pairs, isRecorded))
            set(move.user, move.currency, applyChange(positionOf(move.user, move.currency), move))
      }
    },
    positionOf,
    positionsOf: (user) => users.get(user) ?? NONE,
  }
}

const NONE: ReadonlyMap<CurrencyId, Position> = new Map()
