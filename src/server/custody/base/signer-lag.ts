/** Whether the journal of the signer and the books are equally old: one of them may come from an older backup. */

import { NETWORK_KINDS } from '../../../contract/wallet/network-kinds.ts'
import { depositNumbers, type NetworkInfo, nextNonce, openPayments, type State } from '../../../engine/exchange.ts'
import type { Counters } from '../../../signer/protocol.ts'

/** `used`: the nonces below it had a signature. `next`: that of the engine. */
type WalletBooks = { readonly wallet: number; readonly used: number; readonly next: number }

/**
 * `missing`: payments that the signer must have signed once and does not know. `unknown`: payments that it has signed and the
 * books do not have.
 */
type SignerLag = { readonly missing: number; readonly unknown: number }

/** Read it before the counters of the signer: payments go on. */
export function walletBooks(state: State, { network }: NetworkInfo): readonly WalletBooks[] {
  /** The lowest nonce of the open payments of each wallet. */
  const lowest = new Map<number, number>()
  for (const { wallet, nonce } of openPayments(state, network.id))
    lowest.set(wallet, Math.min(nonce, lowest.get(wallet) ?? nonce))
  const wallets = [
    0,
    ...(NETWORK_KINDS[network.kind].usesMemos ? [] : depositNumbers(state).map(({ number }) => number)),
  ]
  return wallets.map((wallet) => {
    const next = nextNonce(state, network.id, wallet)
    // An open payment may not be signed yet, and all after it wait for it.
    const used = Math.min(next, lowest.get(wallet) ?? next)
    return { wallet, used, next }
  })
}

export function signerLag(
  books: readonly WalletBooks[],
  { network, generation }: NetworkInfo,
  nonces: Counters['nonces'],
): SignerLag {
  const own = nonces.filter((each) => each.chainId === network.chainId && each.generation === generation)
  const signedBy = new Map(own.map(({ wallet, next }) => [wallet, next]))
  let [missing, unknown] = [0, 0]
  for (const { wallet, used, next } of books) {
    const signed = signedBy.get(wallet) ?? 0
    missing += Math.max(0, used - signed)
    unknown += Math.max(0, signed - next)
  }
  return { missing, unknown }
}
