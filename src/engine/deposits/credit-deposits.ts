/** Credits final transfers in the order of their positions, each once. */

import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { smallLimit } from '../../contract/transactions/small-deposits.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { accountOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import { markets } from '../instruments/views.ts'
import { type ListedNetwork, listedNetwork } from '../networks/state.ts'
import { isInStream } from '../networks/views.ts'
import { chainOwner, move } from '../postings.ts'
import type { State } from '../state.ts'
import type { Credit, CreditDeposits } from './commands.ts'
import type { DepositBooked } from './events.ts'
import { feePostings } from './fees.ts'

export function refuse(state: State, { network, stream, credits }: CreditDeposits): Refusal | undefined {
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (listed.paused !== null) return refusal('NETWORK_UNAVAILABLE')
  for (const { currency, raw, position, to, fee } of credits) {
    const asset = listed.assets.get(currency)
    if (asset === undefined) return refusal('CURRENCY_NOT_FOUND')
    if (!isInStream(listed, stream, asset))
      return refusal('NETWORK_INVALID', { reason: 'the stream is not that of the coin on the network' })
    if (raw < (to === 'gas' ? 0n : 1n) || position <= 0n)
      return refusal('NETWORK_INVALID', { reason: 'amounts and positions are above 0' })
    if (fee !== undefined && (fee < 0n || !NETWORK_KINDS[listed.network.kind].usesMemos))
      return refusal('NETWORK_INVALID', { reason: 'the fee is not valid' })
  }
  return undefined
}

export function perform(execution: Execution, { network, stream, credits }: CreditDeposits): void {
  const { state } = execution
  const listed = listedNetwork(state.networks, network)
  for (const credit of credits)
    if (credit.position > (state.deposits.positions.get(stream) ?? 0n)) book(execution, listed, stream, credit)
}

function book(execution: Execution, listed: ListedNetwork, stream: string, credit: Credit): void {
  const { currency, raw, to, position, txid, part, address, sender, fee } = credit
  const { network, assets } = listed
  const asset = expectDefined(assets.get(currency), 'the command names listed coins')
  const amount = unitsOfRaw(raw, asset)
  const isUser = isOwner(to) && accountOf(execution.state, to) !== undefined
  const isSmall = isUser && amount < smallLimit(markets(execution.state), currency)
  const transfer = {
    at: execution.at,
    network: network.id,
    stream,
    position,
    txid,
    part,
    currency,
    amount,
    raw,
    address,
    ...(sender !== undefined && { sender }),
    ...(fee !== undefined && { fee }),
    ...(isSmall && { isSmall }),
  }
  const chain = { owner: chainOwner(network.code), part: 'free' } as const
  const postingsTo = (owner: UserId | 'unclaimed' | 'world' | 'gas') => [
    ...(amount === 0n ? [] : move(currency, amount, chain, { owner, part: 'free' })),
    ...feePostings(listed, fee ?? 0n),
  ]
  if (isUser && amount >= asset.minDeposit) {
    emit(execution, { type: 'deposit-credited', user: to, ...transfer, postings: postingsTo(to) })
    return
  }
  const reason: DepositBooked['reason'] = isUser
    ? 'below-minimum'
    : to === 'world'
      ? 'funding'
      : to === 'gas'
        ? 'returned-gas'
        : 'unclaimed'
  const postings = postingsTo(to === 'world' || to === 'gas' ? to : 'unclaimed')
  emit(execution, { type: 'deposit-booked', reason, owner: isUser ? to : null, ...transfer, postings })
}

const isOwner = (to: Credit['to']): to is UserId => to !== 'unclaimed' && to !== 'world' && to !== 'gas'
