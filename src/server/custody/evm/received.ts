/**
 * Compares what the logs of tokens report with what arrived. A token can report a transfer that did not happen, or take a
 * part of it: only what the balance gained is booked, and the operator decides about it. So does the operator about
 * transfers of a token whose balance cannot be read.
 */

import type { EvmChain } from '../../../chains/evm/chain.ts'
import { unitsOfRaw } from '../../../contract/wallet/networks.ts'
import { expectDefined } from '../../../engine/assert.ts'
import type { NetworkInfo } from '../../../engine/exchange.ts'
import type { Incoming } from '../base/incoming.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { ScannedBlock } from './recent-blocks.ts'
import { balanceOf, type TokenFailures, TokenUnreadable } from './token-balance.ts'

const NOT_RECEIVED = 'not_received'
const NOT_VERIFIED = 'not_verified'

/**
 * Reads balances before and after the block. A result that depended on further blocks would differ when they are processed
 * again in other steps, although a part of it is credited.
 */
export async function received(
  chain: EvmChain,
  {
    addresses,
    network: { assets },
  }: { readonly addresses: OwnAddresses; readonly network: Pick<NetworkInfo, 'assets'> },
  block: ScannedBlock,
  incoming: readonly Incoming[],
  failures: TokenFailures,
): Promise<readonly Incoming[]> {
  const result: Incoming[] = []
  const gains = new Map<string, bigint>()
  const unverified = new Set<Incoming['currency']>()
  const deposits = new Set(incoming.map(({ position }) => position))
  /** By own payments, less what those brought that are no deposits. */
  const movedOut = ({ transfers }: ScannedBlock, contract: string, address: string): bigint =>
    transfers.reduce((sum, { contract: token, from, to, raw, position }) => {
      if (token !== contract) return sum
      const brought = to === address && addresses.find(from) !== undefined && !deposits.has(position) ? raw : 0n
      return sum + (from === address ? raw : 0n) - brought
    }, 0n)
  const groups = Map.groupBy(incoming, ({ currency, to }) => `${currency}/${to}`)
  for (const [key, [each]] of groups) {
    const { contract } = expectDefined(assets.get((each as Incoming).currency), 'the coin is listed on the network')
    if (contract === null || unverified.has((each as Incoming).currency)) continue
    const { to, currency } = each as Incoming
    try {
      const before = await balanceOf(chain, contract, to, block.height - 1)
      const after = await balanceOf(chain, contract, to, block.height)
      gains.set(key, after - before + movedOut(block, contract, to))
      failures.ended(contract)
    } catch (error) {
      if (!(error instanceof TokenUnreadable && failures.isLasting(contract))) throw error
      unverified.add(currency)
    }
  }
  const isShort = (key: string): boolean => {
    const reported = (groups.get(key) ?? []).reduce((sum, { raw }) => sum + raw, 0n)
    return gains.has(key) && reported > (gains.get(key) ?? 0n)
  }
  const short = new Set([...groups.keys()].filter(isShort))
  for (const each of incoming) {
    if (unverified.has(each.currency)) {
      result.push({ ...each, reason: NOT_VERIFIED })
      continue
    }
    const key = `${each.currency}/${each.to}`
    if (!short.has(key)) {
      result.push(each)
      continue
    }
    const left = gains.get(key) ?? 0n
    const raw = left < each.raw ? (left > 0n ? left : 0n) : each.raw
    gains.set(key, left - raw)
    const asset = expectDefined(assets.get(each.currency), 'the coin is listed on the network')
    result.push({ ...each, raw, amount: unitsOfRaw(raw, asset), reason: NOT_RECEIVED })
  }
  return result
}
