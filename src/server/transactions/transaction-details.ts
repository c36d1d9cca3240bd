/**
 * What the sentence about a row of the history is written from: its column `details`. Another program can write rows, so words
 * that the sentence repeats are keyed, and values that no sentence can have are left out.
 */

import type { TaskId, UserId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Ppm } from '../../contract/money.ts'
import type { ReviewReason, RewardCause } from '../../engine/exchange.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'

export type RewardDetails = RewardCause | { readonly kind: 'commission'; readonly day: number; readonly share: Ppm }

/** `failure` of a transfer that is not credited; null: none. */
export type DepositDetails = { readonly kind: 'deposit'; readonly failure: DepositFailure | null }
/** `dropped`: the chain replaced its block. `unclear`: what arrived is not what the transaction says. */
export type DepositFailure = 'below-minimum' | 'dropped' | 'unclear'

export type WithdrawalDetails = {
  readonly kind: 'withdrawal'
  readonly review?: ReviewReason | null
  readonly failure?: 'reverted' | 'replaced' | 'lost' | 'missing'
  /** Why it was rejected or cancelled. */
  readonly note?: string
  /** Why the account was charged for a payment that was found after a restore. */
  readonly charge?: string
}

/** `change` in units of USDT. */
export type TransactionDetails =
  | RewardDetails
  | { readonly kind: 'welcome' }
  | { readonly kind: 'convert'; readonly change: string }
  | { readonly kind: 'trade'; readonly side: Side; readonly type: 'limit' | 'market' }
  | DepositDetails
  | WithdrawalDetails

/** Words of an operator, or the title of a task. A row has one of them. */
const WORDS = ['note', 'charge', 'title'] as const
type Words = (typeof WORDS)[number]

const proofOf = (key: Uint8Array, uuid: string, name: Words, words: string): Buffer =>
  keyedHash(key, 'history', [uuid, name, words])

/** As it is stored, also if it is added to the details of a row: with the proof of its words. */
export function storedDetails(key: Uint8Array, uuid: string, details: object): string {
  const found = details as Partial<Record<Words, string>>
  const proofs = WORDS.flatMap((name) => {
    const words = found[name]
    return words === undefined ? [] : [{ proof: proofOf(key, uuid, name, words).toString('hex') }]
  })
  return JSON.stringify(Object.assign({}, details, ...proofs))
}

type Stored = Readonly<Record<string, unknown>>

/** Whatever the row says: a sentence can be written from it. */
export function readDetails(
  key: Uint8Array,
  row: Pick<TransactionRow, 'uuid' | 'type' | 'details'>,
): TransactionDetails {
  const stored = (row.details ?? {}) as Stored
  const words = (name: Words): string | undefined => {
    const [text, proof] = [stored[name], stored.proof]
    const isAuthentic =
      typeof text === 'string' &&
      typeof proof === 'string' &&
      isSameHash(Buffer.from(proof, 'hex'), proofOf(key, row.uuid, name, text))
    return isAuthentic ? text : undefined
  }
  switch (row.type) {
    case 'deposit':
      return { kind: 'deposit', failure: textOf(stored.failure) as DepositFailure | null }
    case 'withdrawal': {
      const [failure, note, charge] = [textOf(stored.failure), words('note'), words('charge')]
      return {
        kind: 'withdrawal',
        review: textOf(stored.review) as ReviewReason | null,
        ...(failure !== null && { failure: failure as NonNullable<WithdrawalDetails['failure']> }),
        ...(note !== undefined && { note }),
        ...(charge !== undefined && { charge }),
      }
    }
    case 'trade':
      return {
        kind: 'trade',
        side: stored.side === 'sell' ? 'sell' : 'buy',
        type: stored.type === 'market' ? 'market' : 'limit',
      }
    case 'convert':
      return { kind: 'convert', change: /^\d{1,38}$/.test(String(stored.change)) ? String(stored.change) : '0' }
    case 'referral':
      return { kind: 'commission', day: Math.min(numberOf(stored.day), MAX_DAY), share: numberOf(stored.share) }
    case 'welcome':
      return { kind: 'welcome' }
    case 'reward':
      return rewardOf(stored, words('title'))
  }
}

function rewardOf(stored: Stored, title: string | undefined): RewardDetails {
  switch (stored.kind) {
    case 'daily':
      return { kind: 'daily', days: numberOf(stored.days) }
    case 'task':
      return { kind: 'task', task: numberOf(stored.task) as TaskId, title: title ?? 'completed' }
    case 'friend_bonus':
      return { kind: 'friend_bonus', friend: String(stored.friend) as UserId }
    default:
      return { kind: 'mining', startedAt: numberOf(stored.startedAt), endedAt: numberOf(stored.endedAt) }
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The last one that has a date. */
const MAX_DAY = 100_000_000
const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
