/** Checks all payments of rewards in a journal: each is for a different run, day, task or friend. */

import type { UserId } from '../../src/contract/ids.ts'
import { canonicalText, type RewardCause } from '../../src/engine/exchange.ts'
import type { ExecutedCommand } from '../../src/server/sequencer/execute-batch.ts'

const DAY_MILLIS = 24 * 60 * 60 * 1_000

/** What was paid, and when each user claimed the last daily reward. */
export type Payments = { readonly paid: Set<string>; readonly lastDaily: Map<UserId, number>; commissions: number }

export const noPayments = (): Payments => ({ paid: new Set(), lastDaily: new Map(), commissions: 0 })

/** Throws if a reward was paid twice. */
export function recordPayments({ outcome }: ExecutedCommand, payments: Payments): void {
  for (const event of outcome.events) {
    if (event.type === 'commission-booked') payments.commissions += 1
    if (event.type !== 'reward-paid') continue
    const { user, at, cause } = event
    if (cause.kind === 'daily') {
      if (at - (payments.lastDaily.get(user) ?? -DAY_MILLIS) < DAY_MILLIS)
        throw new Error(`${user} was paid twice within a day`)
      payments.lastDaily.set(user, at)
      continue
    }
    const key = canonicalText([user, periodOf(cause)])
    if (payments.paid.has(key)) throw new Error(`${key} was paid twice`)
    payments.paid.add(key)
  }
}

function periodOf(cause: Exclude<RewardCause, { kind: 'daily' }>): string {
  if (cause.kind === 'mining') return `run ${cause.startedAt}`
  return cause.kind === 'task' ? `task ${cause.task}` : `friend ${cause.friend}`
}
