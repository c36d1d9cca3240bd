/** Addresses of TON. Inside the exchange: `0:` and 64 lower-case hex digits. Users see the friendly form `UQ…`. */

import { Address } from '@ton/core'

/** `isTestOnly`: the address says that it is not for the main network. */
type ParsedTonAddress = { readonly raw: string; readonly isTestOnly: boolean }

const RAW = /^0:[0-9a-f]{64}$/i
/** 36 bytes, url-safe or standard Base64, not mixed. */
const FRIENDLY = /^([A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/

export const ZERO_TON_ADDRESS = `0:${'0'.repeat(64)}`

/**
 * Undefined unless the text is raw, or friendly with the right checksum. Refused too: the masterchain, any other
 * workchain and the zero address.
 */
export function parseTonAddress(text: string): ParsedTonAddress | undefined {
  const parsed = RAW.test(text) ? { raw: text.toLowerCase(), isTestOnly: false } : parseFriendly(text)
  return parsed?.raw === ZERO_TON_ADDRESS ? undefined : parsed
}

function parseFriendly(text: string): ParsedTonAddress | undefined {
  if (!FRIENDLY.test(text)) return undefined
  try {
    const { address, isTestOnly } = Address.parseFriendly(text)
    return address.workChain === 0 ? { raw: address.toRawString(), isTestOnly } : undefined
  } catch {
    return undefined
  }
}

/** `UQ…`: a wallet that sends there does not get the coins back when no contract is at the address. `raw` is canonical. */
export const friendlyAddress = (raw: string): string => Address.parseRaw(raw).toString({ bounceable: false })
