/** Opens what moves coins: the signer, the chains and what comes from them, and what is paid. */

import type { UserId } from '../../contract/ids.ts'
import { openCursors } from '../custody/base/cursors.ts'
import type { PaymentStep } from '../custody/base/payment-step.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes } from '../runtime/part-health.ts'
import type { RecordKey } from '../secrets/record-key.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { FindUsers } from '../users/find-users.ts'
import { type Funds, openFunds } from './open-networks.ts'
import { openPayments, openSigner, type Payments, type SignerConnection } from './open-payments.ts'

type CustodyDeps = {
  readonly config: Config
  readonly database: Database
  readonly sequencer: Sequencer
  readonly users: Pick<FindUsers, 'findAccount'>
  readonly recordKey: RecordKey
  readonly clock: Clock
  readonly log: Log
  readonly forged: ForgedRows
  /** The row of a deposit or withdrawal changed outside of the engine. */
  readonly changed: (user: UserId, uuid: string) => void
  readonly onStep: ((step: PaymentStep) => void) | undefined
  readonly healthTimes: HealthTimes
}

export type Custody = {
  readonly signer: SignerConnection
  readonly funds: Funds
  readonly payments: Payments
  stop(): Promise<void>
}

/** The networks are listed before the signer starts, because its policy names them. */
export async function openCustody(deps: CustodyDeps): Promise<Custody> {
  const { config, database, sequencer, users, recordKey, clock, log, forged, changed, onStep, healthTimes } = deps
  const signer = await openSigner(deps)
  const cursors = openCursors(database, recordKey.deriveKey('chain cursors'), forged)
  const funds = await openFunds({
    config,
    database,
    sequencer,
    cursors,
    clock,
    log,
    signer: signer.client,
    changed,
    onStep,
    delayedMillis: healthTimes.delayedMillis,
  })
  await signer.start()
  const { evm, ton } = funds
  const payments = openPayments({
    config,
    users,
    evm,
    ton,
    signer: signer.client,
    database,
    sequencer,
    clock,
    log,
    forged,
    onWithdrawal: changed,
    onStep,
    healthTimes,
  })
  return {
    signer,
    funds,
    payments,
    async stop() {
      // Together: a round that waits for a chain or for the signer ends when these stop.
      await Promise.all([payments.stop(), funds.stop(), signer.stop()])
    },
  }
}
