import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import type { State } from '../state.ts'
import type { ListNetwork } from './commands.ts'

const CODE = /^[a-z][a-z0-9-]{1,30}$/

/** Listing an equal network again is accepted and changes nothing. */
export function refuse(state: State, { network }: ListNetwork): Refusal | undefined {
  const { id, code, kind, chainId, gasCurrency } = network
  const listed = state.networks.get(id)?.network
  if (listed !== undefined && !isSame(listed, network)) return refusal('LISTING_CONFLICT', { name: code })
  if ([...state.networks.values()].some((other) => other.network.id !== id && other.network.code === code))
    return refusal('LISTING_CONFLICT', { name: code })
  if (!Number.isSafeInteger(id) || id < 1) return refusal('NETWORK_INVALID', { reason: 'the id is not above 0' })
  if (!CODE.test(code)) return refusal('NETWORK_INVALID', { reason: 'the code is not a short name in lower case' })
  const isAbove = NETWORK_KINDS[kind].chainIds === 'positive'
  if (!Number.isSafeInteger(chainId) || (isAbove ? chainId < 1 : chainId >= 0))
    return refusal('NETWORK_INVALID', { reason: `the chain id is not ${isAbove ? 'above' : 'below'} 0` })
  return currencyOf(state, gasCurrency) === undefined ? refusal('CURRENCY_NOT_FOUND') : undefined
}

const isSame = (a: Network, b: Network): boolean =>
  a.code === b.code &&
  a.name === b.name &&
  a.kind === b.kind &&
  a.chainId === b.chainId &&
  a.gasCurrency === b.gasCurrency

export function perform(execution: Execution, { network }: ListNetwork): void {
  if (!execution.state.networks.has(network.id)) emit(execution, { type: 'network-listed', network })
}
