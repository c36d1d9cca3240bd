/** The XP that each user received in each week, for the leaderboard. */

import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Projection } from '../read-models/projector.ts'

export const REWARD_WEEKS = 'reward_weeks'

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
export const WEEK_MILLIS: Millis = 7 * DAY_MILLIS
/** 1970-01-05, a Monday. */
const FIRST_MONDAY: Millis = 4 * DAY_MILLIS

/** Monday 00:00 UTC. */
export const weekStart = (at: Millis): Millis =>
  Math.floor((at - FIRST_MONDAY) / WEEK_MILLIS) * WEEK_MILLIS + FIRST_MONDAY

type Sum = { readonly user: UserId; readonly start: Millis; xp: Xp }

/** `isRecorded`: whose XP is counted. */
export const rewardWeeksProjection = (isRecorded: (user: UserId) => boolean): Projection => ({
  name: REWARD_WEEKS,
  async write(client, batch) {
    const sums = new Map<string, Sum>()
    for (const event of batch.flatMap(({ outcome }) => outcome.events)) {
      if (event.type !== 'reward-paid' || event.amount === 0 || !isRecorded(event.user)) continue
      const start = weekStart(event.at)
      const key = `${event.user}/${start}`
      const sum = sums.get(key)
      if (sum === undefined) sums.set(key, { user: event.user, start, xp: event.amount })
      else sum.xp += event.amount
    }
    if (sums.size === 0) return
    const rows = [...sums.values()]
    await client.query(ADD, [rows.map(({ user }) => user), rows.map(({ start }) => start), rows.map(({ xp }) => xp)])
  },
})

/** A sum with the XP of another program must not overflow the column. */
const ADD = `insert into reward_weeks (user_id, week_start, xp)
select * from unnest($1::uuid[], $2::bigint[], $3::bigint[])
on conflict (user_id, week_start) do update set xp = least(reward_weeks.xp::numeric + excluded.xp, 9e18)`
