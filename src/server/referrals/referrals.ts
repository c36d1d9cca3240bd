/** A referrer's friends: the XP and the commissions they brought. */

import { wholeXp, type Xp } from '../../contract/earn/xp.ts'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { valuation } from '../../contract/markets/valuation.ts'
import { type Ppm, plus, type Units, ZERO } from '../../contract/money.ts'
import { type PageInput, placeId } from '../../contract/paging.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import {
  accountOf,
  coins,
  commissionsOf,
  type Friend,
  friendCountsOf,
  friendIdsOf,
  friendsOf,
  referralShareOf,
  rewardProgram,
  type State,
} from '../../engine/exchange.ts'
import type { CommittedMarkets } from '../markets/committed-markets.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import type { Clock } from '../runtime/clock.ts'
import { friendBonuses } from '../transactions/transactions-projection.ts'
import { maskedName } from '../users/masked-name.ts'
import type { User } from '../users/user-row.ts'
import { nextPayoutAt } from './commission-job.ts'

export type ReferralDeps = ReadYourWritesDeps & {
  readonly database: Database
  readonly markets: Pick<CommittedMarkets, 'all'>
  /** Stamps commands. */
  readonly clock: Clock
}

type Counts = { readonly friends: number; readonly active: number; readonly qualified: number }

/** A friend with a masked name. */
type NamedFriend = { readonly friend: Friend; readonly name: string }

export type XpOfFriends = {
  readonly now: Millis
  readonly counts: Counts
  readonly friends: readonly (NamedFriend & { readonly xp: Xp })[]
  readonly next: boolean
  readonly xp: Xp
  /** For each friend who qualifies from now on. */
  readonly bonus: Xp
}

export type Commissions = {
  readonly now: Millis
  readonly counts: Counts
  /** In units of USDT at the last prices, rounded down. */
  readonly friends: readonly (NamedFriend & { readonly profit: Units })[]
  readonly next: boolean
  readonly profit: Units
  readonly profits: readonly { readonly currency: Currency; readonly amount: Units }[]
  readonly share: Ppm
  readonly tiers: readonly { readonly minActiveFriends: number; readonly share: Ppm }[]
  readonly nextPayoutAt: Millis
}

export async function xpOfFriends(deps: ReferralDeps, user: UserId, page: PageInput): Promise<XpOfFriends | Refusal> {
  await waitForOwnWrites(deps, user)
  const read = await readFriends(deps, user, page)
  if (read === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const shown = read.friends.map((friend) => friend.user)
  const [friends, bonuses] = await Promise.all([named(deps, read.friends), friendBonuses(deps.database, user, shown)])
  const xpFor = (friend: UserId): Xp => wholeXp(bonuses.byFriend.get(friend) ?? ZERO)
  return {
    now: read.now,
    counts: read.counts,
    friends: friends.map((each) => ({ ...each, xp: xpFor(each.friend.user) })),
    next: read.next,
    xp: wholeXp(bonuses.sum),
    bonus: read.program?.parameters.friendBonus ?? 0,
  }
}

export async function commissions(deps: ReferralDeps, user: UserId, page: PageInput): Promise<Commissions | Refusal> {
  const read = await readFriends(deps, user, page)
  if (read === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const quotes = [...deps.markets.all()]
  const usdtValue = (amounts: ReadonlyMap<CurrencyId, Units>): Units =>
    sum(Array.from(amounts, ([currency, amount]) => valuation(quotes, currency, amount) ?? ZERO))
  const friends = await named(deps, read.friends)
  return {
    now: read.now,
    counts: read.counts,
    friends: friends.map((each) => ({ ...each, profit: usdtValue(each.friend.earned) })),
    next: read.next,
    profit: usdtValue(read.earned),
    profits: read.profits,
    share: read.share,
    tiers: read.program?.parameters.tiers ?? [],
    nextPayoutAt: nextPayoutAt(read.now),
  }
}

/** Undefined without an account. */
const readFriends = ({ sequencer, clock }: ReferralDeps, user: UserId, page: PageInput) =>
  sequencer.read((state) => {
    if (accountOf(state, user) === undefined) return undefined
    const { limit, before } = page
    const offset = before === undefined ? page.offset : offsetAfter(state, user, placeId(before))
    const now = Math.max(state.at, clock.now())
    const counts = friendCountsOf(state, user, now)
    const earned = commissionsOf(state, user)
    return {
      now,
      counts,
      friends: friendsOf(state, user, now, offset, limit),
      next: counts.friends > offset + limit,
      earned,
      profits: profitsIn(state, earned),
      share: referralShareOf(state, user),
      program: rewardProgram(state),
    }
  })

/** How many friends are newer than this one, and itself. */
function offsetAfter(state: State, referrer: UserId, friend: string): number {
  const ids = friendIdsOf(state, referrer)
  const index = ids.indexOf(friend as UserId)
  return index < 0 ? ids.length : ids.length - index
}

const profitsIn = (state: State, earned: ReadonlyMap<CurrencyId, Units>): Commissions['profits'] =>
  coins(state).flatMap((currency) => {
    const amount = earned.get(currency.id) ?? ZERO
    return amount === ZERO ? [] : [{ currency, amount }]
  })

const NAMES = 'select id, email, username from users where id = any($1)'

async function named({ database: { pool } }: ReferralDeps, friends: readonly Friend[]): Promise<NamedFriend[]> {
  type Row = Pick<User, 'id' | 'email' | 'username'>
  const rows = await query<Row>(pool, NAMES, [friends.map(({ user }) => user)])
  const byId = new Map(rows.map((row) => [row.id, maskedName(row)]))
  return friends.map((friend) => ({
    friend,
    name: byId.get(friend.user) ?? maskedName({ email: null, username: null }),
  }))
}

const sum = (amounts: Iterable<Units>): Units => [...amounts].reduce(plus, ZERO)
