/** Notes where the deposits of a chain begin, so that no table decides it. */

import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { type Execution, emit } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { streamOf } from '../networks/views.ts'
import type { State } from '../state.ts'
import type { BeginStream } from './commands.ts'

export function refuse(state: State, { network, position }: BeginStream): Refusal | undefined {
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (NETWORK_KINDS[listed.network.kind].transferLists !== 'one')
    return refusal('NETWORK_INVALID', { reason: 'the network has no blocks' })
  return position > 0n ? undefined : refusal('NETWORK_INVALID', { reason: 'positions are above 0' })
}

export function perform(execution: Execution, { network, position }: BeginStream): void {
  const { networks, deposits } = execution.state
  const stream = streamOf(listedNetwork(networks, network))
  if (!deposits.positions.has(stream)) emit(execution, { type: 'stream-begun', stream, position })
}
