/** Assigns payments on TON to approved withdrawals, in the order of their ids, and then to deposits that are sent back. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { MAX_MESSAGE_FEE } from '../../../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE } from '../../../chains/ton/jetton.ts'
import type { CurrencyId, Millis } from '../../../contract/ids.ts'
import {
  approvedWithdrawals,
  depositReturns,
  type NetworkInfo,
  nextNonce,
  type PaymentPurpose,
  type ReviewReason,
} from '../../../engine/exchange.ts'
import { WITHDRAWAL_UNDERWAY } from '../../../signer/protocol.ts'
import { returnPurpose } from '../base/payment-purposes.ts'
import type { NoteRefused, Refusals } from '../base/refusals.ts'
import { REVIEWS } from '../base/reviews.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import type { ResultDeps } from './result-deps.ts'
import { type TonTerms, termsOfPurpose, tonSignInput, tonTermsOf, type Underway, underwayIn } from './ton-terms.ts'

export type TonPayerDeps = ResultDeps & {
  readonly signer: SignerClient
  readonly pollMillis: Millis
  /** True if the text differs from the last one of this key: conditions that last are logged once. */
  readonly isNews: (key: string, text: string) => boolean
  readonly refusals: Refusals
}

export type TonRoundDeps = TonPayerDeps & { readonly noteRefused: NoteRefused }

type Made = (underway: Underway) => Promise<void>
type Round = { readonly listed: NetworkInfo; readonly createdAt: number; readonly made: Made }

/** Chain and signer have clocks of their own, and the wallet refuses a message from its future. */
const CREATED_BEFORE_SECONDS = 30

/** Calls `made` for each payment before the next one is assigned. A wallet without code is deployed first. */
export async function assignTonPayments(deps: TonRoundDeps, listed: NetworkInfo, made: Made): Promise<void> {
  const { network } = deps
  const account = await network.chain.account(network.wallet ?? '')
  const round = { listed, made, createdAt: account.time - CREATED_BEFORE_SECONDS }
  if (account.codeHash === null) {
    if (account.balance >= MAX_MESSAGE_FEE) await assign(deps, round, { kind: 'deploy' }, undefined)
    return
  }
  /** Coins whose first payment must wait: later ones do not overtake it. */
  const waiting = await missingCoins(deps, listed)
  if (await assignWithdrawals(deps, round, waiting)) await assignReturns(deps, round, waiting)
}

/** Where jettons neither arrived nor came back, more of them would be sent the same way: an operator decides first. */
async function missingCoins({ sequencer, network }: TonPayerDeps, listed: NetworkInfo): Promise<Set<CurrencyId>> {
  const open = await sequencer.read((state) => underwayIn(state, listed))
  return new Set(
    open.flatMap(({ payment, terms }) =>
      terms !== undefined && network.missing.has(payment.id) ? terms.currency : [],
    ),
  )
}

/** False if the wallet has too many payments that are not final. */
async function assignWithdrawals(deps: TonRoundDeps, round: Round, waiting: Set<CurrencyId>): Promise<boolean> {
  const { network, sequencer, now } = deps
  for (const withdrawal of await sequencer.read((state) => approvedWithdrawals(state, network.id, now()))) {
    if (waiting.has(withdrawal.currency)) continue
    const purpose = { kind: 'withdrawal', withdrawal: withdrawal.id } as const
    const terms = tonTermsOf(round.listed, withdrawal)
    const decision = await decideUnlessUnreadable(deps, round, purpose, terms)
    if (decision === 'later') continue
    if (decision === 'wait') waiting.add(withdrawal.currency)
    else if (decision !== 'pay') {
      const command = { type: 'review-withdrawal', withdrawal: withdrawal.id, review: decision } as const
      await sequencer.submit(command, () => undefined)
    } else if (!(await assign(deps, round, purpose, terms))) return false
  }
  return true
}

/** Deposits that operators send back. One that cannot be paid is unclaimed again. */
async function assignReturns(deps: TonRoundDeps, round: Round, waiting: ReadonlySet<CurrencyId>): Promise<void> {
  const { network, sequencer, log, isNews } = deps
  const returns = (await sequencer.read(depositReturns)).filter(
    ({ deposit, payment }) => deposit.network === network.id && payment === null && !waiting.has(deposit.currency),
  )
  for (const each of returns) {
    const purpose = returnPurpose(round.listed, each)
    const terms = await sequencer.read((state) => termsOfPurpose(state, round.listed, purpose))
    const decision = terms === undefined ? 'wait' : await decideUnlessUnreadable(deps, round, purpose, terms)
    if (decision === 'wait' || decision === 'later') continue
    if (decision === 'pay') {
      if (!(await assign(deps, round, purpose, terms))) return
    } else if (decision === 'approval_missing') {
      if (isNews(`return ${each.id}`, decision))
        log.warn({ event: 'payment.return_needs_approval', return: each.id }, 'a return waits for an approval')
    } else {
      log.error({ event: 'payment.return_cancelled', return: each.id, decision }, 'a deposit cannot be returned')
      const command = { type: 'cancel-return', return: each.id, operator: null, reason: decision } as const
      await sequencer.submit(command, () => undefined)
    }
  }
}

/** False if the wallet has too many payments that are not final: the next round continues. */
async function assign(
  { sequencer, network, onStep = () => undefined }: TonPayerDeps,
  { listed: { generation }, createdAt, made }: Round,
  purpose: PaymentPurpose,
  terms: TonTerms | undefined,
): Promise<boolean> {
  onStep('before_assign')
  const command = { type: 'assign-payment', network: network.id, purpose, generation, createdAt } as const
  const payment = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'payment' ? answer.payment : undefined,
  )
  if (payment === undefined) return false
  onStep('assigned')
  await made({ payment, terms })
  return true
}

/** A jetton that cannot be read waits, and the coins do not. */
async function decideUnlessUnreadable(...args: Parameters<typeof decide>): ReturnType<typeof decide> {
  const [deps, , , terms] = args
  try {
    return await decide(...args)
  } catch (error) {
    if (terms.contract === null || !(error instanceof ChainUnavailable)) throw error
    if (deps.isNews(terms.contract, 'unreadable'))
      deps.log.warn(
        { event: 'payment.token_unreadable', network: deps.network.id, reason: error.message },
        'payments of a jetton wait',
      )
    return 'wait'
  }
}

/** What can fail is tried before the payment gets a nonce. `later`: only this withdrawal must wait. */
async function decide(
  deps: TonRoundDeps,
  { listed, createdAt }: Round,
  purpose: PaymentPurpose,
  terms: TonTerms,
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
  deps.noteRefused(purpose, refused)
  if (deps.isNews(`refused ${key}`, refused))
    log.error({ event: 'payment.refused', network: network.id, reason: refused }, 'the signer refuses a payment')
  return 'wait'
}

/** For the signer; null for the coin of the chain. */
export const ownJettonWallet = async (
  { network }: TonPayerDeps,
  terms: TonTerms | undefined,
): Promise<string | null> =>
  terms === undefined || terms.contract === null ? null : network.jettonWallet(terms.contract)

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
async function pendingTerms({ sequencer }: TonPayerDeps, listed: NetworkInfo): Promise<readonly TonTerms[]> {
  const open = await sequencer.read((state) => underwayIn(state, listed))
  return open.flatMap(({ payment, terms }) => (terms === undefined || payment.executed !== undefined ? [] : [terms]))
}
