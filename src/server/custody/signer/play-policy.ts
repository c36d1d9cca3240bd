/** The policy of the signer of a play exchange: what the networks list, and no approvals. */

import { MAX_MESSAGE_FEE } from '../../../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE } from '../../../chains/ton/jetton.ts'
import { type NetworkAsset, rawOfUnits } from '../../../contract/wallet/networks.ts'
import type { NetworkInfo } from '../../../engine/exchange.ts'
import type { PolicyFile } from '../../../signer/policy.ts'

/** 0.5 ETH. */
const MAX_FEE = 5n * 10n ** 17n
const WITHDRAWALS_PER_HOUR = 1_000n
const WITHDRAWALS_PER_DAY = 10_000n
const FEES_PER_DAY = 10_000n

export const playPolicy = (networks: readonly NetworkInfo[]): PolicyFile => ({
  networks: networks.flatMap(({ network: { kind, chainId }, assets }) =>
    kind === 'evm'
      ? {
          chainId,
          generation: null,
          maxFee: String(MAX_FEE),
          maxFeesDay: String(MAX_FEE * FEES_PER_DAY),
          maxGas: String(MAX_FEE),
          assets: Array.from(assets.values(), limitsOf),
        }
      : [],
  ),
  tonNetworks: networks.flatMap(({ network: { kind, chainId }, assets }) =>
    kind === 'ton'
      ? {
          chainId,
          generation: null,
          maxFeesDay: String((MAX_MESSAGE_FEE + JETTON_TRANSFER_VALUE) * WITHDRAWALS_PER_DAY),
          assets: Array.from(assets.values(), tonAsset),
        }
      : [],
  ),
})

const tonAsset = (asset: NetworkAsset) => ({
  ...limitsOf(asset),
  jettonWallet: asset.contract === null ? null : ('any' as const),
})

function limitsOf({ contract, maxWithdraw, decimals }: NetworkAsset) {
  const max = rawOfUnits(maxWithdraw, decimals)
  const [maxHour, maxDay] = [max * WITHDRAWALS_PER_HOUR, max * WITHDRAWALS_PER_DAY]
  return { contract, maxAmount: String(max), maxHour: String(maxHour), maxDay: String(maxDay), approvals: [] }
}
