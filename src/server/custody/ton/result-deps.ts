/** What booking the results of payments on TON needs. */

import type { Millis, UserId } from '../../../contract/ids.ts'
import type { Database } from '../../postgres/database.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { PaymentStep } from '../base/payment-step.ts'
import type { TonNetwork } from './ton-network.ts'

export type ResultDeps = {
  readonly network: TonNetwork
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** The row of a withdrawal changed outside of the engine. */
  readonly onWithdrawal: (user: UserId, uuid: string) => void
  readonly onStep?: ((step: PaymentStep) => void) | undefined
}
