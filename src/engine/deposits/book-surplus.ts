import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { isInStream } from '../networks/views.ts'
import { chainOwner, move } from '../postings.ts'
import type { State } from '../state.ts'
import type { BookSurplus } from './commands.ts'

export function refuse(state: State, { network, currency, raw, stream }: BookSurplus): Refusal | undefined {
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (listed.paused !== null) return refusal('NETWORK_UNAVAILABLE')
  const asset = listed.assets.get(currency)
  if (asset === undefined) return refusal('CURRENCY_NOT_FOUND')
  if (!isInStream(listed, stream, asset))
    return refusal('NETWORK_INVALID', { reason: 'the stream is not that of the coin on the network' })
  return raw > 0n ? undefined : refusal('NETWORK_INVALID', { reason: 'a surplus is above 0' })
}

export function perform(execution: Execution, { network: id, currency, raw, stream, through }: BookSurplus): void {
  const { network, assets } = listedNetwork(execution.state.networks, id)
  const amount = unitsOfRaw(raw, expectDefined(assets.get(currency), 'the command names a listed coin'))
  const chain = { owner: chainOwner(network.code), part: 'free' } as const
  const postings = amount === 0n ? [] : move(currency, amount, chain, { owner: 'unclaimed', part: 'free' })
  emit(execution, { type: 'surplus-booked', network: id, currency, raw, amount, stream, through, postings })
}
