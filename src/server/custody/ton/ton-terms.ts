/** What a payment on TON moves, and the request with which the signer signs it. */

import { minus } from '../../../contract/money.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { assert, expectDefined } from '../../../engine/assert.ts'
import type { NetworkInfo, Payment, Withdrawal } from '../../../engine/exchange.ts'
import type { TonSignInput } from '../../../signer/protocol.ts'

/** `contract`: the jetton master; null for the coin of the chain. `raw` as the chain counts. */
export type TonTerms = {
  readonly withdrawal: Withdrawal
  readonly to: string
  readonly memo: string | null
  readonly contract: string | null
  readonly raw: bigint
}

export function tonTermsOf({ assets }: NetworkInfo, withdrawal: Withdrawal): TonTerms {
  const { currency, address: to, memo = null, amount, fee } = withdrawal
  const { contract, decimals } = expectDefined(assets.get(currency), 'the coin of a payment is listed on the network')
  return { withdrawal, to, memo, contract, raw: rawOfUnits(minus(amount, fee), decimals) }
}

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
  const { withdrawal, to, memo, contract, raw } = terms
  return {
    ...payment,
    kind: 'ton-withdrawal',
    to,
    contract,
    jettonWallet,
    amount: String(raw),
    memo,
    withdrawal: withdrawal.id,
    approval: withdrawal.signature,
  }
}
