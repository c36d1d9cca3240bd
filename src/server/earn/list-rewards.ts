import type { UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import type { PageInput } from '../../contract/paging.ts'
import { currencyOf } from '../../engine/exchange.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import type { HistoryDeps } from '../transactions/history.ts'
import { type RewardDetails, readDetails } from '../transactions/transaction-details.ts'
import { type RewardRow, rewardPage } from '../transactions/transactions-projection.ts'

type ListRewardsDeps = Pick<HistoryDeps, 'database' | 'historyKey'> & ReadYourWritesDeps

export type RewardFacts = {
  readonly row: RewardRow
  readonly details: RewardDetails
  readonly currency: Currency
}

type Page = PageInput & { readonly type?: RewardRow['type'] }

/** Paid rewards and commissions, or only those of one type, newest first. */
export async function listRewards(
  deps: ListRewardsDeps,
  user: UserId,
  page: Page,
): Promise<{ readonly rewards: readonly RewardFacts[]; readonly next: boolean }> {
  await waitForOwnWrites(deps, user)
  const { rows, next } = await rewardPage(deps.database, user, page)
  const rewards = await deps.sequencer.read((state) =>
    rows.flatMap((row) => {
      const currency = currencyOf(state, row.currency_id)
      // A forged row.
      return currency === undefined
        ? []
        : [{ row, details: readDetails(deps.historyKey, row) as RewardDetails, currency }]
    }),
  )
  return { rewards, next }
}
