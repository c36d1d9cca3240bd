import { type UserId, withdrawalOfUuid } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { withdrawalOf } from '../../engine/exchange.ts'
import { withdrawalDetail } from '../transactions/own-withdrawal.ts'
import type { TransactionDetail } from '../transactions/transaction-detail.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

/** Possible until a payment is assigned; repeating it gets the same result. Those of other users do not exist. */
export async function cancelWithdrawal(
  { sequencer }: Pick<WithdrawalDeps, 'sequencer'>,
  user: UserId,
  uuid: string,
): Promise<TransactionDetail | Refusal> {
  const id = await sequencer.read(({ journal }) => withdrawalOfUuid(journal, uuid))
  if (id === undefined) return refuse('WITHDRAWAL_NOT_FOUND')
  return sequencer.submit({ type: 'cancel-withdrawal', user, withdrawal: id }, (state, { answer }) => {
    if (answer.type === 'refused') return answer.refusal
    const withdrawal = withdrawalOf(state, id)
    return withdrawal === undefined ? refuse('WITHDRAWAL_NOT_FOUND') : withdrawalDetail(state, withdrawal)
  })
}
