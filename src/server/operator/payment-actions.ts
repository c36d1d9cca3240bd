/** Payments about which an operator decides: jettons on TON without a result, and what was found after a restore. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import type { PaymentId } from '../../contract/ids.ts'
import { formatDecimal, formatUnits } from '../../contract/money.ts'
import { isRefused } from '../../contract/refusals.ts'
import { currencyOf, foundPayments, missingOf, networksOf, type State } from '../../engine/exchange.ts'
import { type ActionDeps, changing, reading, submitted } from './action.ts'
import type { Report } from './protocol.ts'
import { findConfirmedUser, userName } from './standing-actions.ts'
import { txid } from './unclaimed-actions.ts'

const id = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of a payment')
  .transform((text) => Number(text) as PaymentId)

const decision = (result: 'arrived' | 'lost', text: string) =>
  changing(z.strictObject({ id }), async ({ missing }, input, by) => {
    const refusal = await missing.decide(input.id, { decision: result, ...by })
    return isRefused(refusal) ? refusal : [text]
  })

export const paymentActions = {
  'list-payments': reading(z.strictObject({}), async (deps) => {
    const rows = await rowsOf(deps)
    if (rows.length === 0) return ['No payment waits for an operator.']
    return [[['payment', 'amount', 'receiver', 'sent in transaction', 'waits since'], ...rows], HINT]
  }),

  'list-unpaid': reading(z.strictObject({}), async ({ sequencer }) => sequencer.read(unpaidOf)),

  'charge-payment': changing(z.strictObject({ txid, user: userName }), async (deps, input, by) => {
    const user = await findConfirmedUser(deps, input.user)
    if (typeof user !== 'string') return user
    const command = { type: 'charge-payment', txid: input.txid, user, ...by } as const
    const report = await submitted(deps, command, unpaidOf)
    return isRefused(report) ? report : [`${user} is charged, and reads the reason.`, ...report]
  }),

  'settle-payment': decision('arrived', 'The payment is settled.'),
  'fail-payment': decision('lost', 'The amount is returned, and the exchange bears what was sent.'),
}

const HINT =
  'The number of the payment is the query id of its messages. Other payments of the coin wait until it is settled or failed.'

async function rowsOf({ missing, sequencer }: ActionDeps): Promise<readonly (readonly string[])[]> {
  const payments = await missing.list()
  return sequencer.read((state) =>
    payments.map(({ id: payment, terms: { currency, contract, raw, to }, txid, since }) => [
      String(payment),
      `${formatDecimal(raw, decimalsOf(state, contract))} ${currencyOf(state, currency)?.symbol ?? '?'}`,
      shownAddress(to),
      txid,
      new Date(since).toISOString(),
    ]),
  )
}

const decimalsOf = (state: State, contract: string | null): number =>
  networksOf(state)
    .flatMap(({ assets }) => [...assets.values()])
    .find((asset) => asset.contract === contract)?.decimals ?? 0

/** Found payments that are not charged in full: the exchange bears what is missing. */
function unpaidOf(state: State): Report {
  const unpaid = foundPayments(state).filter((each) => missingOf(each) > 0n)
  if (unpaid.length === 0) return ['No found payment is without a payer.']
  const rows = unpaid.map((each) => [
    each.txid,
    shownAddress(each.address),
    each.memo ?? '',
    `${formatUnits(each.amount)} ${currencyOf(state, each.currency)?.symbol ?? '?'}`,
    formatUnits(each.charged),
    formatUnits(missingOf(each)),
    formatUnits(each.repeated),
    new Date(each.at).toISOString(),
  ])
  const header = ['transaction', 'receiver', 'memo', 'amount', 'charged', 'missing', 'paid again', 'found']
  return [[header, ...rows], 'The amounts contain the fee of a withdrawal. The exchange bears what is missing.']
}
