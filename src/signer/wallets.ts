/** The keys of the exchange, BIP-44: m/44'/60'/0'/0/n. Number 0 is the hot wallet, others are deposit addresses. */

import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'

export type Wallets = {
  /** Of the account m/44'/60'/0': derives every address, and no private key. */
  readonly xpub: string
  account(wallet: number): HDAccount
  /** Lower case. */
  address(wallet: number): string
}

export function openWallets(seed: Uint8Array): Wallets {
  const root = HDKey.fromMasterSeed(seed)
  const account = (wallet: number): HDAccount => hdKeyToAccount(root, { addressIndex: wallet })
  return {
    xpub: root.derive("m/44'/60'/0'").publicExtendedKey,
    account,
    address: (wallet) => account(wallet).address.toLowerCase(),
  }
}
