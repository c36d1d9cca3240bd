/** Which account requested a payment that a restore lost: none if another one may have done it. */

import type { UserId } from '../../contract/ids.ts'
import { rawOfUnits } from '../../contract/wallet/networks.ts'
import { type NetworkInfo, openWithdrawals, unclaimedDeposits } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Transfer } from './lost-payments.ts'

type PayerDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read'>
}

/**
 * The only account with withdrawals to this receiver, finished or not, if no other one has saved the address. Null also if
 * it may be an unclaimed deposit that was sent back.
 */
export async function payerOf(
  { database: { pool }, sequencer }: PayerDeps,
  { network, assets }: NetworkInfo,
  { currency, raw, to, memo }: Transfer,
): Promise<UserId | null> {
  const decimals = assets.get(currency)?.decimals ?? 0
  const { waiting, mayBeReturn } = await sequencer.read((state) => ({
    waiting: openWithdrawals(state).filter(
      (each) => each.network === network.id && each.address === to && each.memo === memo,
    ),
    mayBeReturn: unclaimedDeposits(state).some(
      (each) => each.network === network.id && each.currency === currency && rawOfUnits(each.amount, decimals) === raw,
    ),
  }))
  if (mayBeReturn) return null
  const rows = await query<{ user_id: UserId; withdrew: boolean }>(pool, KNOWN, [network.id, to, memo ?? null])
  const [user, ...others] = new Set([...rows.map(({ user_id }) => user_id), ...waiting.map((each) => each.user)])
  const hasWithdrawn = waiting.length > 0 || rows.some(({ withdrew }) => withdrew)
  return user !== undefined && others.length === 0 && hasWithdrawn ? user : null
}

const KNOWN = `select user_id, true as withdrew from transactions
  where type = 'withdrawal' and network_id = $1 and address = $2 and memo is not distinct from $3
union select user_id, false from address_book where address = $2 and memo is not distinct from $3`
