import type { Millis, PaymentId } from '../../../contract/ids.ts'
import type { NetworkInfo, PaymentPurpose } from '../../../engine/exchange.ts'
import type { PayerDeps, RoundDeps } from '../base/payer-deps.ts'
import type { EvmNetwork } from './evm-network.ts'
import type { OwnAddresses } from './own-addresses.ts'

export type EvmPayerDeps = PayerDeps & {
  readonly network: EvmNetwork
  readonly stuckMillis: Millis
  /** What else to pay after the withdrawals: sweeps, and gas for them. */
  readonly otherPurposes: (network: NetworkInfo, addresses: OwnAddresses) => Promise<readonly PaymentPurpose[]>
}

export type EvmRoundDeps = EvmPayerDeps &
  RoundDeps & {
    /** Since when this process waits for a block with the newest version of each payment. */
    readonly waitingSince: Map<PaymentId, Millis>
  }
