/** Assigns payments to approved withdrawals, in the order of their ids, and then to sweeps and gas for them. */

import { transferData } from '../../../chains/evm/erc20.ts'
import { maxGasCost } from '../../../chains/evm/transactions.ts'
import {
  approvedWithdrawals,
  depositReturns,
  type NetworkInfo,
  nextNonce,
  openPayments,
  type Payment,
  type PaymentPurpose,
  type ReviewReason,
  type State,
  type Withdrawal,
} from '../../../engine/exchange.ts'
import { NONCE_GAP } from '../../../signer/protocol.ts'
import { returnPurpose, withdrawalIn } from '../base/payment-purposes.ts'
import { REVIEWS } from '../base/reviews.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { PayerDeps, RoundDeps } from './payer-deps.ts'
import { type PaymentTerms, signInputOf, termsOf } from './payment-terms.ts'
import { balanceOf, TokenUnreadable } from './token-balance.ts'

type Made = (payment: Payment, withdrawal: Withdrawal | undefined) => Promise<void>

/** Calls `made` for each payment before the next one is assigned. */
export async function assignPayments(
  deps: RoundDeps,
  network: NetworkInfo,
  addresses: OwnAddresses,
  made: Made,
): Promise<void> {
  const withdrawals = await deps.sequencer.read((state) => approvedWithdrawals(state, network.network.id, deps.now()))
  /** Coins whose first withdrawal must wait: later ones do not overtake it. */
  const waiting = new Set<Withdrawal['currency']>()
  for (const withdrawal of withdrawals) {
    if (waiting.has(withdrawal.currency)) continue
    const purpose = { kind: 'withdrawal', withdrawal: withdrawal.id } as const
    const terms = termsOf(network, addresses, purpose, withdrawal)
    const decision = await decideUnlessUnreadable(deps, network, purpose, terms)
    if (decision === 'wait') waiting.add(withdrawal.currency)
    else if (decision !== 'pay') {
      const command = { type: 'review-withdrawal', withdrawal: withdrawal.id, review: decision } as const
      await deps.sequencer.submit(command, () => undefined)
    } else if (!(await assign(deps, network, purpose, withdrawal, made))) return
  }
  await assignReturns(deps, network, addresses, waiting, made)
  for (const purpose of await deps.otherPurposes(network, addresses)) {
    const terms = termsOf(network, addresses, purpose, undefined)
    if ((await decideUnlessUnreadable(deps, network, purpose, terms)) === 'pay')
      await assign(deps, network, purpose, undefined, made)
  }
}

/** Deposits that operators send back. One that cannot be paid is unclaimed again. */
async function assignReturns(
  deps: RoundDeps,
  network: NetworkInfo,
  addresses: OwnAddresses,
  waiting: ReadonlySet<Withdrawal['currency']>,
  made: Made,
): Promise<void> {
  const { sequencer, log, isNews } = deps
  const returns = (await sequencer.read(depositReturns)).filter(
    ({ deposit, payment }) => deposit.network === network.network.id && payment === null,
  )
  for (const each of returns) {
    const { currency } = each.deposit
    if (waiting.has(currency)) continue
    const purpose = returnPurpose(network, each)
    const decision = await decideUnlessUnreadable(
      deps,
      network,
      purpose,
      termsOf(network, addresses, purpose, undefined),
    )
    if (decision === 'pay') await assign(deps, network, purpose, undefined, made)
    else if (decision === 'approval_missing') {
      if (isNews(`return ${each.id}`, decision))
        log.warn({ event: 'payment.return_needs_approval', return: each.id }, 'a return waits for an approval')
    } else if (decision !== 'wait') {
      log.error({ event: 'payment.return_cancelled', return: each.id, decision }, 'a deposit cannot be returned')
      const command = { type: 'cancel-return', return: each.id, operator: null, reason: decision } as const
      await sequencer.submit(command, () => undefined)
    }
  }
}

/** False if the wallet has too many payments that are not final, or the chain began again: the next round continues. */
async function assign(
  { sequencer, onStep = () => undefined }: PayerDeps,
  { network, generation }: NetworkInfo,
  purpose: PaymentPurpose,
  withdrawal: Withdrawal | undefined,
  made: Made,
): Promise<boolean> {
  onStep('before_assign')
  const command = { type: 'assign-payment', network: network.id, purpose, generation } as const
  const payment = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'payment' ? answer.payment : undefined,
  )
  if (payment === undefined) return false
  onStep('assigned')
  await made(payment, withdrawal)
  return true
}

/** A token whose balance cannot be read waits, and the other coins do not. */
async function decideUnlessUnreadable(...args: Parameters<typeof decide>): ReturnType<typeof decide> {
  try {
    return await decide(...args)
  } catch (error) {
    if (!(error instanceof TokenUnreadable)) throw error
    const [{ isNews, log, network }] = args
    if (isNews(error.contract, 'unreadable'))
      log.warn({ event: 'payment.token_unreadable', network: network.id, reason: error.message }, 'payments wait')
    return 'wait'
  }
}

/** Everything that can fail is tried before the payment gets a nonce, because a nonce must be used. */
async function decide(
  deps: RoundDeps,
  network: NetworkInfo,
  purpose: PaymentPurpose,
  terms: PaymentTerms,
): Promise<'pay' | 'wait' | ReviewReason> {
  const { sequencer, signer, log, network: evm } = deps
  const { chain } = evm
  const isBusy = (state: State) => openPayments(state, evm.id).some(({ wallet }) => wallet === terms.wallet)
  // The next one would be signed with fees for which the one before may leave too few coins.
  if (purpose.kind === 'sweep' && (await sequencer.read(isBusy))) return 'wait'
  const fees = await chain.fees()
  const reserved = await reservedBy(deps, network, terms, fees.maxFee)
  if (!(await isCovered(chain, terms, maxGasCost(terms.contract, fees.maxFee), reserved))) {
    if (deps.isNews(`${terms.wallet}/${terms.contract}`, 'not covered'))
      log.warn({ event: 'payment.not_covered', network: evm.id, contract: terms.contract }, 'a payment waits for coins')
    return 'wait'
  }
  deps.isNews(`${terms.wallet}/${terms.contract}`, 'covered')
  const call = { from: terms.from, to: terms.to, value: terms.raw, data: '0x' }
  const { contract, to, raw } = terms
  const trial = contract === null ? call : { ...call, to: contract, value: 0n, data: transferData(to, raw) }
  if (await chain.wouldRevert(trial)) return 'would_fail'
  const nonce = await sequencer.read((state) => nextNonce(state, network.network.id, terms.wallet))
  const refused = await signer.check(signInputOf(network, terms, { id: 0, nonce, purpose }, fees))
  if (refused === undefined) return 'pay'
  // It was logged why the one before is not signed.
  if (refused === NONCE_GAP) return 'wait'
  const review = REVIEWS.get(refused)
  if (review !== undefined) return review
  deps.noteRefused(purpose, refused)
  if (deps.isNews(`refused ${terms.wallet}`, refused))
    log.error({ event: 'payment.refused', network: evm.id, purpose, reason: refused }, 'the signer refuses a payment')
  return 'wait'
}

type Reserved = { readonly raw: bigint; readonly fees: bigint }

/** What the payments of this wallet that are not final may still take. */
async function reservedBy(
  { sequencer, network: { id, addresses } }: PayerDeps,
  network: NetworkInfo,
  { wallet, contract }: PaymentTerms,
  maxFee: bigint,
): Promise<Reserved> {
  if (addresses === undefined) return { raw: 0n, fees: 0n }
  const open = await sequencer.read((state) =>
    openPayments(state, id)
      .filter((payment) => payment.wallet === wallet)
      .map(({ purpose }) => termsOf(network, addresses, purpose, withdrawalIn(state, purpose))),
  )
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n)
  const coins = sum(open.filter((each) => each.contract === null).map(({ raw }) => raw))
  return {
    raw: contract === null ? 0n : sum(open.filter((each) => each.contract === contract).map(({ raw }) => raw)),
    fees: coins + sum(open.map((each) => maxGasCost(each.contract, maxFee))),
  }
}

/** Whether the wallet has the amount and the fee besides what is reserved. */
async function isCovered(
  chain: PayerDeps['network']['chain'],
  { from, contract, raw }: PaymentTerms,
  fee: bigint,
  reserved: Reserved,
): Promise<boolean> {
  const coins = (await chain.balance(from, 'latest')) - reserved.fees
  if (contract === null) return coins >= raw + fee
  return coins >= fee && (await balanceOf(chain, contract, from, 'latest')) >= raw + reserved.raw
}
