/**
 * Makes the payments of a TON network: assigned by the engine, signed, stored, then sent, again in every round until the
 * list of the wallet has them. The watcher books their results. Every step can be repeated.
 */

import { MAX_MESSAGE_FEE } from '../../../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE } from '../../../chains/ton/jetton.ts'
import { type Millis, withdrawalUuid } from '../../../contract/ids.ts'
import {
  approvedWithdrawals,
  type NetworkInfo,
  networkOf,
  nextNonce,
  openPayments,
  type Payment,
  type PaymentPurpose,
  type ReviewReason,
  streamOf,
  type Withdrawal,
  withdrawalOf,
} from '../../../engine/exchange.ts'
import { WITHDRAWAL_UNDERWAY } from '../../../signer/protocol.ts'
import { query } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import { REVIEWS } from '../assign-payments.ts'
import { closeOthers, noteSent, paymentRow, storeVersion, versionRows } from '../payment-rows.ts'
import { isPassing, openRounds, type Rounds } from '../rounds.ts'
import type { SignerClient } from '../signer-client.ts'
import type { ResultDeps } from './payment-results.ts'
import { type TonTerms, tonSignInput, tonTermsOf } from './ton-terms.ts'

export type TonPayerDeps = ResultDeps & {
  readonly signer: SignerClient
  readonly pollMillis: Millis
  /** True if the text differs from the last one of this key: conditions that last are logged once. */
  readonly isNews: (key: string, text: string) => boolean
}

/** Chain and signer have clocks of their own, and the wallet refuses a message from its future. */
const CREATED_BEFORE_SECONDS = 30

export function openTonPayer(deps: TonPayerDeps): Rounds {
  const { log, pollMillis, network } = deps
  let lastFailure = ''
  return openRounds(pollMillis, async (isStopping) => {
    try {
      await round(deps)
      lastFailure = ''
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // The same failure is logged once.
      if (isStopping() || reason === lastFailure) return
      lastFailure = reason
      const facts = { event: 'payer.round_failed', network: network.id, err: error }
      if (isPassing(error)) log.warn(facts, 'payments wait')
      else log.error(facts, 'payments wait for an operator')
    }
  })
}

type Underway = { readonly payment: Payment; readonly terms: TonTerms | undefined }
type Round = { readonly listed: NetworkInfo; readonly journal: string }

async function round(deps: TonPayerDeps): Promise<void> {
  const { network, sequencer, database, now } = deps
  if (network.wallet === undefined) return
  const { listed, journal, open } = await sequencer.read((state) => ({
    listed: networkOf(state, network.id),
    journal: state.journal,
    open: openPayments(state, network.id).map((payment) => {
      const { purpose } = payment
      return {
        payment,
        withdrawal: purpose.kind === 'withdrawal' ? withdrawalOf(state, purpose.withdrawal) : undefined,
      }
    }),
  }))
  if (listed === undefined || listed.paused !== null) return
  await closeOthers(
    database.pool,
    network.id,
    open.map(({ payment }) => payment.id),
    now(),
  )
  const underway = open.map(({ payment, withdrawal }) => ({
    payment,
    terms: withdrawal && tonTermsOf(listed, withdrawal),
  }))
  for (const each of underway) await advance(deps, { listed, journal }, each)
  await assignNew(deps, { listed, journal })
}

/** Signs, stores and sends the message, unless the list of the wallet has it already. */
async function advance(deps: TonPayerDeps, { listed, journal }: Round, { payment, terms }: Underway): Promise<void> {
  const { database, network, signer, log, now, onStep = () => undefined } = deps
  const { pool } = database
  const row = await paymentRow(pool, payment, { stream: streamOf(listed), journal, now: now() })
  if (row.mined_txid !== null) return
  if ((await versionRows(pool, payment.id)).length === 0) {
    const input = tonSignInput(listed, terms, payment, await ownJettonWallet(deps, terms))
    const signed = await signer.sign(input)
    if ('refused' in signed) {
      const reason = signed.refused
      if (deps.isNews(`payment ${payment.id}`, reason))
        log.error(
          { event: 'payment.not_signed', payment: payment.id, reason },
          'the signer refuses an assigned payment',
        )
      return
    }
    onStep('signed')
    const version = { raw: Buffer.from(signed.raw.slice(2), 'hex'), txid: signed.txid, maxFee: 0n, tip: 0n }
    await storeVersion(pool, payment.id, version, now())
    onStep('stored')
  }
  const [version] = await versionRows(pool, payment.id)
  if (version === undefined) return
  await network.chain.send(version.raw)
  onStep('sent')
  if (await noteSent(pool, payment.id, now())) {
    onStep('noted')
    if (terms !== undefined) deps.onWithdrawal(terms.withdrawal.user, withdrawalUuid(journal, terms.withdrawal.id))
  }
}

const ownJettonWallet = async ({ network }: TonPayerDeps, terms: TonTerms | undefined): Promise<string | null> =>
  terms === undefined || terms.contract === null ? null : network.jettonWallet(terms.contract)

async function assignNew(deps: TonPayerDeps, round: Round): Promise<void> {
  const { network, sequencer } = deps
  const { listed } = round
  const withdrawals = await sequencer.read((state) => approvedWithdrawals(state, network.id))
  const account = await network.chain.account(network.wallet ?? '')
  const createdAt = account.time - CREATED_BEFORE_SECONDS
  if (account.codeHash === null) {
    if (account.balance >= MAX_MESSAGE_FEE) await assign(deps, round, { kind: 'deploy' }, undefined, createdAt)
    return
  }
  /** Coins whose first withdrawal must wait: later ones do not overtake it. */
  const waiting = new Set<Withdrawal['currency']>()
  for (const withdrawal of withdrawals) {
    if (waiting.has(withdrawal.currency)) continue
    const terms = tonTermsOf(listed, withdrawal)
    const decision = await decide(deps, listed, terms, createdAt)
    if (decision === 'later') continue
    if (decision === 'wait') waiting.add(withdrawal.currency)
    else if (decision !== 'pay') {
      const command = { type: 'review-withdrawal', withdrawal: withdrawal.id, review: decision } as const
      await sequencer.submit(command, () => undefined)
    } else {
      const purpose = { kind: 'withdrawal', withdrawal: withdrawal.id } as const
      if (!(await assign(deps, round, purpose, terms, createdAt))) return
    }
  }
}

/** False if the wallet has too many payments that are not final: the next round continues. */
async function assign(
  deps: TonPayerDeps,
  round: Round,
  purpose: PaymentPurpose,
  terms: TonTerms | undefined,
  createdAt: number,
): Promise<boolean> {
  const { onStep = () => undefined } = deps
  onStep('before_assign')
  const { generation } = round.listed
  const command = { type: 'assign-payment', network: deps.network.id, purpose, generation, createdAt } as const
  const payment = await deps.sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'payment' ? answer.payment : undefined,
  )
  if (payment === undefined) return false
  onStep('assigned')
  await advance(deps, round, { payment, terms })
  return true
}

/** What can fail is tried before the payment gets a nonce. `later`: only this withdrawal must wait. */
async function decide(
  deps: TonPayerDeps,
  listed: NetworkInfo,
  terms: TonTerms,
  createdAt: number,
): Promise<'pay' | 'wait' | 'later' | ReviewReason> {
  const { sequencer, signer, log, network } = deps
  const key = terms.contract ?? 'coin'
  if (!(await isCovered(deps, listed, terms))) {
    if (deps.isNews(key, 'not covered'))
      log.warn(
        { event: 'payment.not_covered', network: network.id, contract: terms.contract },
        'a payment waits for coins',
      )
    return 'wait'
  }
  deps.isNews(key, 'covered')
  const nonce = await sequencer.read((state) => nextNonce(state, network.id, 0))
  const input = tonSignInput(listed, terms, { id: 0, nonce, createdAt }, await ownJettonWallet(deps, terms))
  const refused = await signer.check(input)
  if (refused === undefined) return 'pay'
  if (refused === WITHDRAWAL_UNDERWAY) return 'later'
  const review = REVIEWS.get(refused)
  if (review !== undefined) return review
  if (deps.isNews(`refused ${key}`, refused))
    log.error({ event: 'payment.refused', network: network.id, reason: refused }, 'the signer refuses a payment')
  return 'wait'
}

/** Whether the wallet has the amount and the fee besides what payments that are not executed yet may take. */
async function isCovered(deps: TonPayerDeps, listed: NetworkInfo, { contract, raw }: TonTerms): Promise<boolean> {
  const { network } = deps
  // Read in this order: what is executed in between counts twice, not never.
  const pending = await pendingTerms(deps, listed)
  const { balance } = await network.chain.account(network.wallet ?? '')
  const cost = (each: Pick<TonTerms, 'contract' | 'raw'>): bigint =>
    (each.contract === null ? each.raw : JETTON_TRANSFER_VALUE) + MAX_MESSAGE_FEE
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
  if (balance < sum(pending.map(cost)) + cost({ contract, raw })) return false
  if (contract === null) return true
  const reserved = sum(pending.filter((each) => each.contract === contract).map((each) => each.raw))
  return (await network.chain.jettonBalance(await network.jettonWallet(contract))) >= reserved + raw
}

/** Of payments that no transaction of the wallet has yet. */
async function pendingTerms(
  { sequencer, database, network }: TonPayerDeps,
  listed: NetworkInfo,
): Promise<readonly TonTerms[]> {
  const mined = new Set(
    (await query<Pick<Tables['payments'], 'id'>>(database.pool, MINED, [network.id])).map(({ id }) => id),
  )
  return sequencer.read((state) =>
    openPayments(state, network.id).flatMap(({ id, purpose }) => {
      const withdrawal = purpose.kind === 'withdrawal' ? withdrawalOf(state, purpose.withdrawal) : undefined
      return withdrawal === undefined || mined.has(id) ? [] : [tonTermsOf(listed, withdrawal)]
    }),
  )
}

const MINED = 'select id from payments where network_id = $1 and closed_at is null and mined_txid is not null'
