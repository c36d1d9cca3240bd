/** Assigns payments to approved withdrawals, in the order of their ids, and then to sweeps and gas for them. */

import { transferData } from '../../chains/evm/erc20.ts'
import { maxGasCost } from '../../chains/evm/transactions.ts'
import {
  approvedWithdrawals,
  type NetworkInfo,
  nextNonce,
  openPayments,
  type Payment,
  type PaymentPurpose,
  type ReviewReason,
  type Withdrawal,
} from '../../engine/exchange.ts'
import {
  ADDRESS_REFUSED,
  AMOUNT_REFUSED,
  APPROVAL_INVALID,
  APPROVAL_MISSING,
  NONCE_GAP,
  WITHDRAWAL_PAID,
} from '../../signer/protocol.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { PayerDeps } from './payer-deps.ts'
import { type PaymentTerms, signInputOf, termsOf, withdrawalIn } from './payment-terms.ts'

type Made = (payment: Payment, withdrawal: Withdrawal | undefined) => Promise<void>

/** Calls `made` for each payment before the next one is assigned. */
export async function assignPayments(
  deps: PayerDeps,
  network: NetworkInfo,
  addresses: OwnAddresses,
  made: Made,
): Promise<void> {
  const withdrawals = await deps.sequencer.read((state) => approvedWithdrawals(state, network.network.id))
  /** Coins whose first withdrawal must wait: later ones do not overtake it. */
  const waiting = new Set<Withdrawal['currency']>()
  for (const withdrawal of withdrawals) {
    if (waiting.has(withdrawal.currency)) continue
    const purpose = { kind: 'withdrawal', withdrawal: withdrawal.id } as const
    const terms = termsOf(network, addresses, purpose, withdrawal)
    const decision = await decide(deps, network, purpose, terms)
    if (decision === 'wait') waiting.add(withdrawal.currency)
    else if (decision !== 'pay') {
      const command = { type: 'review-withdrawal', withdrawal: withdrawal.id, review: decision } as const
      await deps.sequencer.submit(command, () => undefined)
    } else if (!(await assign(deps, network, purpose, withdrawal, made))) return
  }
  for (const purpose of await deps.otherPurposes(network, addresses)) {
    const terms = termsOf(network, addresses, purpose, undefined)
    if ((await decide(deps, network, purpose, terms)) === 'pay') await assign(deps, network, purpose, undefined, made)
  }
}

/** False if the wallet has too many payments that are not final: the next round continues. */
async function assign(
  { sequencer, onStep = () => undefined }: PayerDeps,
  { network }: NetworkInfo,
  purpose: PaymentPurpose,
  withdrawal: Withdrawal | undefined,
  made: Made,
): Promise<boolean> {
  onStep('before_assign')
  const command = { type: 'assign-payment', network: network.id, purpose } as const
  const payment = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'payment' ? answer.payment : undefined,
  )
  if (payment === undefined) return false
  onStep('assigned')
  await made(payment, withdrawal)
  return true
}

/** Refusals that concern one withdrawal: it must not hold up those behind it. */
const REVIEWS: ReadonlyMap<string, ReviewReason> = new Map([
  [APPROVAL_MISSING, 'approval_missing'],
  [APPROVAL_INVALID, 'approval_missing'],
  [AMOUNT_REFUSED, 'large_amount'],
  [ADDRESS_REFUSED, 'would_fail'],
  [WITHDRAWAL_PAID, 'would_fail'],
])

/** Everything that can fail is tried before the payment gets a nonce, because a nonce must be used. */
async function decide(
  deps: PayerDeps,
  network: NetworkInfo,
  purpose: PaymentPurpose,
  terms: PaymentTerms,
): Promise<'pay' | 'wait' | ReviewReason> {
  const { sequencer, signer, log, network: evm } = deps
  const { chain } = evm
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
  return coins >= fee && (await chain.tokenBalance(contract, from, 'latest')) >= raw + reserved.raw
}
