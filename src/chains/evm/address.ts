/** Addresses of EVM chains. The canonical form is lower case; users see the checksum form of EIP-55. */

import { getAddress } from 'viem/utils'

/** What a form accepts. The server checks the checksum, which an address in one case does not have. */
export const ADDRESS_PATTERN = '^0x[0-9a-fA-F]{40}$'

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

const FORMAT = new RegExp(ADDRESS_PATTERN)

/**
 * The canonical form. Undefined unless the text is in one case or has the right checksum: another mix of cases is a typing
 * error. The zero address, names, spaces and `0X` are invalid too.
 */
export function parseAddress(text: string): string | undefined {
  if (!FORMAT.test(text)) return undefined
  const address = text.toLowerCase()
  if (address === ZERO_ADDRESS) return undefined
  const isInOneCase = text === address || text === `0x${address.slice(2).toUpperCase()}`
  return isInOneCase || text === withChecksum(address) ? address : undefined
}

/** The form that users see. `address` is canonical. */
export const withChecksum = (address: string): string => getAddress(address as `0x${string}`)
