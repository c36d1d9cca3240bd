/** Balances of tokens. A token whose `balanceOf` fails or does not answer must stop only itself, not the other coins. */

import { ChainUnavailable, type EvmChain } from '../../../chains/evm/chain.ts'
import type { Millis } from '../../../contract/ids.ts'

/** `balanceOf` fails although the endpoints answer for the same block. */
export class TokenUnreadable extends ChainUnavailable {
  readonly contract: string
  constructor(contract: string, reason: string) {
    super(`the balance of the token ${contract} cannot be read: ${reason}`)
    this.contract = contract
  }
}

/** Raw, after block `at`; `contract` null: the coin of the chain. Throws `TokenUnreadable`, else `ChainUnavailable`. */
export async function balanceOf(
  chain: Pick<EvmChain, 'balance' | 'tokenBalance'>,
  contract: string | null,
  address: string,
  at: number | 'latest',
): Promise<bigint> {
  if (contract === null) return chain.balance(address, at)
  try {
    return await chain.tokenBalance(contract, address, at)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    await chain.balance(address, at)
    throw new TokenUnreadable(contract, error.message)
  }
}

/** Since when tokens cannot be read. */
export type TokenFailures = {
  /** True if it lasts: then deposits of other coins no longer wait for the token. */
  isLasting(contract: string): boolean
  ended(contract: string): void
}

export function openTokenFailures(patienceMillis: Millis, onLasting: (contract: string) => void): TokenFailures {
  const since = new Map<string, Millis>()
  const reported = new Set<string>()
  return {
    isLasting(contract) {
      const moment = performance.now()
      const first = since.get(contract) ?? moment
      since.set(contract, first)
      if (moment - first < patienceMillis) return false
      if (!reported.has(contract)) onLasting(contract)
      reported.add(contract)
      return true
    },
    ended(contract) {
      since.delete(contract)
      reported.delete(contract)
    },
  }
}
