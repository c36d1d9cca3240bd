/**
 * Makes the payments of a network in rounds: what is open is continued in the order of the ids, then new ones are assigned by
 * the engine. Every step can be repeated, so a round continues what an earlier one began.
 */

import { networkOf, openPayments } from '../../../engine/exchange.ts'
import { assignPayments } from './assign-payments.ts'
import type { PayerDeps, PaymentKind, RoundDeps } from './payer-deps.ts'
import { closeOthers } from './payment-rows.ts'
import type { NoteRefused } from './refusals.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { isTransientFailure } from './transient-failure.ts'

/** `kindOf` is called for each round; undefined while the own addresses are not known. */
export function openPayer<T>(
  deps: PayerDeps,
  kindOf: (noteRefused: NoteRefused) => PaymentKind<T> | undefined,
): Rounds {
  const { log, pollMillis, network } = deps
  let lastFailure = ''

  /** The next round tries again. The same transient failure is logged once. */
  function noteFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason === lastFailure) return
    lastFailure = reason
    const facts = { event: 'payer.round_failed', network: network.id, err: error }
    if (isTransientFailure(error)) log.warn(facts, 'payments wait')
    else log.error(facts, 'payments wait for an operator')
  }

  return openRounds(
    () => pollMillis,
    async (isStopping) => {
      try {
        await deps.refusals.during(async (noteRefused) => {
          const kind = kindOf(noteRefused)
          if (kind !== undefined) await round({ ...deps, noteRefused }, kind)
        })
        lastFailure = ''
      } catch (error) {
        if (!isStopping()) noteFailure(error)
      }
    },
  )
}

async function round<T>(deps: RoundDeps, kind: PaymentKind<T>): Promise<void> {
  const { network, sequencer, database, now } = deps
  const place = await sequencer.read((state) => {
    const listed = networkOf(state, network.id)
    if (listed === undefined) return undefined
    const open = openPayments(state, network.id).map((payment) => ({
      payment,
      terms: kind.termsOf(state, listed, payment.purpose),
    }))
    return { listed, journal: state.journal, open }
  })
  if (place === undefined) return
  const { listed, open } = place
  const ids = open.map(({ payment }) => payment.id)
  await closeOthers(database.pool, network.id, ids, now())
  const payments = kind.begin(place)
  for (const underway of open) await payments.advance(underway)
  if (listed.paused === null) await assignPayments(deps, kind, payments, listed)
}
