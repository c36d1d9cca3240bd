/** Which account requested a payment that a restore lost: none if another one may have done it. */

import { type UserId, type WithdrawalId, withdrawalOfUuid } from '../../contract/ids.ts'
import { rawOfUnits } from '../../contract/wallet/networks.ts'
import { type NetworkInfo, openWithdrawals, unclaimedDeposits } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import { recordHashes } from '../sequencer/journal.ts'
import { commandsAt } from '../sequencer/postgres-journal.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Transfer } from './lost-payments.ts'

type PayerDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read'>
  /** Of the keyed hashes of the journal. */
  readonly journalKey: Buffer
}

/**
 * The only account with withdrawals to this receiver, finished or not, if no other one has saved the address. Null also if
 * it may be an unclaimed deposit that was sent back. The history only says where in the journal a withdrawal is: a forged row
 * would charge another user.
 */
export async function payerOf(deps: PayerDeps, listed: NetworkInfo, transfer: Transfer): Promise<UserId | null> {
  const { network, assets } = listed
  const { currency, raw, to, memo } = transfer
  const decimals = assets.get(currency)?.decimals ?? 0
  const { waiting, mayBeReturn, journal } = await deps.sequencer.read((state) => ({
    waiting: openWithdrawals(state).filter(
      (each) => each.network === network.id && each.address === to && each.memo === memo,
    ),
    mayBeReturn: unclaimedDeposits(state).some(
      (each) => each.network === network.id && each.currency === currency && rawOfUnits(each.amount, decimals) === raw,
    ),
    journal: state.journal,
  }))
  if (mayBeReturn) return null
  const withdrew = new Set(waiting.map(({ user }) => user))
  const all = new Set(withdrew)
  for (const { user_id, uuid } of await query<Known>(deps.database.pool, KNOWN, [network.id, to, memo ?? null])) {
    if (withdrew.has(user_id)) continue
    const id = uuid === null ? undefined : withdrawalOfUuid(journal, uuid)
    const isRequest =
      id !== undefined && (await isRequested(deps, journal, id, { ...transfer, network, user: user_id }))
    if (isRequest) withdrew.add(user_id)
    if (isRequest || uuid === null) all.add(user_id)
  }
  const [user, ...others] = all
  return user !== undefined && others.length === 0 && withdrew.has(user) ? user : null
}

type Request = Pick<Transfer, 'to' | 'memo'> & Pick<NetworkInfo, 'network'> & { readonly user: UserId }

/** Whether the journal has a request of this user to this receiver at this place. */
async function isRequested(
  { database: { pool }, journalKey }: PayerDeps,
  journal: string,
  id: WithdrawalId,
  { network, user, to, memo }: Request,
): Promise<boolean> {
  const commands = await commandsAt(pool, recordHashes(journalKey, journal), id)
  return commands.some(
    (each) =>
      each.type === 'request-withdrawal' &&
      each.network === network.id &&
      each.user === user &&
      each.address === to &&
      each.memo === memo,
  )
}

/** `uuid`: of a withdrawal; null: the address is in the address book. */
type Known = { readonly user_id: UserId; readonly uuid: string | null }

const KNOWN = `select user_id, uuid from transactions
  where type = 'withdrawal' and network_id = $1 and address = $2 and memo is not distinct from $3
union select user_id, null from address_book where address = $2 and memo is not distinct from $3`
