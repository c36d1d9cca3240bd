import type { Mutant } from './mutants.ts'

const MINING = ['engine/rewards/mining.test.ts']
const TASKS = ['engine/rewards/tasks.test.ts']
const COMMISSIONS = ['engine/referrals/commissions.test.ts']

export const rewardMutants: readonly Mutant[] = [
  {
    name: 'mining accrues after the end of the run',
    file: 'src/engine/rewards/mining.ts',
    edits: [['Math.min(at, endsAt) - startedAt', 'at - startedAt']],
    caughtBy: MINING,
  },
  {
    name: 'the end of a run is paid again when it is repeated',
    file: 'src/engine/rewards/apply.ts',
    edits: [['      of.run = undefined\n', '']],
    caughtBy: MINING,
  },
  {
    name: 'the daily reward can be claimed after 23 hours',
    file: 'src/engine/rewards/claim-daily.ts',
    edits: [['state.at < daily.claimedAt + DAILY_COOLDOWN_MILLIS', 'state.at < daily.claimedAt + 82_800_000']],
    caughtBy: ['engine/rewards/daily.test.ts'],
  },
  {
    name: 'the daily cap of all users is not checked',
    file: 'src/engine/rewards/pay.ts',
    edits: [['exceeds(paidOnDay(state, state.rewards.paid), amount, dailyCap)', 'false']],
    caughtBy: MINING,
  },
  {
    name: 'a claimed task can be claimed again',
    file: 'src/engine/rewards/task-status.ts',
    edits: [["if (claimedAt !== null) return { ...common, state: 'claimed', progress: task.target }", '']],
    caughtBy: TASKS,
  },
  {
    name: 'limited friends count as invited',
    file: 'src/engine/rewards/task-status.ts',
    edits: [["if (isQualified && standingIn(state.rewards, friend).state === 'ok') count", 'if (isQualified) count']],
    caughtBy: TASKS,
  },
  {
    name: 'the remainder of a commission is lost',
    file: 'src/engine/referrals/accrue-commissions.ts',
    edits: [['remainder: Number(due % divisor)', 'remainder: 0']],
    caughtBy: COMMISSIONS,
  },
  {
    name: 'a commission is paid on all fees instead of the increase',
    file: 'src/engine/referrals/accrue-commissions.ts',
    edits: [['(feesTotal - counted) * rate', 'feesTotal * rate']],
    caughtBy: COMMISSIONS,
  },
  {
    name: 'the standing of the booking counts instead of that of the beginning of the day',
    file: 'src/engine/referrals/accrue-commissions.ts',
    edits: [['since > referrals.dayStartedAt ? atDayStart : state', 'since > referrals.dayStartedAt ? state : state']],
    caughtBy: COMMISSIONS,
  },
  {
    name: 'an account can name itself as referrer',
    file: 'src/engine/accounts/open-account.ts',
    edits: [
      [
        'referrer !== user && state.accounts.has(referrer) ? referrer : null',
        'referrer !== undefined ? referrer : null',
      ],
    ],
    caughtBy: ['engine/rewards/program.test.ts'],
  },
  {
    name: 'the minimum of a conversion is not checked',
    file: 'src/engine/convert/plan.ts',
    edits: [['if (gross < minTo) return undefined', '']],
    caughtBy: ['engine/convert/convert.test.ts'],
  },
  {
    name: 'a conversion keeps the whole spread after a worse book',
    file: 'src/engine/convert/plan.ts',
    edits: [['return Math.min(spread, most)', 'return spread']],
    caughtBy: ['engine/convert/convert.test.ts'],
  },
  {
    name: 'a plan counts the own orders of the user',
    file: 'src/engine/core/leg.ts',
    edits: [['        if (seat[order] === taker) continue\n', '']],
    caughtBy: ['engine/convert/convert.test.ts'],
  },
  {
    name: 'a quote of another user is accepted',
    file: 'src/server/convert/quotes.ts',
    edits: [['return quote?.user === user ? quote : undefined', 'return quote']],
    caughtBy: ['server/convert/convert.test.ts'],
  },
  {
    name: 'the legs of conversions are orders of the history',
    file: 'src/server/orders/order-history-projection.ts',
    edits: [['isRecorded(user) && !isConversionLeg(order)', 'isRecorded(user)']],
    caughtBy: ['server/convert/convert.test.ts'],
  },
]
