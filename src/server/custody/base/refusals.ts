/** What the signer refuses on a network. Its policy may be wrong, so operators must see it. */

import type { PaymentPurpose } from '../../../engine/exchange.ts'
import { SIGNER_PAUSED } from '../../../signer/protocol.ts'
import { failingIf, type PartReading } from '../../runtime/part-health.ts'
import { isOfDatabase, isTransientFailure } from './transient-failure.ts'

type RefusedPayment = {
  readonly purpose: PaymentPurpose
  /** In the words of the signer. */
  readonly reason: string
}

export type NoteRefused = (purpose: PaymentPurpose, reason: string) => void

export type Refusals = {
  /** In the last round. */
  readonly refused: readonly RefusedPayment[]
  /** For `/health`. */
  readonly health: PartReading
  /**
   * Runs a round of the payer, which tries every payment again. If it fails and found none, those of before still count. A
   * failure of the database, or one that does not pass by itself, is in `health` until a round is complete.
   */
  during(round: (note: NoteRefused) => Promise<void>): Promise<void>
}

export function openRefusals(): Refusals {
  let refused: readonly RefusedPayment[] = []
  let failure: string | undefined
  return {
    get refused() {
      return refused
    },
    get health() {
      return failure === undefined ? readingOf(new Set(refused.map(({ reason }) => reason))) : failingIf(failure)
    },
    async during(round) {
      const found: RefusedPayment[] = []
      let isComplete = false
      try {
        await round((purpose, reason) => void found.push({ purpose, reason }))
        isComplete = true
        failure = undefined
      } catch (error) {
        if (!isTransientFailure(error)) failure = 'payments wait for an operator: the log says why'
        else if (isOfDatabase(error)) failure ??= 'payments wait for the database'
        throw error
      } finally {
        if (isComplete || found.length > 0) refused = found
      }
    },
  }
}

/** A signer that its operator has paused is no failure. The reasons name no amounts. */
function readingOf(reasons: ReadonlySet<string>): PartReading {
  if (reasons.has(SIGNER_PAUSED)) return { state: 'paused', reason: SIGNER_PAUSED }
  return failingIf(reasons.size === 0 ? undefined : `the signer refuses a payment: ${[...reasons].join('; ')}`)
}
