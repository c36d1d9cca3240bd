/** What owners have and did, as objects in units. */

import type { CurrencyId, Millis, Seq, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import type { Units } from '../../contract/money.ts'
import type { Owner } from '../postings.ts'
import { joined } from './amounts.ts'
import type { Now } from './happen.ts'
import type { Ledger } from './ledger.ts'
import type { CurrencyOf } from './money.ts'
import type { Owners } from './owners.ts'
import { NONE, type OwnerHandle, type PurseHandle, type Records } from './records.ts'

/** What an account did in trades. Commissions, tasks and tiers are computed from it. */
export type ActivityView = {
  readonly trades: number
  /** In units of USDT, at the prices of the trades. */
  readonly volume: Units
  /** The last trade with a fee. */
  readonly lastFeeAt: Millis | undefined
  readonly conversions: number
  /** When an order was first filled for at least 100 USDT. */
  readonly qualifiedAt: Millis | undefined
}

type BalanceView = { readonly currency: CurrencyId; readonly free: Units; readonly held: Units }

type Deps = {
  readonly records: Records
  readonly now: Now
  readonly ledger: Ledger
  readonly owners: Owners
  readonly currencyOf: CurrencyOf
}

export function openMoneyViews({ records, now, ledger, owners, currencyOf }: Deps) {
  const { lastSeq, frozenUntil, trades, volumeHigh, volumeLow, lastFeeAt, qualifiedAt, conversions } = records.owners
  const { currency: currencyIn, feesHigh, feesLow } = records.purses

  /** Of each currency that the owner ever had, in the order of the currencies. */
  function balancesOf(owner: Owner): readonly BalanceView[] {
    return pursesOf(owner).map((purse) => {
      const currency = currencyIn[purse] as CurrencyId
      const balance = (part: 'free' | 'held') => unitsOf(currency, ledger.balanceOf(purse, part))
      return { currency, free: balance('free'), held: balance('held') }
    })
  }

  function pursesOf(owner: Owner): PurseHandle[] {
    const found = owners.find(owner)
    const purses: PurseHandle[] = []
    if (found === NONE) return purses
    for (let purse = records.owners.firstPurse[found]!; purse !== NONE; purse = records.purses.next[purse]!)
      purses.push(purse)
    return purses.sort((one, other) => currencyIn[one]! - currencyIn[other]!)
  }

  /** In the order of the currencies. */
  const paidFees = (user: UserId): readonly (readonly [CurrencyId, Units])[] =>
    pursesOf(user).flatMap((purse) => {
      const fees = joined(feesHigh[purse]!, feesLow[purse]!)
      const currency = currencyIn[purse] as CurrencyId
      return fees === 0n ? [] : [[currency, unitsOf(currency, fees)] as const]
    })

  /** Undefined before the first trade or conversion. */
  function activityOf(user: UserId): ActivityView | undefined {
    const owner = owners.find(user)
    if (owner === NONE || (trades[owner] === 0 && conversions[owner] === 0)) return undefined
    return {
      trades: trades[owner]!,
      volume: joined(volumeHigh[owner]!, volumeLow[owner]!) as Units,
      lastFeeAt: lastFeeAt[owner] === 0 ? undefined : lastFeeAt[owner]!,
      conversions: conversions[owner]!,
      qualifiedAt: qualifiedAt[owner] === 0 ? undefined : qualifiedAt[owner]!,
    }
  }

  const unitsOf = (currency: CurrencyId, amount: bigint): Units => (amount * smallestOf(currencyOf(currency))) as Units
  const of = <T>(user: UserId, read: (owner: OwnerHandle) => T, without: T): T => {
    const owner = owners.find(user)
    return owner === NONE ? without : read(owner)
  }

  return {
    balancesOf,
    paidFees,
    activityOf,
    /** In the order in which they came. */
    names: owners.names,
    lastSeqOf: (user: UserId): Seq => of(user, (owner) => lastSeq[owner]!, 0),
    isFrozen: (user: UserId, at: Millis): boolean => of(user, (owner) => at < frozenUntil[owner]!, false),
    frozenUntilOf: (user: UserId): Millis => of(user, (owner) => frozenUntil[owner]!, 0),
    noteChange(user: UserId): void {
      lastSeq[owners.handleOf(user)] = now.seq
    },
    countConversion(user: UserId): void {
      conversions[owners.handleOf(user)]! += 1
    },
  }
}
