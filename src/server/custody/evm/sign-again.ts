/** Gives a signer with an older journal the open payments that it had signed, so that it signs what comes after them. */

import type { EvmChain } from '../../../chains/evm/chain.ts'
import type { NetworkInfo, Payment } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { BookLostProblem } from '../base/lost-booking.ts'
import { transactionRows } from '../base/payment-rows.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import { type Fees, type PaymentTerms, signInputOf } from './payment-terms.ts'
import { canReplace, limitedFees } from './payment-versions.ts'

type Deps = {
  readonly pool: Database['pool']
  readonly chain: Pick<EvmChain, 'fees'>
  readonly signer: Pick<SignerClient, 'versions' | 'sign'>
}

/**
 * Of each the version with the highest fees: the others stay valid, and rows of another program can name any number of lower
 * ones. Signatures are deterministic, so the bytes are those that were sent, unless a row names fees far above the present
 * price: then lower ones are signed. A version that could not replace what is signed is left out. `open`: those that no final
 * block has. Throws `BookLostProblem` if the signer refuses.
 */
export async function signAgain(
  { pool, chain, signer }: Deps,
  network: NetworkInfo,
  open: readonly { readonly payment: Payment; readonly terms: PaymentTerms }[],
): Promise<void> {
  for (const { payment, terms } of open.toSorted((a, b) => a.payment.nonce - b.payment.nonce)) {
    const known = await signer.versions(payment.id)
    const signedFees: Fees[] = known.map(({ maxFee, tip }) => ({ maxFee: BigInt(maxFee), tip: BigInt(tip) }))
    const newest = (await transactionRows(pool, payment)).at(-1)
    if (newest === undefined || known.some(({ txid }) => txid === newest.txid)) continue
    const fees = limitedFees({ maxFee: newest.max_fee, tip: newest.tip }, await chain.fees())
    if (!canReplace(fees, signedFees)) continue
    const signed = await signer.sign(signInputOf(network, terms, payment, fees))
    if ('refused' in signed)
      throw new BookLostProblem(`the signer refuses to sign payment ${payment.id} again: ${signed.refused}`)
  }
}
