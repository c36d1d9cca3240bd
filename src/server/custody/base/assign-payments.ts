/** Assigns payments to approved withdrawals and to deposits that are sent back, in the order of their ids, and then to others. */

import type { CurrencyId } from '../../../contract/ids.ts'
import {
  approvedWithdrawals,
  depositReturns,
  type NetworkInfo,
  type PaymentPurpose,
  type ReviewReason,
} from '../../../engine/exchange.ts'
import { NONCE_GAP, WITHDRAWAL_UNDERWAY } from '../../../signer/protocol.ts'
import type { Decision, PaymentKind, PaymentRound, Plan, RoundDeps } from './payer-deps.ts'
import { returnPurpose } from './payment-purposes.ts'
import { REVIEWS } from './reviews.ts'

type Owed = {
  readonly purpose: Extract<PaymentPurpose, { kind: 'withdrawal' | 'return' }>
  readonly currency: CurrencyId
}

type Assigning<T> = {
  readonly deps: RoundDeps
  readonly kind: PaymentKind<T>
  readonly round: PaymentRound<T>
  readonly listed: NetworkInfo
  readonly plan: Plan
}

/** Advances each payment before the next one is assigned. */
export async function assignPayments<T>(
  deps: RoundDeps,
  kind: PaymentKind<T>,
  round: PaymentRound<T>,
  listed: NetworkInfo,
): Promise<void> {
  const plan = await round.plan()
  const assigning = { deps, kind, round, listed, plan }
  if (plan.paysUsers && !(await assignOwed(assigning))) return
  for (const purpose of await plan.others())
    if ((await decide(assigning, purpose)) === 'pay') await assign(assigning, purpose)
}

/** False if the wallet takes no more payments: those that follow must not overtake this one. */
async function assignOwed<T>(assigning: Assigning<T>): Promise<boolean> {
  /** Coins whose first withdrawal must wait: later ones do not overtake it. */
  const waiting = new Set(assigning.plan.waiting)
  for (const { purpose, currency } of await owedPayments(assigning)) {
    if (waiting.has(currency)) continue
    const decision = await decide(assigning, purpose)
    if (decision === 'later') continue
    if (decision === 'pay') {
      if (!(await assign(assigning, purpose))) return false
    } else if (decision !== 'wait') await refuse(assigning.deps, purpose, decision)
    else if (purpose.kind === 'withdrawal') waiting.add(currency)
  }
  return true
}

const owedPayments = <T>({ deps: { sequencer, now }, listed }: Assigning<T>): Promise<readonly Owed[]> =>
  sequencer.read((state) => [
    ...approvedWithdrawals(state, listed.network.id, now()).map(
      ({ id, currency }): Owed => ({ purpose: { kind: 'withdrawal', withdrawal: id }, currency }),
    ),
    ...depositReturns(state)
      .filter(({ deposit, payment }) => deposit.network === listed.network.id && payment === null)
      .map((each): Owed => ({ purpose: returnPurpose(listed, each), currency: each.deposit.currency })),
  ])

/** A withdrawal waits for an operator. A return waits for its approval; one that cannot be paid is unclaimed again. */
async function refuse({ sequencer, log, hasChanged }: RoundDeps, purpose: Owed['purpose'], review: ReviewReason) {
  if (purpose.kind === 'withdrawal') {
    const command = { type: 'review-withdrawal', withdrawal: purpose.withdrawal, review } as const
    await sequencer.submit(command, () => undefined)
  } else if (review !== 'approval_missing') {
    const id = purpose.return
    log.error({ event: 'payment.return_cancelled', return: id, decision: review }, 'a deposit cannot be returned')
    const command = { type: 'cancel-return', return: id, operator: null, reason: review } as const
    await sequencer.submit(command, () => undefined)
  } else if (hasChanged(`return ${purpose.return}`, review))
    log.warn({ event: 'payment.return_needs_approval', return: purpose.return }, 'a return waits for an approval')
}

/** False if the wallet has too many payments that are not final, or the chain began again: the next round continues. */
async function assign<T>(
  { deps: { sequencer, onStep = () => undefined }, kind, round, listed, plan }: Assigning<T>,
  purpose: PaymentPurpose,
): Promise<boolean> {
  onStep('before_assign')
  const { network, generation } = listed
  const command = { type: 'assign-payment', network: network.id, purpose, generation, ...plan.stamp } as const
  const underway = await sequencer.submit(command, (state, { answer }) =>
    answer.type === 'payment'
      ? { payment: answer.payment, terms: kind.termsOf(state, listed, answer.payment.purpose) }
      : undefined,
  )
  if (underway === undefined) return false
  onStep('assigned')
  await round.advance(underway)
  return true
}

/** A token that cannot be read waits, and the other coins do not. */
async function decide<T>(
  { deps: { sequencer, hasChanged, log, network }, kind, round, listed, plan }: Assigning<T>,
  purpose: PaymentPurpose,
): Promise<Decision> {
  const terms = await sequencer.read((state) => kind.termsOf(state, listed, purpose))
  try {
    return await round.decide(purpose, terms, plan)
  } catch (error) {
    const token = round.unreadableToken(error, terms)
    if (token === undefined || !(error instanceof Error)) throw error
    if (hasChanged(token, 'unreadable'))
      log.warn({ event: 'payment.token_unreadable', network: network.id, reason: error.message }, 'payments wait')
    return 'wait'
  }
}

type Coin = { readonly key: string; readonly contract: string | null }

/** Returns `isCovered`: whether the wallet has enough of a coin. Logged once. */
export function noteCovered(
  { hasChanged, log, network }: RoundDeps,
  { key, contract }: Coin,
  isCovered: boolean,
): boolean {
  if (hasChanged(key, isCovered ? 'covered' : 'not covered') && !isCovered)
    log.warn({ event: 'payment.not_covered', network: network.id, contract }, 'a payment waits for coins')
  return isCovered
}

/** What follows from the answer of the signer to a payment that it was asked to check; `key`: of the wallet or coin. */
export function decisionOf(
  { hasChanged, log, network, noteRefused }: RoundDeps,
  purpose: PaymentPurpose,
  key: string,
  refused: string | undefined,
): Decision {
  if (refused === undefined) return 'pay'
  // It was logged why the one before is not signed.
  if (refused === NONCE_GAP) return 'wait'
  if (refused === WITHDRAWAL_UNDERWAY) return 'later'
  const review = REVIEWS.get(refused)
  if (review !== undefined) return review
  noteRefused(purpose, refused)
  if (hasChanged(`refused ${key}`, refused))
    log.error(
      { event: 'payment.refused', network: network.id, purpose, reason: refused },
      'the signer refuses a payment',
    )
  return 'wait'
}
