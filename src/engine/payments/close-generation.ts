/** Ends the books of a play chain that was lost: its payments fail, and its balances are booked to `world`. */

import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { free } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { chainOwner, move } from '../postings.ts'
import type { State } from '../state.ts'
import { fail } from './close-payment.ts'
import type { CloseGeneration } from './commands.ts'

export const refuse = (state: State, { network }: CloseGeneration): Refusal | undefined =>
  state.networks.has(network) ? undefined : refusal('NETWORK_NOT_FOUND')

export function perform(execution: Execution, { network, generation }: CloseGeneration): void {
  const { state } = execution
  const listed = listedNetwork(state.networks, network)
  if (listed.generation !== generation) return
  for (const payment of [...state.payments.open.values()])
    if (payment.network === network) fail(execution, payment, { proof: 'lost', txid: null, gas: 0n })
  const owner = chainOwner(listed.network.code)
  const postings = [...listed.assets.keys()].flatMap((currency) => {
    const amount = free(state, owner, currency)
    return amount === 0n ? [] : move(currency, amount, { owner, part: 'free' }, { owner: 'world', part: 'free' })
  })
  emit(execution, { type: 'generation-closed', network, generation, postings })
}
