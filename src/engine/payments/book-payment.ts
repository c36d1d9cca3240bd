/** Books a final payment that the engine does not know, because it was made after the backup that was restored. */

import { formatUnits, type Units, ZERO } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { chainOwner, currencyOf, free, move } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { type ListedNetwork, listedNetwork } from '../networks/state.ts'
import type { State } from '../state.ts'
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
  if (nonce > next && listed.network.kind === 'evm')
    return refusal('PAYMENT_REFUSED', { reason: `the next nonce of the address is ${next}` })
  if (gas < 0n || (transfer !== null && transfer.raw <= 0n))
    return refusal('PAYMENT_REFUSED', { reason: 'an amount is negative or 0' })
  if (transfer === null) return undefined
  if (!listed.assets.has(transfer.currency)) return refusal('CURRENCY_NOT_FOUND')
  if (user === null || nonce < next) return undefined
  const [need, available] = [amountOf(listed, command.transfer), free(state, user, transfer.currency)]
  if (available >= need) return undefined
  const currency = currencyOf(state, transfer.currency)?.symbol ?? ''
  return refusal('INSUFFICIENT_BALANCE', { need: formatUnits(need), available: formatUnits(available), currency })
}

export function perform(execution: Execution, command: BookPayment): void {
  const { state, at } = execution
  const { network, wallet, nonce, txid, transfer, gas, user } = command
  if (nonce < nonceOf(state.payments, network, wallet)) return
  const listed = listedNetwork(state.networks, network)
  const amount = amountOf(listed, command.transfer)
  const postings = [
    ...(transfer === null || amount === ZERO
      ? []
      : move(
          transfer.currency,
          amount,
          { owner: user ?? 'world', part: 'free' },
          { owner: chainOwner(listed.network.code), part: 'free' },
        )),
    ...gasPostings(state, network, gas),
  ]
  emit(execution, { type: 'payment-booked', at, network, wallet, nonce, txid, transfer, gas, user, postings })
}

/** Rounded down; the rest is dust. */
export function amountOf({ assets }: ListedNetwork, transfer: BookPayment['transfer']): Units {
  if (transfer === null) return ZERO
  const asset = expectDefined(assets.get(transfer.currency), 'the coin is listed on the network')
  return unitsOfRaw(transfer.raw, asset.decimals)
}
