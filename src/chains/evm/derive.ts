/** Derives the addresses of the exchange from the extended public key of its account, m/44'/60'/0', without any secret. */

import { ECDH } from 'node:crypto'
import { HDKey, publicKeyToAddress } from 'viem/accounts'

/** The address m/44'/60'/0'/0/`number`, lower case. */
export type AddressBranch = (number: number) => string

/** Throws if the text is not an extended public key. The branch is derived once; an address takes about a millisecond. */
export function addressBranch(xpub: string): AddressBranch {
  const branch = HDKey.fromExtendedKey(xpub).deriveChild(0)
  return (number) => {
    const { publicKey } = branch.deriveChild(number)
    if (publicKey === null) throw new Error(`address ${number} has no public key`)
    const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
    return publicKeyToAddress(`0x${String(point)}`).toLowerCase()
  }
}
