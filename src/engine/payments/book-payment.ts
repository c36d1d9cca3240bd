/** Books a final payment that the engine does not know, because it was made after the backup that was restored. */

import { plus, type Units, ZERO } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { free } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { type ListedNetwork, listedNetwork } from '../networks/state.ts'
import { chainOwner, move } from '../postings.ts'
import type { State } from '../state.ts'
import type { FoundPayment } from '../withdrawals/found.ts'
import { charge, shortOf } from './charge-payment.ts'
import { gasPostings } from './close-payment.ts'
import type { BookPayment } from './commands.ts'
import { nonceOf } from './state.ts'

/** Nonces are booked in their order, on TON with gaps; one that is known is accepted and changes nothing. */
export function refuse(state: State, command: BookPayment): Refusal | undefined {
  const { network, wallet, nonce, transfer, gas, user } = command
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (!listed.assets.has(listed.network.gasCurrency)) return refusal('CURRENCY_NOT_FOUND')
  const next = nonceOf(state.payments, network, wallet)
  if (nonce > next && NETWORK_KINDS[listed.network.kind].nonces === 'in-order')
    return refusal('PAYMENT_REFUSED', { reason: `the next nonce of the address is ${next}` })
  if (gas < 0n || (transfer !== null && transfer.raw <= 0n))
    return refusal('PAYMENT_REFUSED', { reason: 'an amount is negative or 0' })
  if (transfer === null) return undefined
  if (!listed.assets.has(transfer.currency)) return refusal('CURRENCY_NOT_FOUND')
  const found = foundBy(state, command)
  if (user === null || found === null || nonce < next) return undefined
  return free(state, user, transfer.currency) >= found.amount ? undefined : shortOf(state, user, found)
}

export function perform(execution: Execution, command: BookPayment): void {
  const { state, at } = execution
  const { network, wallet, nonce, txid, transfer, received, gas, user, reason } = command
  if (nonce < nonceOf(state.payments, network, wallet)) return
  const listed = listedNetwork(state.networks, network)
  const amount = amountOf(listed, command.transfer)
  const postings = [
    ...(transfer === null || amount === ZERO
      ? []
      : move(
          transfer.currency,
          amount,
          { owner: 'world', part: 'free' },
          { owner: chainOwner(listed.network.code), part: 'free' },
        )),
    ...gasPostings(state, network, gas),
  ]
  const found = foundBy(state, command)
  const moved = { transfer, ...(received !== undefined && { received }), gas }
  emit(execution, { type: 'payment-booked', at, network, wallet, nonce, txid, ...moved, found, postings })
  if (user !== null && found !== null) charge(execution, { user, found, amount: found.amount, reason })
}

/** With the fee of a withdrawal that is requested now. Null if nothing left the exchange that its books can express. */
function foundBy(state: State, { network, txid, transfer }: BookPayment): FoundPayment | null {
  const listed = listedNetwork(state.networks, network)
  const paid = amountOf(listed, transfer)
  if (transfer === null || paid === ZERO) return null
  const { currency, to: address, memo } = transfer
  const fee = listed.assets.get(currency)?.withdrawFee ?? ZERO
  const receiver = { network, currency, address, ...(memo !== undefined && { memo }) }
  return { ...receiver, txid, amount: plus(paid, fee), fee, at: state.at, charged: ZERO, repeated: ZERO }
}

/** Rounded down; the rest is dust. */
export function amountOf({ assets }: ListedNetwork, transfer: BookPayment['transfer']): Units {
  if (transfer === null) return ZERO
  const asset = expectDefined(assets.get(transfer.currency), 'the coin is listed on the network')
  return unitsOfRaw(transfer.raw, asset)
}
