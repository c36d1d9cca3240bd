import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import type { WithdrawalLimits } from '../../contract/wallet/limits.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetWithdrawalLimits } from './commands.ts'

export function refuse(_: State, { limits }: SetWithdrawalLimits): Refusal | undefined {
  const { daily, automatic, newAddresses, hourlyPerCoin } = limits
  const isValid = daily.length >= 2 && [...daily, automatic, newAddresses, hourlyPerCoin].every((limit) => limit >= 0n)
  return isValid ? undefined : refusal('LIMITS_INVALID', { reason: 'give two levels or more, and no negative amount' })
}

export const perform = (execution: Execution, { limits }: SetWithdrawalLimits): void =>
  emit(execution, { type: 'withdrawal-limits-set', limits: ordered(limits) })

/** The state text has the fields in this order. */
const ordered = ({ daily, automatic, newAddresses, hourlyPerCoin }: WithdrawalLimits): WithdrawalLimits => ({
  daily,
  automatic,
  newAddresses,
  hourlyPerCoin,
})
