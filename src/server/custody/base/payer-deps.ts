/** What the payer of a network of any kind needs, and what a kind of network knows about its payments. */

import type { CurrencyId, Millis, NetworkId, UserId } from '../../../contract/ids.ts'
import type { NetworkInfo, Payment, PaymentPurpose, ReviewReason, State } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import type { PaymentStep } from './payment-step.ts'
import type { NoteRefused, Refusals } from './refusals.ts'

export type PayerDeps = {
  readonly network: { readonly id: NetworkId }
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly signer: SignerClient
  readonly log: Log
  readonly now: () => Millis
  readonly pollMillis: Millis
  /** The row of a withdrawal changed outside of the engine. */
  readonly onWithdrawal: (user: UserId, uuid: string) => void
  /** True if the text differs from the last one of this key: conditions that last are logged once. */
  readonly hasChanged: (key: string, text: string) => boolean
  readonly refusals: Refusals
  readonly forged: Pick<ForgedRows, 'note'>
  readonly onStep?: ((step: PaymentStep) => void) | undefined
}

/** A payment that is not final, with its terms: what it moves on the chain. */
type Underway<T> = { readonly payment: Payment; readonly terms: T }

/** As the engine has it when a round begins. `journal`: its uuid. */
export type Place<T> = {
  readonly listed: NetworkInfo
  readonly journal: string
  readonly open: readonly Underway<T>[]
}

/** `wait`: this coin. `later`: this payment only. */
export type Decision = 'pay' | 'wait' | 'later' | ReviewReason

/** What a network pays in a round, besides what is open. */
export type Plan = {
  /** False: no withdrawals and returns yet. */
  readonly paysUsers: boolean
  /** Coins that must wait. */
  readonly waiting: Iterable<CurrencyId>
  /** Of the commands that assign payments. */
  readonly stamp: { readonly createdAt?: number }
  /** What else to pay, asked for after the withdrawals and returns. */
  readonly others: () => Promise<readonly PaymentPurpose[]>
}

/** One round. */
export type PaymentRound<T> = {
  /** Signs, stores and sends what is missing, and books what is final. Every step can be repeated. */
  advance(underway: Underway<T>): Promise<void>
  plan(): Promise<Plan>
  /** Everything that can fail is tried before the payment gets a nonce, because a nonce must be used. */
  decide(purpose: PaymentPurpose, terms: T, plan: Plan): Promise<Decision>
  /** The token whose contract cannot be read, if the error says so: the other coins need not wait. */
  unreadableToken(error: unknown, terms: T): string | undefined
}

/** `T`: the terms of a payment. */
export type PaymentKind<T> = {
  termsOf(state: State, listed: NetworkInfo, purpose: PaymentPurpose): T
  begin(place: Place<T>): PaymentRound<T>
}

/** Of one round. */
export type RoundDeps = PayerDeps & { readonly noteRefused: NoteRefused }
