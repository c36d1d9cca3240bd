/** Payments of jettons on TON that neither arrived nor came back: an operator looks at the chain and decides. */

import { z } from 'zod'
import { shownAddress } from '../../chains/kinds/address.ts'
import type { PaymentId } from '../../contract/ids.ts'
import { formatDecimal } from '../../contract/money.ts'
import { isRefused } from '../../contract/refusals.ts'
import { currencyOf, networksOf, type State } from '../../engine/exchange.ts'
import { type ActionDeps, changing, reading } from './action.ts'

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
