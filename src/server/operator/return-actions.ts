/** Unclaimed deposits that are sent back to an address. */

import { z } from 'zod'
import { canonicalAddress, shownAddress } from '../../chains/kinds/address.ts'
import type { ReturnId } from '../../contract/ids.ts'
import { formatUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { rawOfUnits } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import {
  currencyOf,
  type DepositReturn,
  depositReturns,
  type NetworkInfo,
  networkOf,
  type State,
  type UnclaimedDeposit,
  unclaimedDeposits,
} from '../../engine/exchange.ts'
import { approvalText } from '../../signer/protocol.ts'
import { changing, reading, submitted } from './action.ts'
import { signaturesIn, withSignature } from './approvals.ts'
import type { Report } from './protocol.ts'
import { part, txid } from './unclaimed-actions.ts'

const id = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of a return')
  .transform((text) => Number(text) as ReturnId)

export const returnActions = {
  'return-unclaimed': changing(
    z.strictObject({ txid, part, address: z.string().max(120).optional() }),
    async (deps, { address: text, ...input }, by) => {
      const found = await deps.sequencer.read((state) => {
        const deposit = unclaimedDeposits(state).find((each) => each.txid === input.txid && each.part === input.part)
        const listed = deposit && networkOf(state, deposit.network)
        return listed && { deposit, listed }
      })
      if (found === undefined) return refuse('DEPOSIT_NOT_FOUND')
      const { deposit, listed } = found
      const address = text === undefined ? senderOf(found) : canonicalAddress(listed.network, text)
      if (text === undefined && address === undefined) return { problem: 'the sender is not known: name the address' }
      if (address === undefined) return refuse('INVALID_ADDRESS', { network: listed.network.name })
      const command = { type: 'return-unclaimed', stream: deposit.stream, ...input, address, ...by } as const
      return submitted(deps, command, (state) => [
        'The deposit is sent to the address. Where the signer demands an approval, it waits for `returns approve`.',
        returnsTable(state),
      ])
    },
  ),

  'list-returns': reading(z.strictObject({}), async ({ sequencer }) =>
    sequencer.read((state) =>
      depositReturns(state).length === 0 ? ['No deposit is being returned.'] : [returnsTable(state)],
    ),
  ),

  'show-return': reading(z.strictObject({ id }), async ({ sequencer }, input) =>
    sequencer.read((state) => {
      const found = find(state, input.id)
      return isRefused(found) ? found : paymentOf(state, found)
    }),
  ),

  'approve-return': changing(
    z.strictObject({ id, signature: z.base64().max(200).optional() }),
    async (deps, { signature, ...input }, by) => {
      const known = await deps.sequencer.read((state) => find(state, input.id))
      if (isRefused(known)) return known
      if (signature === undefined) return { problem: 'an approval of a return needs --key' }
      const signatures = withSignature(known.signature, signature) ?? signature
      const command = { type: 'approve-return', return: known.id, signature: signatures, ...by } as const
      const result = await submitted(deps, command, () => undefined)
      return isRefused(result)
        ? result
        : [`The return is approved, with ${signaturesIn(signatures).length} signed approvals.`]
    },
  ),

  'cancel-return': changing(z.strictObject({ id }), async (deps, input, by) => {
    const result = await submitted(deps, { type: 'cancel-return', return: input.id, ...by }, () => undefined)
    return isRefused(result) ? result : ['The deposit is unclaimed again.']
  }),
}

/** On EVM networks the sender is often a contract, so the operator names an address. */
function senderOf({
  deposit: { sender },
  listed,
}: {
  readonly deposit: UnclaimedDeposit
  readonly listed: NetworkInfo
}): string | undefined {
  if (listed.network.kind !== 'ton' || sender === undefined) return undefined
  // A jetton names its master as the sender of what it created.
  const isContract = [...listed.assets.values()].some(({ contract }) => contract === sender)
  return isContract ? undefined : canonicalAddress(listed.network, sender)
}

const find = (state: State, wanted: ReturnId): DepositReturn | Refusal =>
  depositReturns(state).find((each) => each.id === wanted) ?? refuse('DEPOSIT_NOT_FOUND')

const amountOf = (state: State, { deposit: { amount, currency } }: DepositReturn): string =>
  `${formatUnits(amount)} ${currencyOf(state, currency)?.symbol ?? '?'}`

const returnsTable = (state: State): readonly (readonly string[])[] => [
  ['return', 'transaction', 'part', 'amount', 'address', 'state'],
  ...depositReturns(state).map((each) => [
    String(each.id),
    each.deposit.txid,
    String(each.deposit.part),
    amountOf(state, each),
    shownAddress(each.address),
    each.payment === null ? 'waits' : 'is being paid',
  ]),
]

/** What would be paid. The last lines are the text that an approver signs. */
function paymentOf(state: State, each: DepositReturn): Report {
  const { deposit, address, signature } = each
  const { network, assets } = expectDefined(networkOf(state, deposit.network), 'the network is listed')
  const { contract, decimals } = expectDefined(assets.get(deposit.currency), 'the coin is listed on the network')
  const table = [
    ['return', String(each.id)],
    ['network', `${network.name} (chain ${network.chainId})`],
    ['address', shownAddress(address)],
    ['receives', amountOf(state, each)],
    ['signed approvals', String(signaturesIn(signature).length)],
  ]
  const amount = String(rawOfUnits(deposit.amount, decimals))
  const text = approvalText({ withdrawal: each.id, chainId: network.chainId, contract, to: address, amount })
  return [table, ...text.split('\n')]
}
