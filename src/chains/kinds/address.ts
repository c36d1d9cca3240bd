/** Addresses of all kinds of networks. Inside the exchange they have one canonical form: lower case, of TON the raw form. */

import type { Network } from '../../contract/wallet/networks.ts'
import { ADDRESS_PATTERN, parseAddress, withChecksum } from '../evm/address.ts'
import { friendlyAddress, parseTonAddress } from '../ton/address.ts'

const TON_MAIN_NETWORK = -239

/** The canonical form; undefined if the text is not an address of the network. Test addresses are not for the main network. */
export function canonicalAddress(
  { kind, chainId }: Pick<Network, 'kind' | 'chainId'>,
  text: string,
): string | undefined {
  switch (kind) {
    case 'evm':
      return parseAddress(text)
    case 'ton':
      return parseFor(chainId, text)
  }
}

function parseFor(chainId: number, text: string): string | undefined {
  const parsed = parseTonAddress(text)
  return parsed?.isTestOnly && chainId === TON_MAIN_NETWORK ? undefined : parsed?.raw
}

const CANONICAL_TON = /^0:[0-9a-f]{64}$/
const CANONICAL_EVM = /^0x[0-9a-f]{40}$/

/** The form that users see, of a canonical address. What another program has stored in its place is shown as it is. */
export function shownAddress(canonical: string): string {
  if (CANONICAL_TON.test(canonical)) return friendlyAddress(canonical)
  return CANONICAL_EVM.test(canonical) ? withChecksum(canonical) : canonical
}

/** What a form accepts before the server checks the checksum. */
export const ADDRESS_PATTERNS: Readonly<Record<Network['kind'], string>> = {
  evm: ADDRESS_PATTERN,
  ton: '^([A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48}|0:[0-9a-fA-F]{64})$',
}
