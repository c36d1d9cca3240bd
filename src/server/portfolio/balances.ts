/** What everything somebody has is worth, how that changed, and what of the change came from outside. */

import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import { sumOf, type Units } from '../../contract/money.ts'
import { type Period, TIMEFRAMES, type Timeframe } from '../../contract/timeframes.ts'
import { worth } from '../../contract/worth.ts'
import { canonicalText } from '../../engine/canonical-text.ts'
import { balancesLine } from '../../engine/state-text.ts'
import type { Clock } from '../clock.ts'
import { sha256 } from '../core/journal.ts'
import { type History, historyIsThere } from '../orders/own-history.ts'
import type { Database } from '../postgres/database.ts'
import { type PastWorth, pastWorths } from './past-worth.ts'
import type { Portfolio } from './portfolio.ts'

export type BalanceParts = History & {
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
export type Change = {
  readonly gained: Units
  /** What it was gained with: what was there before, and what came from outside since. */
  readonly capital: Units
  readonly credited: Units
}

export type Current = { readonly worth: Units; readonly day: Change }
export type Full = Current & {
  readonly change: Change
  /** Oldest first, and now at the end. */
  readonly points: readonly { readonly at: Millis; readonly worth: Units }[]
  readonly seq: Seq
  readonly hash: Buffer
}

type Now = { readonly worth: Units; readonly credited: Units; readonly seq: Seq; readonly hash: Buffer }

export async function currentBalance(parts: BalanceParts, user: UserId): Promise<Current> {
  await historyIsThere(parts, user)
  const now = await worthNow(parts, user)
  return { worth: now.worth, day: changeSince(await dayAgo(parts, user), now) }
}

export async function fullBalance(parts: BalanceParts, user: UserId, period: Period): Promise<Full> {
  await historyIsThere(parts, user)
  const { step, timeframe } = STEPS[period]
  const at = parts.clock.now()
  const end = Math.floor(at / step) * step
  const times = Array.from({ length: PERIODS[period] / step + 1 }, (_, index) => end - PERIODS[period] + index * step)
  const [now, past, yesterday] = await Promise.all([
    worthNow(parts, user),
    pastOf(parts, user, times, timeframe),
    period === '24h' ? undefined : dayAgo(parts, user),
  ])
  // Who had nothing at the beginning began with nothing.
  const first = past.find((each) => each.at === times[0])
  const before = period === '24h' ? first : yesterday
  const { worth, seq, hash } = now
  const points = [...past, { at, worth }]
  return { worth, seq, hash, day: changeSince(before, now), change: changeSince(first, now), points }
}

async function worthNow({ sequencer, portfolio }: BalanceParts, user: UserId): Promise<Now> {
  const { amounts, ...now } = await sequencer.read((state) => {
    const balances = state.ledger.get(user) ?? { free: [], held: [] }
    const quotes = [...state.markets.values()]
    const amounts = [...state.currencies.keys()].map(
      (id) => worth(quotes, id, (balances.free[id] ?? 0n) + (balances.held[id] ?? 0n)) ?? 0n,
    )
    return { amounts, seq: state.seq, hash: sha256(canonicalText(balancesLine(user, balances))) }
  })
  return {
    ...now,
    worth: sumOf(amounts),
    credited: sumOf(Array.from(portfolio.of(user).values(), (each) => each.credited)),
  }
}

/** To the quarter of an hour. */
async function dayAgo(parts: BalanceParts, user: UserId): Promise<PastWorth | undefined> {
  const { step, timeframe } = STEPS['24h']
  const [past] = await pastOf(parts, user, [Math.floor(parts.clock.now() / step) * step - PERIODS['24h']], timeframe)
  return past
}

async function pastOf(
  { sequencer, database }: BalanceParts,
  user: UserId,
  times: readonly Millis[],
  timeframe: Timeframe,
): Promise<PastWorth[]> {
  const pairs = await sequencer.read(({ markets }) => Array.from(markets.values(), ({ pair }) => pair))
  return pastWorths(database, pairs, user, times, timeframe)
}

function changeSince(before: PastWorth | undefined, now: Now): Change {
  const credited = now.credited - (before?.credited ?? 0n)
  const capital = (before?.worth ?? 0n) + credited
  return { gained: now.worth - capital, capital, credited }
}
