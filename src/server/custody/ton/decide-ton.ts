/** Whether a payment on TON can be assigned now. */

import { MAX_MESSAGE_FEE } from '../../../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE } from '../../../chains/ton/jetton.ts'
import type { CurrencyId } from '../../../contract/ids.ts'
import { type NetworkInfo, nextNonce, type PaymentPurpose } from '../../../engine/exchange.ts'
import { decisionOf, noteCovered } from '../base/assign-payments.ts'
import type { Decision, PayerDeps, Place, Plan, RoundDeps } from '../base/payer-deps.ts'
import type { TonNetwork } from './ton-network.ts'
import { type TonTerms, tonSignInput, underwayIn } from './ton-terms.ts'

export type TonPayerDeps = PayerDeps & { readonly network: TonNetwork }
export type TonRoundDeps = TonPayerDeps & RoundDeps

/** Chain and signer have clocks of their own, and the wallet refuses a message from its future. */
const CREATED_BEFORE_SECONDS = 30

/** A wallet without code is deployed first. */
export async function planTon({ network }: TonPayerDeps, open: Place<TonTerms | undefined>['open']): Promise<Plan> {
  const { codeHash, balance, time } = await network.chain.account(network.wallet ?? '')
  const deployments = codeHash === null && balance >= MAX_MESSAGE_FEE ? [{ kind: 'deploy' } as const] : []
  return {
    paysUsers: codeHash !== null,
    waiting: missingCoins(network, open),
    stamp: { createdAt: time - CREATED_BEFORE_SECONDS },
    others: async () => deployments,
  }
}

/** Where jettons neither arrived nor came back, more of them would be sent the same way: an operator decides first. */
const missingCoins = ({ missing }: TonNetwork, open: Place<TonTerms | undefined>['open']): readonly CurrencyId[] =>
  open.flatMap(({ payment, terms }) => (terms !== undefined && missing.has(payment.id) ? terms.currency : []))

/** What can fail is tried before the payment gets a nonce. */
export async function decideTon(
  deps: TonRoundDeps,
  listed: NetworkInfo,
  purpose: PaymentPurpose,
  terms: TonTerms | undefined,
  stamp: Plan['stamp'],
): Promise<Decision> {
  if (terms === undefined) return purpose.kind === 'deploy' ? 'pay' : 'wait'
  const { contract } = terms
  const { sequencer, signer, network } = deps
  const key = contract ?? 'coin'
  if (!noteCovered(deps, { key, contract }, await isCovered(deps, listed, terms))) return 'wait'
  const nonce = await sequencer.read((state) => nextNonce(state, network.id, 0))
  const input = tonSignInput(listed, terms, { id: 0, nonce, ...stamp }, await ownJettonWallet(deps, terms))
  return decisionOf(deps, purpose, key, await signer.check(input))
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
