/** Deposits for readers outside the engine. */

import type { NetworkId, UserId } from '../../contract/ids.ts'
import type { State } from '../state.ts'
import type { DepositReturn, ReceivedAt, UnclaimedDeposit } from './state.ts'

/** Everything up to it is credited, or was before the chain was followed. 0: nothing is. */
export const positionOf = ({ deposits }: State, stream: string): bigint => deposits.positions.get(stream) ?? 0n
export const depositNumberOf = ({ deposits }: State, user: UserId): number | undefined => deposits.numbers.get(user)
export const userOfDepositNumber = ({ deposits }: State, number: number): UserId | undefined =>
  deposits.users[number - 1]
/** In the order in which they were given; there are gaps after a restore. */
export const depositNumbers = ({ deposits }: State): readonly { readonly user: UserId; readonly number: number }[] =>
  Array.from(deposits.numbers, ([user, number]) => ({ user, number }))
/** How many deposits the user received. */
export const depositCountOf = ({ deposits }: State, user: UserId): number => deposits.counts.get(user) ?? 0
/** Where transfers have arrived, also those that were not credited. In no order that means anything. */
export const receivedOn = ({ deposits }: State, network: NetworkId): readonly ReceivedAt[] =>
  [...deposits.received.values()].filter((each) => each.network === network)
/** Returns of unclaimed deposits whose payment is not final, oldest first. */
export const depositReturns = ({ deposits }: State): readonly DepositReturn[] => [...deposits.returns.values()]
/** Oldest first. */
export const unclaimedDeposits = ({ deposits }: State): readonly UnclaimedDeposit[] => [...deposits.unclaimed.values()]
