import { type OrderId, orderOfUuid, orderUuid, type PairId, type UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { placeId } from '../../contract/paging.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { marketOf, openOrdersOf, type State } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { type FillFilter, fillPage, type StoredFill } from './fills-projection.ts'
import { type OrderFacts, orderFacts, pairIn, storedOrderFacts } from './order-facts.ts'
import { type OrderFilter, orderPage, storedOrder } from './order-history-projection.ts'

export type OrderDeps = ReadYourWritesDeps & { readonly database: Database }

/** A user's own side of a trade. */
export type FillFacts = { readonly orderUuid: string; readonly pair: Pair; readonly fill: StoredFill }

type Page<Item> = { readonly items: readonly Item[]; readonly next: boolean }

/** Open orders of all pairs, newest first. */
export const openOrders = (state: State, user: UserId): OrderFacts[] =>
  openOrdersOf(state, user)
    .toReversed()
    .map((order) => orderFacts(state, order))

/** Open orders are read from the engine state, so users always see their own; closed ones from the history. */
export async function listOrders(deps: OrderDeps, user: UserId, filter: OrderFilter): Promise<Page<OrderFacts>> {
  const { status, pair, offset, limit, before } = filter
  if (status === 'open') {
    const open = await deps.sequencer.read((state) =>
      openOrders(state, user).filter(
        ({ uuid }) => before === undefined || idOf(state, uuid) < idOf(state, placeId(before)),
      ),
    )
    const all = open.filter((order) => pair === undefined || order.pair.id === pair)
    const from = before === undefined ? offset : 0
    return { items: all.slice(from, from + limit), next: all.length > from + limit }
  }
  await waitForOwnWrites(deps, user)
  const below = before === undefined ? undefined : select(deps, (state) => idOf(state, placeId(before)))
  const { orders, next } = await orderPage(deps.database, user, filter, below)
  return {
    items: select(deps, (state) =>
      orders.filter((row) => isListed(state, row)).map((row) => storedOrderFacts(state, row)),
    ),
    next,
  }
}

/** 0 for a text that names no order. */
const idOf = ({ journal }: State, uuid: string): OrderId => orderOfUuid(journal, uuid) ?? (0 as OrderId)

export async function listFills(deps: OrderDeps, user: UserId, filter: FillFilter): Promise<Page<FillFacts>> {
  await waitForOwnWrites(deps, user)
  const { fills, next } = await fillPage(deps.database, user, filter)
  const items = select(deps, (state) =>
    fills
      .filter((fill) => isListed(state, fill))
      .map((fill) => ({
        fill,
        orderUuid: orderUuid(state.journal, fill.order_id),
        pair: pairIn(state, fill.pair_id),
      })),
  )
  return { items, next }
}

/** An order of this user in the history, open or closed. */
export async function findStoredOrder(deps: OrderDeps, user: UserId, id: OrderId): Promise<OrderFacts | Refusal> {
  await waitForOwnWrites(deps, user)
  const row = await storedOrder(deps.database, user, id)
  return row === undefined
    ? refuse('ORDER_NOT_FOUND')
    : select(deps, (state) => (isListed(state, row) ? storedOrderFacts(state, row) : refuse('ORDER_NOT_FOUND')))
}

/** A row that names an unknown pair is forged. */
const isListed = (state: State, { pair_id: id }: { readonly pair_id: PairId }): boolean =>
  marketOf(state, id) !== undefined

function select<T>({ sequencer }: OrderDeps, read: (state: State) => T): T {
  const result = sequencer.readUncommitted(read)
  if (result === undefined) throw new Unavailable(sequencer.unavailableReason)
  return result
}
