import type { Mutant } from './mutants.ts'

const TASKS = ['server/earn/tasks.test.ts']
const LINKED = ['server/earn/linked-accounts.test.ts']
const HIDDEN = ['server/earn/points-hidden.test.ts']
const LINKED_ACCOUNTS = 'src/server/earn/linked-accounts.ts'

export const earnMutants: readonly Mutant[] = [
  {
    name: 'a quiz with more answers than questions is right',
    file: 'src/server/earn/check-task.ts',
    edits: [['answers.length === questions.length && ', '']],
    caughtBy: TASKS,
  },
  {
    name: 'a membership that cannot be checked counts as none',
    file: 'src/server/telegram-bot/membership.ts',
    edits: [["      return 'cannot_check'", "      return 'not_a_member'"]],
    caughtBy: TASKS,
  },
  {
    name: 'guesses are not limited by address',
    file: 'src/server/earn/guess-limits.ts',
    edits: [['Math.max(0, ...sources.map((source) => bySource(source)))', '0']],
    caughtBy: TASKS,
  },
  {
    name: 'a signal of linked accounts overrides a later decision of an operator',
    file: 'src/engine/rewards/set-standing.ts',
    edits: [['    if (rewardsIn(rewards, user).signals?.has(signal)) return\n', '']],
    caughtBy: ['engine/rewards/tasks.test.ts'],
  },
  {
    name: 'a fourth account on a device earns rewards',
    file: LINKED_ACCOUNTS,
    edits: [['ACCOUNTS_PER_DEVICE = 3', 'ACCOUNTS_PER_DEVICE = 4']],
    caughtBy: LINKED,
  },
  {
    name: 'marks of another program link accounts',
    file: 'src/server/earn/account-marks.ts',
    edits: [['    return isRight\n', '    return true\n']],
    caughtBy: LINKED,
  },
  {
    name: 'a Telegram account does a channel task for two users',
    file: 'src/engine/rewards/user-tasks.ts',
    edits: [[' ?? refuseMember(state, command)', '']],
    caughtBy: ['engine/rewards/tasks.test.ts'],
  },
  {
    name: 'a referral code of another program counts',
    file: 'src/server/telegram-bot/referrals.ts',
    edits: [['if (isSameHash(row.mac, macOf(telegramId, row.referral_code)))', 'if (row.mac.length > 0)']],
    caughtBy: ['server/telegram-bot/bot.test.ts'],
  },
  {
    name: 'a reward sends XP as a balance',
    file: 'src/server/websocket/user-messages.ts',
    edits: [['if (currency !== XP.id) ', '']],
    caughtBy: HIDDEN,
  },
  {
    name: 'XP is stored as a position',
    file: 'src/server/portfolio/position.ts',
    edits: [[' || currency === XP.id', '']],
    caughtBy: HIDDEN,
  },
  {
    name: 'the leaderboard shows users who opted out',
    file: 'src/server/earn/leaderboard.ts',
    edits: [['w.week_start = $1 and not u.leaderboard_hidden', 'w.week_start = $1']],
    caughtBy: ['server/earn/leaderboard.test.ts'],
  },
  {
    name: 'commissions of a day are booked at midnight',
    file: 'src/server/referrals/commission-job.ts',
    edits: [['AFTER_MIDNIGHT: Millis = 10 * MINUTE_MILLIS', 'AFTER_MIDNIGHT: Millis = 0']],
    caughtBy: ['server/referrals/commission-job.test.ts'],
  },
]
