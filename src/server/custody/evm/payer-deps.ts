import type { Millis, PaymentId, UserId } from '../../../contract/ids.ts'
import type { NetworkInfo, PaymentPurpose } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { PaymentStep } from '../base/payment-step.ts'
import type { NoteRefused, Refusals } from '../base/refusals.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import type { EvmNetwork } from './evm-network.ts'
import type { OwnAddresses } from './own-addresses.ts'

export type PayerDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly signer: SignerClient
  readonly log: Log
  readonly now: () => Millis
  readonly pollMillis: Millis
  readonly stuckMillis: Millis
  /** What else to pay after the withdrawals: sweeps, and gas for them. */
  readonly otherPurposes: (network: NetworkInfo, addresses: OwnAddresses) => Promise<readonly PaymentPurpose[]>
  /** The row of a withdrawal changed outside of the engine. */
  readonly onWithdrawal: (user: UserId, uuid: string) => void
  /** True if the text differs from the last one of this key: conditions that last are logged once. */
  readonly isNews: (key: string, text: string) => boolean
  readonly refusals: Refusals
  readonly forged: Pick<ForgedRows, 'note'>
  readonly onStep?: (step: PaymentStep) => void
}

export type RoundDeps = PayerDeps & {
  readonly noteRefused: NoteRefused
  /** Since when this process waits for a block with the newest version of each payment. */
  readonly waitingSince: Map<PaymentId, Millis>
}
