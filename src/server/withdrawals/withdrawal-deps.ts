import type { Refusal } from '../../contract/refusals.ts'
import type { Networks } from '../custody/base/networks.ts'
import type { Database } from '../postgres/database.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Mode } from '../runtime/config.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { AccountRecords } from '../users/account-records.ts'
import type { FindUsers } from '../users/find-users.ts'

export type WithdrawalDeps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly database: Pick<Database, 'pool'>
  /** Stamps commands. */
  readonly clock: Clock
  readonly mode: Mode
  readonly users: Pick<FindUsers, 'findAccount'>
  readonly records: Pick<AccountRecords, 'change'>
  /** Whether an identity check is offered. */
  readonly canVerify: boolean
  /** Undefined if the code is correct; it cannot be used again. */
  readonly verifyCode: (caller: SignedInUser, code: string, device: ClientDevice) => Promise<Refusal | undefined>
  /** Without those that were listed after the start. */
  readonly networks: Networks
}

/** The user who asks, and the device, whose wrong codes are counted. */
export type Caller = { readonly signedIn: SignedInUser; readonly device: ClientDevice }
