/** What the signer refuses to sign now, for operators. */

import type { WithdrawalId } from '../../contract/ids.ts'
import { networkOf, type PaymentPurpose, type State } from '../../engine/exchange.ts'
import type { ActionDeps } from './action.ts'

/** Reasons of the signer by withdrawal. */
export const refusedWithdrawals = ({ refusals }: Pick<ActionDeps, 'refusals'>): ReadonlyMap<WithdrawalId, string> =>
  new Map(
    Array.from(refusals.values(), ({ refused }) => refused)
      .flat()
      .flatMap(({ purpose, reason }) => (purpose.kind === 'withdrawal' ? [[purpose.withdrawal, reason]] : [])),
  )

const KINDS: Readonly<Record<Exclude<PaymentPurpose['kind'], 'withdrawal'>, string>> = {
  sweep: 'the transfer of a deposit to the hot wallet',
  gas: 'coins for the fee of such a transfer',
  return: 'the return of an unclaimed deposit',
  deploy: 'the first message of the hot wallet',
}

/** A sentence for each kind of payment that no user requested, network and reason. */
export function otherRefusedPayments({ refusals }: Pick<ActionDeps, 'refusals'>, state: State): readonly string[] {
  const sentences = Array.from(refusals, ([id, { refused }]) =>
    refused.flatMap(({ purpose: { kind }, reason }) =>
      kind === 'withdrawal'
        ? []
        : `On ${networkOf(state, id)?.network.code} the signer refuses ${KINDS[kind]}: ${reason}.`,
    ),
  )
  return [...new Set(sentences.flat())]
}
