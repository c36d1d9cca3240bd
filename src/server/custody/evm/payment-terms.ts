/** What a payment moves on the chain, and the request with which the signer signs it. */

import { minus } from '../../../contract/money.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { assert, expectDefined } from '../../../engine/assert.ts'
import type { NetworkInfo, Payment, PaymentPurpose, Withdrawal } from '../../../engine/exchange.ts'
import type { EvmSignInput } from '../../../signer/protocol.ts'
import type { OwnAddresses } from './own-addresses.ts'

/** `contract` null: the coin of the chain. Amounts as the chain counts. */
export type PaymentTerms = {
  readonly wallet: number
  readonly from: string
  readonly to: string
  readonly contract: string | null
  readonly raw: bigint
  /** Of the user, if a user requested it. */
  readonly withdrawal: Withdrawal | undefined
}

export type Fees = { readonly maxFee: bigint; readonly tip: bigint }

export function termsOf(
  { assets }: NetworkInfo,
  addresses: OwnAddresses,
  purpose: PaymentPurpose,
  withdrawal: Withdrawal | undefined,
): PaymentTerms {
  const addressOf = (wallet: number): string =>
    expectDefined(addresses.byNumber(wallet)?.address, 'an address that pays or receives gas is stored')
  const contractOf = (currency: Withdrawal['currency']) =>
    expectDefined(assets.get(currency), 'the coin of a payment is listed on the network').contract
  if (purpose.kind === 'sweep') {
    const { from: wallet, currency, raw } = purpose
    return { wallet, from: addressOf(wallet), to: addresses.hot, contract: contractOf(currency), raw, withdrawal }
  }
  if (purpose.kind === 'gas') {
    const to = addressOf(purpose.to)
    return { wallet: 0, from: addresses.hot, to, contract: null, raw: purpose.raw, withdrawal }
  }
  if (purpose.kind === 'return') {
    const { currency, address: to, raw } = purpose
    return { wallet: 0, from: addresses.hot, to, contract: contractOf(currency), raw, withdrawal }
  }
  assert(purpose.kind === 'withdrawal', 'a wallet of an EVM chain needs no deployment')
  const { currency, address, amount, fee } = expectDefined(withdrawal, 'the withdrawal of an open payment is known')
  const { contract, decimals } = expectDefined(assets.get(currency), 'the coin of a payment is listed on the network')
  const raw = rawOfUnits(minus(amount, fee), decimals)
  return { wallet: 0, from: addresses.hot, to: address, contract, raw, withdrawal }
}

/** `id` and `nonce` of the payment, or those that the next one would get. */
export function signInputOf(
  { network, generation }: NetworkInfo,
  terms: PaymentTerms,
  { id, nonce, purpose }: Pick<Payment, 'nonce' | 'purpose'> & { readonly id: number },
  { maxFee, tip }: Fees,
): EvmSignInput {
  const { wallet, to, contract, raw, withdrawal } = terms
  const payment = {
    payment: id,
    chainId: network.chainId,
    generation,
    wallet,
    nonce,
    to,
    contract,
    amount: String(raw),
    maxFee: String(maxFee),
    tip: String(tip),
  }
  if (purpose.kind === 'sweep') return { ...payment, kind: 'sweep' }
  if (purpose.kind === 'gas') return { ...payment, kind: 'gas', number: purpose.to }
  // For the signer both are payments that an exchange owes once, within its limits.
  if (purpose.kind === 'return')
    return { ...payment, kind: 'withdrawal', withdrawal: purpose.return, approval: purpose.signature }
  assert(purpose.kind === 'withdrawal', 'a wallet of an EVM chain needs no deployment')
  return { ...payment, kind: 'withdrawal', withdrawal: purpose.withdrawal, approval: withdrawal?.signature ?? null }
}
