/** The users with the most XP of this week. Users who opted out are not shown, and still learn their own rank. */

import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query, queryOne } from '../postgres/query.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import type { Clock } from '../runtime/clock.ts'
import { maskedName } from '../users/masked-name.ts'
import { WEEK_MILLIS, weekStart } from './reward-weeks-projection.ts'

type LeaderboardDeps = ReadYourWritesDeps & { readonly database: Database; readonly clock: Clock }

export type Leaderboard = {
  readonly now: Millis
  readonly startsAt: Millis
  readonly endsAt: Millis
  readonly entries: readonly {
    readonly rank: number
    readonly name: string
    readonly xp: Xp
    readonly user: UserId
  }[]
  /** `rank` is null without XP this week. */
  readonly own: { readonly rank: number | null; readonly xp: Xp; readonly isHidden: boolean }
}

type Leader = {
  readonly user_id: UserId
  readonly xp: Xp
  readonly rank: number
  readonly email: string | null
  readonly username: string | null
}

const MOST = 100

/** Equal amounts have the same rank; they are listed in the order of the user ids. */
const LEADERS = `select w.user_id, w.xp, rank() over (order by w.xp desc) as rank, u.email, u.username
from reward_weeks w join users u on u.id = w.user_id
where w.xp > 0 and w.week_start = $1 and not u.leaderboard_hidden
order by w.xp desc, w.user_id limit ${MOST}`

/** All who have more, without the few of them who are hidden: a join with all users would take a second for a million. */
const OWN = `select u.leaderboard_hidden, w.xp, 1 + (
  select count(*) from reward_weeks o where o.week_start = $2 and o.xp > w.xp
) - (
  select count(*) from users h join reward_weeks o on o.user_id = h.id and o.week_start = $2
  where h.leaderboard_hidden and o.xp > w.xp
) as rank
from users u left join reward_weeks w on w.user_id = u.id and w.week_start = $2
where u.id = $1`

export async function leaderboard(deps: LeaderboardDeps, user: UserId): Promise<Leaderboard | Refusal> {
  await waitForOwnWrites(deps, user)
  return writtenLeaderboard(deps, user)
}

/** As far as it is written now. */
async function writtenLeaderboard(
  { database: { pool }, clock }: Pick<LeaderboardDeps, 'database' | 'clock'>,
  user: UserId,
): Promise<Leaderboard | Refusal> {
  const now = clock.now()
  const startsAt = weekStart(now)
  type Own = { leaderboard_hidden: boolean; xp: Xp | null; rank: number }
  const [leaders, own] = await Promise.all([
    query<Leader>(pool, LEADERS, [startsAt]),
    queryOne<Own>(pool, OWN, [user, startsAt]),
  ])
  if (own === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const { xp, rank, leaderboard_hidden: isHidden } = own
  return {
    now,
    startsAt,
    endsAt: startsAt + WEEK_MILLIS,
    entries: leaders.map((leader) => ({
      rank: leader.rank,
      name: maskedName(leader),
      xp: leader.xp,
      user: leader.user_id,
    })),
    own: { rank: xp === null ? null : rank, xp: xp ?? 0, isHidden },
  }
}

/** Answers also while rewards are not written yet: the setting does not depend on them. */
export async function setLeaderboardHidden(
  deps: Pick<LeaderboardDeps, 'database' | 'clock'>,
  user: UserId,
  isHidden: boolean,
): Promise<Leaderboard | Refusal> {
  await execute(deps.database.pool, 'update users set leaderboard_hidden = $2 where id = $1', [user, isHidden])
  return writtenLeaderboard(deps, user)
}
