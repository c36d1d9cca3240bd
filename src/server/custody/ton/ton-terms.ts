/** What a payment on TON moves, and the request with which the signer signs it. */

import type { CurrencyId, ReturnId, WithdrawalId } from '../../../contract/ids.ts'
import { minus } from '../../../contract/money.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { assert, expectDefined } from '../../../engine/assert.ts'
import {
  type NetworkInfo,
  openPayments,
  type Payment,
  type PaymentPurpose,
  type State,
  type Withdrawal,
  withdrawalOf,
} from '../../../engine/exchange.ts'
import type { TonSignInput } from '../../../signer/protocol.ts'

/**
 * `owed`: what the signer pays once. `withdrawal`: undefined for a deposit that is sent back. `contract`: the jetton master;
 * null for the coin of the chain. `raw` as the chain counts.
 */
export type TonTerms = {
  readonly owed: WithdrawalId | ReturnId
  readonly withdrawal: Withdrawal | undefined
  /** The signatures of approvers. */
  readonly approval: string | null
  readonly currency: CurrencyId
  readonly to: string
  readonly memo: string | null
  readonly contract: string | null
  readonly raw: bigint
}

export function tonTermsOf(listed: NetworkInfo, withdrawal: Withdrawal): TonTerms {
  const { id: owed, currency, address: to, memo = null, amount, fee, signature: approval } = withdrawal
  const { contract, decimals } = assetOf(listed, currency)
  return { owed, withdrawal, approval, currency, to, memo, contract, raw: rawOfUnits(minus(amount, fee), decimals) }
}

/** Undefined for a deployment. */
export function termsOfPurpose(state: State, listed: NetworkInfo, purpose: PaymentPurpose): TonTerms | undefined {
  if (purpose.kind === 'return') {
    const { return: owed, currency, address: to, raw, signature: approval } = purpose
    const { contract } = assetOf(listed, currency)
    return { owed, withdrawal: undefined, approval, currency, to, memo: null, contract, raw }
  }
  const withdrawal = purpose.kind === 'withdrawal' ? withdrawalOf(state, purpose.withdrawal) : undefined
  return withdrawal && tonTermsOf(listed, withdrawal)
}

/** A payment that is not final. `terms` undefined: a deployment. */
export type Underway = { readonly payment: Payment; readonly terms: TonTerms | undefined }

export const underwayIn = (state: State, listed: NetworkInfo): readonly Underway[] =>
  openPayments(state, listed.network.id).map((payment) => ({
    payment,
    terms: termsOfPurpose(state, listed, payment.purpose),
  }))

const assetOf = ({ assets }: NetworkInfo, currency: CurrencyId) =>
  expectDefined(assets.get(currency), 'the coin of a payment is listed on the network')

/** `terms` undefined: the deployment of the wallet. `jettonWallet`: the own one, for a jetton. */
export function tonSignInput(
  { network, generation }: NetworkInfo,
  terms: TonTerms | undefined,
  { id, nonce, createdAt }: Pick<Payment, 'nonce' | 'createdAt'> & { readonly id: number },
  jettonWallet: string | null,
): TonSignInput {
  assert(createdAt !== undefined, 'a payment on TON has a time')
  const payment = { payment: id, chainId: network.chainId, generation, wallet: 0, nonce, createdAt } as const
  if (terms === undefined) return { ...payment, kind: 'ton-deploy' }
  const { owed: withdrawal, approval, to, memo, contract, raw } = terms
  return {
    ...payment,
    kind: 'ton-withdrawal',
    to,
    contract,
    jettonWallet,
    amount: String(raw),
    memo,
    withdrawal,
    approval,
  }
}
