import type { TaskId, UserId } from '../../../contract/ids.ts'
import { isRefused } from '../../../contract/refusals.ts'
import { claimDaily } from '../../earn/claim-daily.ts'
import { completeTask } from '../../earn/complete-task.ts'
import { earnProfile } from '../../earn/earn-profile.ts'
import { leaderboard, setLeaderboardHidden } from '../../earn/leaderboard.ts'
import { listRewards } from '../../earn/list-rewards.ts'
import { listTasks } from '../../earn/list-tasks.ts'
import { endMining, startMining } from '../../earn/mining.ts'
import type { RewardsDeps } from '../../earn/rewards.ts'
import type { HistoryDeps } from '../../transactions/history.ts'
import {
  dailyRewardView,
  earnProfileView,
  leaderboardView,
  miningEndView,
  miningStartView,
  rewardsPage,
  taskCompleteView,
  tasksView,
} from '../../wire/earn.ts'
import type { RateLimits } from '../rate-limits.ts'
import { type RouteContext, serveSignedIn } from '../serve.ts'

export function serveEarn(
  context: RouteContext,
  deps: RewardsDeps & Pick<HistoryDeps, 'historyKey'>,
  { rewards: limit, reads, signIn }: RateLimits,
): void {
  const { users, appeals, linkedAccounts } = deps
  serveSignedIn(context, 'earnProfile', reads, async ({ user }) => {
    const [profile, row, appeal] = await Promise.all([
      earnProfile(deps, user),
      users.findById(user),
      appeals.find(user),
    ])
    return isRefused(profile) ? profile : earnProfileView(profile, row?.lang_code ?? 'en', appeal)
  })
  serveSignedIn(context, 'tasks', reads, async ({ user }) => {
    const listed = await listTasks(deps, user)
    return isRefused(listed) ? listed : tasksView(listed)
  })
  serveSignedIn(context, 'startMining', limit, async ({ user }, { device }) => {
    await linkedAccounts.check(user, device)
    const started = await startMining(deps, user)
    return isRefused(started) ? started : miningStartView(started)
  })
  // Paid is what accrued before, so nothing is checked.
  serveSignedIn(context, 'endMining', limit, async ({ user }, { input: { last_run: run } }) => {
    const ended = await endMining(deps, user, run === undefined ? undefined : Date.parse(run))
    return isRefused(ended) ? ended : miningEndView(ended)
  })
  serveSignedIn(context, 'claimDaily', limit, async ({ user }, { device }) => {
    await linkedAccounts.check(user, device)
    const claim = await claimDaily(deps, user)
    return isRefused(claim) ? claim : dailyRewardView(claim)
  })
  serveSignedIn(context, 'completeTask', limit, async ({ user }, { input, device }) => {
    await linkedAccounts.check(user, device)
    const { task_id: task, ...proof } = input
    const step = await completeTask(deps, user, { ...proof, task: task as TaskId }, device)
    return isRefused(step) ? step : taskCompleteView(step)
  })
  serveSignedIn(context, 'appeal', signIn, async ({ user }, { input }) => {
    const refusal = await appeals.send(user, input.text)
    return refusal ?? { status: 'ok' }
  })
  serveSignedIn(context, 'rewards', reads, async ({ user }, { input }) =>
    rewardsPage(await listRewards(deps, user, input), deps.clock.now()),
  )
  // The own rank counts all users with more XP.
  serveLeaderboard(context, deps, limit)
}

function serveLeaderboard(context: RouteContext, deps: RewardsDeps, limit: RateLimits['rewards']): void {
  const view = async (user: UserId, reading: ReturnType<typeof leaderboard>) => {
    const board = await reading
    return isRefused(board) ? board : leaderboardView(board, user)
  }
  serveSignedIn(context, 'leaderboard', limit, ({ user }) => view(user, leaderboard(deps, user)))
  serveSignedIn(context, 'setLeaderboard', limit, ({ user }, { input }) =>
    view(user, setLeaderboardHidden(deps, user, input.hidden)),
  )
}
