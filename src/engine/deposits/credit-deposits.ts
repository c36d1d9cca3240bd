/** Credits final transfers in the order of their positions, each once. */

import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { accountOf, chainOwner, move } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { type ListedNetwork, listedNetwork } from '../networks/state.ts'
import { streamOf } from '../networks/views.ts'
import type { State } from '../state.ts'
import type { Credit, CreditDeposits } from './commands.ts'
import type { DepositBooked } from './events.ts'

export function refuse(state: State, { network, stream, credits }: CreditDeposits): Refusal | undefined {
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  if (listed.paused !== null) return refusal('NETWORK_UNAVAILABLE')
  if (stream !== streamOf(listed)) return refusal('NETWORK_INVALID', { reason: `its stream is ${streamOf(listed)}` })
  if (credits.some(({ currency }) => !listed.assets.has(currency))) return refusal('CURRENCY_NOT_FOUND')
  return credits.some(({ raw, position }) => raw <= 0n || position <= 0n)
    ? refusal('NETWORK_INVALID', { reason: 'amounts and positions are above 0' })
    : undefined
}

export function perform(execution: Execution, { network, stream, credits }: CreditDeposits): void {
  const { state } = execution
  const listed = listedNetwork(state.networks, network)
  for (const credit of credits)
    if (credit.position > (state.deposits.positions.get(stream) ?? 0n)) book(execution, listed, stream, credit)
}

function book(execution: Execution, listed: ListedNetwork, stream: string, credit: Credit): void {
  const { currency, raw, to, position, txid, part, address } = credit
  const { network, assets } = listed
  const asset = expectDefined(assets.get(currency), 'the command names listed coins')
  const amount = unitsOfRaw(raw, asset.decimals)
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
  }
  const isUser = to !== 'unclaimed' && to !== 'world' && accountOf(execution.state, to) !== undefined
  const postingsTo = (owner: UserId | 'unclaimed' | 'world') =>
    amount === 0n
      ? []
      : move(currency, amount, { owner: chainOwner(network.code), part: 'free' }, { owner, part: 'free' })
  if (isUser && amount >= asset.minDeposit) {
    emit(execution, { type: 'deposit-credited', user: to, ...transfer, postings: postingsTo(to) })
    return
  }
  const reason: DepositBooked['reason'] = isUser ? 'below-minimum' : to === 'world' ? 'funding' : 'unclaimed'
  const postings = postingsTo(reason === 'funding' ? 'world' : 'unclaimed')
  emit(execution, { type: 'deposit-booked', reason, owner: isUser ? to : null, ...transfer, postings })
}
