/** Withdrawals that wait for an operator, and the limits. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import { type WithdrawalId, withdrawalOfUuid, withdrawalUuid } from '../../contract/ids.ts'
import { formatUnits, minus, parseUnits, type Units } from '../../contract/money.ts'
import { isRefused, refuse } from '../../contract/refusals.ts'
import type { WithdrawalLimits } from '../../contract/wallet/limits.ts'
import { rawOfUnits } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import {
  currencyOf,
  networkOf,
  openWithdrawals,
  type State,
  type Withdrawal,
  withdrawalLimits,
  withdrawalOf,
} from '../../engine/exchange.ts'
import { approvalText } from '../../signer/protocol.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import { signaturesIn, withSignature } from './approvals.ts'
import type { Report, Table } from './protocol.ts'
import { otherRefusedPayments, refusedWithdrawals } from './refused-payments.ts'

const uuid = z.string().trim().toLowerCase().max(64)

const amount = z
  .string()
  .transform((text) => parseUnits(text))
  .refine((units) => units !== undefined, 'must be a plain decimal number of USDT')
  .transform((units) => units as Units)

const limits = z
  .strictObject({
    daily: z.tuple([amount], amount),
    automatic: amount,
    newAddresses: amount,
    hourlyPerCoin: amount,
  })
  .partial()

export const withdrawalActions = {
  'list-withdrawals': reading(z.strictObject({}), async (deps) => deps.sequencer.read((state) => listOf(deps, state))),

  'show-withdrawal': reading(z.strictObject({ uuid }), async (deps, input) =>
    deps.sequencer.read((state) => {
      const withdrawal = find(state, input.uuid)
      return withdrawal === undefined ? refuse('WITHDRAWAL_NOT_FOUND') : paymentOf(deps, state, withdrawal)
    }),
  ),

  'approve-withdrawal': changing(
    z.strictObject({ uuid, signature: z.base64().max(200).optional() }),
    async (deps, { signature = null, ...input }, by) => {
      const known = await deps.sequencer.read((state) => find(state, input.uuid))
      if (known === undefined) return refuse('WITHDRAWAL_NOT_FOUND')
      const signatures = withSignature(known.signature, signature)
      const command = { type: 'approve-withdrawal', withdrawal: known.id, signature: signatures, ...by } as const
      const result = await submitted(deps, command, () => undefined)
      if (isRefused(result)) return result
      const count = signaturesIn(signatures).length
      return count === 0
        ? ['The withdrawal is approved.']
        : [`The withdrawal is approved, with ${count} signed approvals.`, SECOND]
    },
  ),

  'reject-withdrawal': changing(z.strictObject({ uuid }), async (deps, input, by) => {
    const withdrawal = await idOf(deps, input.uuid)
    if (withdrawal === undefined) return refuse('WITHDRAWAL_NOT_FOUND')
    const result = await submitted(deps, { type: 'reject-withdrawal', withdrawal, ...by }, () => undefined)
    return isRefused(result) ? result : ['The withdrawal is rejected, and its amount is free again.']
  }),

  'show-withdrawal-limits': reading(z.strictObject({}), async ({ sequencer }) => [
    await sequencer.read((state) => limitsTable(withdrawalLimits(state))),
  ]),

  'set-withdrawal-limits': changing(z.strictObject({ file: limits }), async (deps, { file }, by) => {
    const current = await deps.sequencer.read(withdrawalLimits)
    const given = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined))
    const command = { type: 'set-withdrawal-limits', limits: { ...current, ...given }, ...by } as const
    const table = await submitted(deps, command, (state) => limitsTable(withdrawalLimits(state)))
    return isRefused(table) ? table : [table]
  }),
}

const RETRIED =
  'What the signer refuses is tried again every few seconds. Until it is paid, later payments of the same coin can wait too.'

const SECOND =
  'If the signer demands the approval of a second operator, the withdrawal waits for it with the reason approval_missing.'

const idOf = ({ sequencer }: ActionDeps, text: string): Promise<WithdrawalId | undefined> =>
  sequencer.read(({ journal }) => withdrawalOfUuid(journal, text))

function find(state: State, text: string): Withdrawal | undefined {
  const id = withdrawalOfUuid(state.journal, text)
  return id === undefined ? undefined : withdrawalOf(state, id)
}

const symbolOf = (state: State, { currency }: Withdrawal): string => currencyOf(state, currency)?.symbol ?? '?'

/** Once it was approved, only the signer can refuse it. */
function whyOf(refused: ReadonlyMap<WithdrawalId, string>, { id, review, found = '' }: Withdrawal): string {
  const reason = refused.get(id)
  return reason === undefined ? `${review ?? ''} ${found}`.trim() : `the signer refuses it: ${reason}`
}

function listOf(deps: ActionDeps, state: State): Report {
  const open = openWithdrawals(state)
  const refused = refusedWithdrawals(deps)
  const waiting = open.filter(({ id, status }) => status === 'review' || refused.has(id))
  const isRetried = waiting.some(({ id }) => refused.has(id))
  const others = [
    `${open.length - waiting.length} withdrawals are being processed.`,
    ...(isRetried ? [RETRIED] : []),
    ...otherRefusedPayments(deps, state),
  ]
  if (waiting.length === 0) return ['No withdrawal waits for an operator.', ...others]
  const rows = waiting.map((each) => [
    withdrawalUuid(state.journal, each.id),
    each.user,
    `${formatUnits(each.amount)} ${symbolOf(state, each)}`,
    shownAddress(each.address),
    whyOf(refused, each),
    new Date(each.requestedAt).toISOString(),
  ])
  return [[['uuid', 'user', 'amount', 'address', 'why', 'requested'], ...rows], ...others]
}

/** What would be paid. The last lines are the text that an approver signs. */
function paymentOf(deps: ActionDeps, state: State, withdrawal: Withdrawal): Report {
  const { network, assets } = expectDefined(networkOf(state, withdrawal.network), 'the network is listed')
  const { contract, decimals } = expectDefined(assets.get(withdrawal.currency), 'the coin is listed on the network')
  const received = minus(withdrawal.amount, withdrawal.fee)
  const symbol = symbolOf(state, withdrawal)
  const table: Table = [
    ['withdrawal', withdrawalUuid(state.journal, withdrawal.id)],
    ['user', withdrawal.user],
    ['status', withdrawal.status],
    ['why it waits', whyOf(refusedWithdrawals(deps), withdrawal)],
    ['network', `${network.name} (chain ${network.chainId})`],
    ['address', shownAddress(withdrawal.address)],
    ...(withdrawal.memo === undefined ? [] : [['memo', withdrawal.memo] as const]),
    ['receives', `${formatUnits(received)} ${symbol}`],
    ['fee', `${formatUnits(withdrawal.fee)} ${symbol}`],
    ['value', `${formatUnits(withdrawal.value)} USDT`],
    ['signed approvals', String(signaturesIn(withdrawal.signature).length)],
    ['requested', new Date(withdrawal.requestedAt).toISOString()],
  ]
  const { chainId } = network
  const raw = String(rawOfUnits(received, decimals))
  const { id, address: to, memo = null } = withdrawal
  const text = approvalText({ withdrawal: id, chainId, contract, to, amount: raw, memo })
  return [table, ...text.split('\n')]
}

const limitsTable = ({ daily, automatic, newAddresses, hourlyPerCoin }: WithdrawalLimits): Table => [
  ['limit', 'USDT'],
  ...daily.map((limit, level) => [`in 24 hours at level ${level}`, formatUnits(limit)]),
  ['without an operator', formatUnits(automatic)],
  ['to new addresses in 24 hours', formatUnits(newAddresses)],
  ['of a coin by all users in an hour', formatUnits(hourlyPerCoin)],
]
