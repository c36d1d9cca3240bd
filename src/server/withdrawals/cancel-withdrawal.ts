import { type UserId, withdrawalOfUuid } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { type Withdrawal, withdrawalOf } from '../../engine/exchange.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

/** Possible until a payment is assigned; repeating it gets the same result. Those of other users do not exist. */
export async function cancelWithdrawal(
  { sequencer }: Pick<WithdrawalDeps, 'sequencer'>,
  user: UserId,
  uuid: string,
): Promise<Withdrawal | Refusal> {
  const id = await sequencer.read(({ journal }) => withdrawalOfUuid(journal, uuid))
  if (id === undefined) return refuse('WITHDRAWAL_NOT_FOUND')
  return sequencer.submit({ type: 'cancel-withdrawal', user, withdrawal: id }, (state, { answer }) =>
    answer.type === 'refused' ? answer.refusal : (withdrawalOf(state, id) ?? refuse('WITHDRAWAL_NOT_FOUND')),
  )
}
