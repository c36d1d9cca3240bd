/** What the user can withdraw now. */

import { api } from '../../../contract/api.ts'
import { formatUnits, minus, ZERO } from '../../../contract/money.ts'
import type { WithdrawalLimitsView } from '../../../contract/wallet/views.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { unitsOf } from '../portfolio/balances.ts'

const EVERY_MILLIS = 30_000

export const limitsOf = perUser(() =>
  queryAtom<WithdrawalLimitsView>((http) => http(api.withdrawalLimits), EVERY_MILLIS),
)

const rest = (limit: string, used: string): string => {
  const left = minus(unitsOf(limit), unitsOf(used))
  return formatUnits(left > 0n ? left : ZERO)
}

/** What is left of both limits, in USDT. */
export const limitsLeft = (limits: WithdrawalLimitsView) => ({
  all: rest(limits.limit, limits.used),
  newAddresses: rest(limits.new_address_limit, limits.new_address_used),
})
