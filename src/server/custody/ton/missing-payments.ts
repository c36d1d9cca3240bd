/** Payments of jettons that neither arrived nor came back in time. An operator decides about them; nothing else does. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { Millis, PaymentId } from '../../../contract/ids.ts'
import { type Refusal, refuse } from '../../../contract/refusals.ts'
import { networkOf } from '../../../engine/exchange.ts'
import { noteClosed } from '../base/payment-rows.ts'
import { endOf } from './executions.ts'
import { settleIfArrived } from './jetton-results.ts'
import type { ResultDeps } from './result-deps.ts'
import type { TonNetwork } from './ton-network.ts'
import { type TonTerms, underwayIn } from './ton-terms.ts'

type MissingDeps = Omit<ResultDeps, 'network'> & { readonly networks: readonly TonNetwork[] }

/** `txid`: the transaction of the own wallet that sent the jettons. `since`: when the time was over. */
type MissingPayment = {
  readonly id: PaymentId
  readonly terms: TonTerms
  readonly txid: string
  readonly since: Millis
}

type Decision = {
  readonly decision: 'arrived' | 'lost'
  readonly operator: string
  readonly reason: string
}

export type MissingPayments = {
  /** In the order of their ids. */
  list(): Promise<readonly MissingPayment[]>
  /** Closes the payment; the refusal if it does not wait for a decision, also because its result arrived meanwhile. */
  decide(id: PaymentId, decision: Decision): Promise<Refusal | undefined>
}

export function openMissingPayments({ networks, ...deps }: MissingDeps): MissingPayments {
  const { sequencer, now } = deps
  const { pool } = deps.database

  const list = (): Promise<readonly MissingPayment[]> =>
    sequencer.read((state) =>
      networks
        .flatMap((network) => {
          const listed = networkOf(state, network.id)
          const open = listed === undefined ? [] : underwayIn(state, listed)
          return open.flatMap(({ payment, terms }) => {
            const { id, executed: txid } = payment
            if (!network.missing.has(id) || txid === undefined || terms === undefined) return []
            return [{ id, terms, txid, since: endOf(payment) * 1_000 }]
          })
        })
        .toSorted((left, right) => left.id - right.id),
    )

  /** Before a decision: its result may be on the chain although a row that said when to look was deleted. */
  async function lookAgain(id: PaymentId): Promise<void> {
    for (const network of networks) {
      const underway = await sequencer.read((state) => {
        const listed = networkOf(state, network.id)
        return listed && underwayIn(state, listed).find(({ payment }) => payment.id === id)
      })
      if (underway !== undefined) await network.inTurn(() => settleIfArrived({ ...deps, network }, underway))
    }
  }

  return {
    list,
    async decide(id, decision) {
      if (!(await list()).some((each) => each.id === id)) return refuse('PAYMENT_NOT_FOUND')
      try {
        await lookAgain(id)
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error
        return refuse('NETWORK_UNAVAILABLE')
      }
      const command = { type: 'decide-payment', payment: id, ...decision } as const
      const refusal = await sequencer.submit(command, (_state, { answer }) =>
        answer.type === 'refused' ? answer.refusal : undefined,
      )
      if (refusal === undefined) await noteClosed(pool, id, now())
      return refusal
    },
  }
}
