/** What reconciling a network after a restore finds and reports. */

import type { CurrencyId, Millis, NetworkId, UserId } from '../../../contract/ids.ts'
import type { Database } from '../../postgres/database.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { FindUsers } from '../../users/find-users.ts'

export type BookLostDeps = {
  readonly network: { readonly id: NetworkId }
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  readonly users: Pick<FindUsers, 'findAccount'>
  readonly forged: Pick<ForgedRows, 'note'>
}

export type ByOperator = { readonly operator: string; readonly reason: string }

/** What left the exchange. `memo`: only on TON. */
export type Transfer = {
  readonly currency: CurrencyId
  readonly raw: bigint
  readonly to: string
  readonly memo?: string
}

/** Only an operator can decide what to do. */
export class BookLostProblem extends Error {
  override readonly name = 'BookLostProblem'
}

/** `settled` and `returned`: a payment that the engine knew. `user` null: the exchange bears it. */
export type BookedPayment = {
  readonly wallet: number
  readonly nonce: number
  readonly txid: string
  readonly result: 'settled' | 'returned' | 'booked'
  readonly transfer: Transfer | null
  readonly user: UserId | null
}

export type LostBooking =
  | {
      readonly type: 'done'
      readonly payments: readonly BookedPayment[]
      /** The new next nonces of the signer. */
      readonly skipped: readonly { readonly address: string; readonly used: number }[]
    }
  | { readonly type: 'problem'; readonly problem: string }
