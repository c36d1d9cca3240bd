/** All that is written of the past. */

import type { Owner } from '../../engine/ledger/ledger.ts'
import { candleHistory } from './candles.ts'
import { fillHistory } from './fills.ts'
import { listingTimes } from './listings.ts'
import { orderHistory } from './order-history.ts'
import type { Pairs } from './position.ts'
import { positionHistory } from './positions.ts'
import type { Projection } from './projector.ts'
import { tradeTape } from './trades.ts'

/** `isKept` says whose past is shown to somebody one day. */
export const everyProjection = (pairs: Pairs, isKept: (owner: Owner) => boolean): readonly Projection[] => [
  orderHistory(isKept),
  fillHistory(pairs, isKept),
  positionHistory(pairs, isKept),
  candleHistory(pairs),
  tradeTape,
  listingTimes,
]
