/** The policy of the signer of a play exchange: what the networks list, and no approvals. */

import { type NetworkAsset, rawOfUnits } from '../../contract/wallet/networks.ts'
import type { NetworkInfo } from '../../engine/exchange.ts'
import type { PolicyFile } from '../../signer/policy.ts'

/** 0.5 ETH. */
const MAX_FEE = 5n * 10n ** 17n
const WITHDRAWALS_PER_HOUR = 1_000n
const WITHDRAWALS_PER_DAY = 10_000n
const FEES_PER_DAY = 10_000n

export const playPolicy = (networks: readonly NetworkInfo[]): PolicyFile => ({
  networks: networks.map(({ network: { chainId }, assets }) => ({
    chainId,
    generation: null,
    maxFee: String(MAX_FEE),
    maxFeesDay: String(MAX_FEE * FEES_PER_DAY),
    maxGas: String(MAX_FEE),
    assets: Array.from(assets.values(), assetPolicy),
  })),
})

function assetPolicy({
  contract,
  maxWithdraw,
  decimals,
}: NetworkAsset): PolicyFile['networks'][number]['assets'][number] {
  const max = rawOfUnits(maxWithdraw, decimals)
  const [maxHour, maxDay] = [max * WITHDRAWALS_PER_HOUR, max * WITHDRAWALS_PER_DAY]
  return { contract, maxAmount: String(max), maxHour: String(maxHour), maxDay: String(maxDay), approvals: [] }
}
