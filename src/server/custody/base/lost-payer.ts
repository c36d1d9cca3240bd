/** Which account requested a payment that a restore lost: none if another one may have done it. */

import type { UserId } from '../../../contract/ids.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { type NetworkInfo, unclaimedDeposits, withdrewTo } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { query } from '../../postgres/query.ts'
import { ignoreDifference } from '../../runtime/errors.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { FindUsers } from '../../users/find-users.ts'
import type { Transfer } from './lost-booking.ts'

type PayerDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly users: Pick<FindUsers, 'findAccount'>
}

/**
 * The only account with a withdrawal to this receiver that is open or was paid, if no other one has saved the address. Null
 * also if it may be an unclaimed deposit that was sent back. The engine knows who withdrew: rows of the history can be deleted,
 * so that nobody is charged, or forged, so that another user is.
 */
export async function payerOf(deps: PayerDeps, listed: NetworkInfo, transfer: Transfer): Promise<UserId | null> {
  const { network, assets } = listed
  const { currency, raw, to, memo } = transfer
  const decimals = assets.get(currency)?.decimals ?? 0
  const { withdrew, mayBeReturn } = await deps.sequencer.read((state) => ({
    withdrew: withdrewTo(state, { network: network.id, address: to, ...(memo !== undefined && { memo }) }),
    mayBeReturn: unclaimedDeposits(state).some(
      (each) => each.network === network.id && each.currency === currency && rawOfUnits(each.amount, decimals) === raw,
    ),
  }))
  const [user, ...others] = withdrew
  if (user === undefined || others.length > 0 || mayBeReturn) return null
  for (const { user_id } of await query<{ user_id: UserId }>(deps.database.pool, SAVED, [to, memo ?? null]))
    if (user_id !== user && (await hasSaved(deps, user_id, transfer))) return null
  return user
}

const SAVED = 'select user_id from address_book where address = $1 and memo is not distinct from $2'

/** By the verified account: any other row would let a user keep what was paid. */
async function hasSaved({ users }: PayerDeps, id: UserId, { to, memo }: Transfer): Promise<boolean> {
  const account = await users.findAccount(id).catch(ignoreDifference)
  return account?.addresses.some((entry) => entry.address === to && entry.memo === (memo ?? null)) ?? false
}
