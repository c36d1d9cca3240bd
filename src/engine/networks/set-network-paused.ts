import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetNetworkPaused } from './commands.ts'
import { listedNetwork } from './state.ts'

export const refuse = (state: State, { network }: SetNetworkPaused): Refusal | undefined =>
  state.networks.has(network) ? undefined : refusal('NETWORK_NOT_FOUND')

/** The first reason of a pause stays. */
export function perform(execution: Execution, { network, paused, reason }: SetNetworkPaused): void {
  if ((listedNetwork(execution.state.networks, network).paused !== null) === paused) return
  emit(execution, { type: 'network-paused-set', at: execution.at, network, paused, reason })
}
