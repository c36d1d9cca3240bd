/** Gives a signer with an older journal the open payments that it had signed, so that it signs what comes after them. */

import type { EvmChain } from '../../chains/evm/chain.ts'
import type { NetworkInfo, Payment } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { RecoveryProblem } from './lost-payments.ts'
import { transactionRows } from './payment-rows.ts'
import { type Fees, type PaymentTerms, signInputOf } from './payment-terms.ts'
import { canReplace, limitedFees } from './payment-versions.ts'
import type { SignerClient } from './signer-client.ts'

type Deps = {
  readonly pool: Database['pool']
  readonly chain: Pick<EvmChain, 'fees'>
  readonly signer: Pick<SignerClient, 'versions' | 'sign'>
}

/**
 * Signatures are deterministic, so the bytes are those that were sent, unless a row names fees far above the present price:
 * then lower ones are signed. Rows that could not be sent in place of what is signed are left out. `open`: those that no
 * final block has. Throws `RecoveryProblem` if the signer refuses.
 */
export async function signAgain(
  { pool, chain, signer }: Deps,
  network: NetworkInfo,
  open: readonly { readonly payment: Payment; readonly terms: PaymentTerms }[],
): Promise<void> {
  for (const { payment, terms } of open.toSorted((a, b) => a.payment.nonce - b.payment.nonce)) {
    const known = await signer.versions(payment.id)
    const signedFees: Fees[] = known.map(({ maxFee, tip }) => ({ maxFee: BigInt(maxFee), tip: BigInt(tip) }))
    for (const { txid, max_fee: maxFee, tip } of await transactionRows(pool, payment)) {
      if (known.some((version) => version.txid === txid)) continue
      const fees = limitedFees({ maxFee, tip }, await chain.fees())
      if (!canReplace(fees, signedFees)) continue
      const signed = await signer.sign(signInputOf(network, terms, payment, fees))
      if ('refused' in signed)
        throw new RecoveryProblem(`the signer refuses to sign payment ${payment.id} again: ${signed.refused}`)
      signedFees.push(fees)
    }
  }
}
