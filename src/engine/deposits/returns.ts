/** Unclaimed deposits that an operator sends to an address, until their payment is final. */

import type { ReturnId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { type DepositReturn, type DepositState, keyOf } from './state.ts'

export const returnIn = ({ returns }: DepositState, id: ReturnId): DepositReturn =>
  expectDefined(returns.get(id), 'the return is known')

/** The deposit is not unclaimed any more. */
export function beginReturn({ unclaimed, returns }: DepositState, added: DepositReturn): void {
  unclaimed.delete(keyOf(added.deposit))
  returns.set(added.id, added)
}

export function changeReturn(deposits: DepositState, id: ReturnId, changes: Partial<DepositReturn>): void {
  deposits.returns.set(id, { ...returnIn(deposits, id), ...changes })
}

/** Not `isPaid`: the deposit is unclaimed again. */
export function endReturn(deposits: DepositState, id: ReturnId, isPaid: boolean): void {
  const { deposit } = returnIn(deposits, id)
  deposits.returns.delete(id)
  if (!isPaid) deposits.unclaimed.set(keyOf(deposit), deposit)
}

/** After a restore it is not known which of them have been paid since the backup: an operator begins them again. */
export function cancelWaiting(deposits: DepositState): void {
  for (const { id, payment } of [...deposits.returns.values()]) if (payment === null) endReturn(deposits, id, false)
}
