/** The value of a user's portfolio and its change, without deposits and withdrawals. */

import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import { type Period, TIMEFRAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import { valuation } from '../../contract/markets/valuation.ts'
import { minus, plus, sumOf, type Units, ZERO } from '../../contract/money.ts'
import { balancesLine, canonicalText, coins, free, held, markets } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import type { Clock } from '../runtime/clock.ts'
import { sha256 } from '../sequencer/journal.ts'
import { type PastValuation, pastValuations } from './past-valuation.ts'
import type { Portfolio } from './portfolio.ts'

export type BalanceDeps = ReadYourWritesDeps & {
  readonly database: Database
  readonly portfolio: Portfolio
  readonly clock: Clock
}

const DAY = TIMEFRAMES['1d']
const PERIODS: Readonly<Record<Period, Millis>> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '90d': 90 * DAY }
/** About a hundred points each. */
const STEPS: Readonly<Record<Period, { readonly step: Millis; readonly timeframe: Timeframe }>> = {
  '24h': { step: TIMEFRAMES['15m'], timeframe: '15m' },
  '7d': { step: 2 * TIMEFRAMES['1h'], timeframe: '1h' },
  '30d': { step: 2 * TIMEFRAMES['4h'], timeframe: '4h' },
  '90d': { step: TIMEFRAMES['1d'], timeframe: '1d' },
}

/** In units of USDT. */
export type BalanceChange = {
  readonly gained: Units
  /** Value at the start of the period plus net deposits since. */
  readonly capital: Units
  /** Net deposits in the period. */
  readonly credited: Units
}

export type CurrentBalance = { readonly value: Units; readonly day: BalanceChange }
export type FullBalance = CurrentBalance & {
  readonly change: BalanceChange
  /** Oldest first; the last is the current value. */
  readonly points: readonly { readonly at: Millis; readonly value: Units }[]
  readonly seq: Seq
  readonly hash: Buffer
}

type Now = { readonly value: Units; readonly credited: Units; readonly seq: Seq; readonly hash: Buffer }

export async function currentBalance(deps: BalanceDeps, user: UserId): Promise<CurrentBalance> {
  await waitForOwnWrites(deps, user)
  const now = await currentValue(deps, user)
  return { value: now.value, day: changeSince(await dayAgo(deps, user), now) }
}

export async function fullBalance(deps: BalanceDeps, user: UserId, period: Period): Promise<FullBalance> {
  await waitForOwnWrites(deps, user)
  const { step, timeframe } = STEPS[period]
  const at = deps.clock.now()
  const end = Math.floor(at / step) * step
  const times = Array.from({ length: PERIODS[period] / step + 1 }, (_, index) => end - PERIODS[period] + index * step)
  const [now, history, yesterday] = await Promise.all([
    currentValue(deps, user),
    valuationsAt(deps, user, times, timeframe),
    period === '24h' ? undefined : dayAgo(deps, user),
  ])
  // Undefined if the user had no balance then.
  const first = history.find((each) => each.at === times[0])
  const before = period === '24h' ? first : yesterday
  const { value, seq, hash } = now
  const points = [...history, { at, value }]
  return { value, seq, hash, day: changeSince(before, now), change: changeSince(first, now), points }
}

async function currentValue({ sequencer, portfolio }: BalanceDeps, user: UserId): Promise<Now> {
  const { values, ...now } = await sequencer.read((state) => {
    const quotes = [...markets(state)]
    const values = Array.from(
      coins(state),
      ({ id }) => valuation(quotes, id, plus(free(state, user, id), held(state, user, id))) ?? ZERO,
    )
    return { values, seq: state.seq, hash: sha256(canonicalText(balancesLine(state, user))) }
  })
  return {
    ...now,
    value: sumOf(values),
    credited: sumOf(Array.from(portfolio.positionsOf(user).values(), (each) => each.credited)),
  }
}

/** 24 hours ago, rounded down to a quarter of an hour. */
async function dayAgo(deps: BalanceDeps, user: UserId): Promise<PastValuation | undefined> {
  const { step, timeframe } = STEPS['24h']
  const [dayOld] = await valuationsAt(
    deps,
    user,
    [Math.floor(deps.clock.now() / step) * step - PERIODS['24h']],
    timeframe,
  )
  return dayOld
}

async function valuationsAt(
  { sequencer, database }: BalanceDeps,
  user: UserId,
  times: readonly Millis[],
  timeframe: Timeframe,
): Promise<PastValuation[]> {
  const pairs = await sequencer.read((state) => Array.from(markets(state), ({ pair }) => pair))
  return pastValuations(database, pairs, user, times, timeframe)
}

function changeSince(before: PastValuation | undefined, now: Now): BalanceChange {
  const credited = minus(now.credited, before?.credited ?? ZERO)
  const capital = plus(before?.value ?? ZERO, credited)
  return { gained: minus(now.value, capital), capital, credited }
}
