/** Raises the next number of a wallet on TON above those that the signer used for messages that expired. */

import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SkipNonces } from './commands.ts'
import { nonceOf } from './state.ts'

export function refuse({ networks }: State, { network, wallet, next }: SkipNonces): Refusal | undefined {
  const listed = networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (NETWORK_KINDS[listed.network.kind].nonces === 'in-order')
    return refusal('PAYMENT_REFUSED', { reason: 'a chain of this kind uses every nonce' })
  if (listed.paused === null) return refusal('PAYMENT_REFUSED', { reason: 'the network is not paused' })
  return wallet === 0 && Number.isSafeInteger(next) && next >= 1
    ? undefined
    : refusal('PAYMENT_REFUSED', { reason: 'the number is not valid' })
}

export function perform(execution: Execution, { network, wallet, next }: SkipNonces): void {
  if (next > nonceOf(execution.state.payments, network, wallet))
    emit(execution, { type: 'nonces-skipped', network, wallet, next })
}
