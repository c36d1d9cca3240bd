/** Decides and signs: by the policy, and by what the journal says was signed before. */

import { checkPayment } from './check-payment.ts'
import { checkSkip, type Verdict } from './check-rules.ts'
import { checkTonPayment } from './check-ton-payment.ts'
import type { JournalEntry, SignerJournal } from './journal.ts'
import type { Policy } from './policy.ts'
import {
  isTon,
  SIGNER_PAUSED,
  type SignerReply,
  type SignerRequest,
  type SignInput,
  type Skipped,
  TERM_ENDED,
  TERM_UNKNOWN,
} from './protocol.ts'
import {
  add,
  countersOf,
  emptySignedPayments,
  newestFrom,
  type SignedPayments,
  versionsOf,
  walletKey,
} from './signed-payments.ts'
import type { TonWallet } from './ton-wallet.ts'
import { signTransaction } from './transaction.ts'
import type { Wallets } from './wallets.ts'

export type Signer = {
  /** One request is answered after the other. Throws if the journal cannot be written. */
  answer(request: SignerRequest): Promise<SignerReply>
}

type AnswerDeps = {
  readonly policy: Policy
  readonly wallets: Wallets
  readonly ton: TonWallet
  /** The public key that signs manifests of backups, in hex. */
  readonly manifestKey: string
  readonly journal: Pick<SignerJournal, 'entries' | 'append'>
  /** Of its folder. */
  readonly instance: string
  /** Nothing is signed meanwhile. */
  readonly isPaused: () => boolean
  /** An operator has allowed it on the machine of the signer. */
  readonly isSkipAllowed: () => boolean
  readonly keepRecordKey: (sealed: string) => void
  readonly now: () => number
}

const accepted = (id: string): SignerReply => ({ id, accepted: true })

export function answers(parts: AnswerDeps): Signer {
  const { policy, wallets, ton, manifestKey, journal, instance, isPaused, isSkipAllowed, keepRecordKey, now } = parts
  const state = emptySignedPayments()
  for (const entry of journal.entries) add(state, entry)
  const refusalOf = (verdict: Verdict): string | undefined => (isPaused() ? SIGNER_PAUSED : reasonOf(verdict))
  const timeOf = (): number => Math.max(now(), state.at)
  const check = (input: SignInput): Verdict => verdictOf(parts, state, input, timeOf())
  function record(entry: JournalEntry): void {
    journal.append(entry)
    add(state, entry)
  }

  function lead(id: string, term: number, of = instance): SignerReply {
    if (of !== instance || term <= state.term) return { id, refused: of === instance ? TERM_ENDED : TERM_UNKNOWN }
    record({ type: 'term', at: timeOf(), term })
    return accepted(id)
  }

  async function sign(id: string, input: SignInput): Promise<SignerReply> {
    const verdict = check(input)
    const refused = refusalOf(verdict)
    if (refused !== undefined) return { id, refused }
    const { raw, txid } = isTon(input) ? ton.sign(input) : await signTransaction(wallets.account(input.wallet), input)
    if (verdict.type === 'new') record({ type: 'signed', at: timeOf(), input, txid })
    return { id, raw, txid }
  }

  function skip(id: string, input: Skipped): SignerReply {
    const refused = checkSkip(policy, input, isSkipAllowed())
    if (refused !== undefined) return { id, refused }
    if (input.next > (state.nextNonces.get(walletKey(input)) ?? 0)) record({ type: 'skipped', at: timeOf(), input })
    return accepted(id)
  }

  function answer(request: SignerRequest): Promise<SignerReply> | SignerReply {
    const { id, call } = request
    if (call === 'addresses') return { id, xpub: wallets.xpub, tonKey: ton.publicKey, manifestKey }
    if (call === 'status') return { id, isPaused: isPaused(), instance }
    if (call === 'counters') return { id, counters: countersOf(state) }
    if (call === 'versions') return { id, versions: versionsOf(state, request.payment) }
    if (call === 'transactions')
      return isPaused() ? { id, refused: SIGNER_PAUSED } : signedAgain(wallets, state, request)
    if (call === 'lead') return lead(id, request.term, request.instance)
    const ofTerm = call === 'sign' || call === 'skip' ? refusedTerm(request, instance, state.term) : undefined
    if (ofTerm !== undefined) return { id, refused: ofTerm }
    if (call === 'sign') return sign(id, request.input)
    if (call === 'skip') return skip(id, request.input)
    if (call === 'keep') {
      keepRecordKey(request.recordKey)
      return accepted(id)
    }
    const refused = refusalOf(check(request.input))
    return refused === undefined ? accepted(id) : { id, refused }
  }

  let running: Promise<unknown> = Promise.resolve()
  return {
    answer(request) {
      const answered = running.then(() => answer(request))
      running = answered.catch(() => undefined)
      return answered
    },
  }
}

type OfTerm = Extract<SignerRequest, { readonly call: 'sign' | 'skip' }>

/** Undefined for the term of this signer that was begun last. */
function refusedTerm({ term = 0, instance }: OfTerm, own: string, current: number): string | undefined {
  if ((instance ?? own) !== own || term > current) return TERM_UNKNOWN
  return term < current ? TERM_ENDED : undefined
}

const verdictOf = (
  { policy, wallets, ton }: AnswerDeps,
  state: SignedPayments,
  input: SignInput,
  at: number,
): Verdict =>
  isTon(input)
    ? checkTonPayment({ policy, address: ton.address }, state, input, at)
    : checkPayment({ policy, addressOf: wallets.address }, state, input, at)

const reasonOf = (verdict: Verdict): string | undefined => (verdict.type === 'refused' ? verdict.reason : undefined)

/** These bytes were signed before: the server may have lost them. */
async function signedAgain(
  wallets: AnswerDeps['wallets'],
  state: SignedPayments,
  { id, input: place }: Extract<SignerRequest, { call: 'transactions' }>,
): Promise<SignerReply> {
  const signed = newestFrom(state, place).map((input) => signTransaction(wallets.account(input.wallet), input))
  return { id, transactions: (await Promise.all(signed)).map(({ raw }) => raw) }
}
