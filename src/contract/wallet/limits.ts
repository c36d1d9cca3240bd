/** Limits of withdrawals. Values in units of USDT, at the last prices. */

import type { Units } from '../money.ts'

export type WithdrawalLimits = {
  /** By level of verification: what a user can withdraw in 24 hours. */
  readonly daily: readonly [Units, ...Units[]]
  /** A withdrawal above it waits for an operator. */
  readonly automatic: Units
  /** What a user can send in 24 hours to addresses that are new to the account. */
  readonly newAddresses: Units
  /** What all users together can withdraw of a coin in an hour before every withdrawal waits for an operator. */
  readonly hourlyPerCoin: Units
}

const usdt = (amount: bigint): Units => (amount * 100_000_000n) as Units

/** Valid until an operator sets others. Persisted by replay: never change them. */
export const DEFAULT_LIMITS: WithdrawalLimits = {
  daily: [usdt(1_000n), usdt(50_000n)],
  automatic: usdt(2_000n),
  newAddresses: usdt(100n),
  hourlyPerCoin: usdt(100_000n),
}
