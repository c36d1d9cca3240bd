import { type Currency, isCoin, smallestOf } from '../../contract/markets/instruments.ts'
import { formatUnits } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type AssetTerms, type NetworkAsset, type NetworkKind, withdrawStep } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import type { State } from '../state.ts'
import type { SetNetworkAsset } from './commands.ts'

const CONTRACTS: Readonly<Record<NetworkKind, RegExp>> = { evm: /^0x[0-9a-f]{40}$/, ton: /^0:[0-9a-f]{64}$/ }
const GAS_DECIMALS: Readonly<Record<NetworkKind, number>> = { evm: 18, ton: 9 }

export function refuse(state: State, { network, asset }: SetNetworkAsset): Refusal | undefined {
  const listed = state.networks.get(network)
  if (listed === undefined) return refusal('NETWORK_NOT_FOUND')
  const currency = currencyOf(state, asset.currency)
  if (currency === undefined || !isCoin(currency)) return refusal('CURRENCY_NOT_FOUND')
  const before = listed.assets.get(asset.currency)
  if (before !== undefined && (before.contract !== asset.contract || before.decimals !== asset.decimals))
    return refusal('LISTING_CONFLICT', { name: currency.symbol })
  const { gasCurrency, kind } = listed.network
  if (asset.currency !== gasCurrency && !listed.assets.has(gasCurrency))
    return refusal('NETWORK_INVALID', { reason: 'the coin that pays fees is listed first' })
  const reason = invalid(asset, kind, asset.currency === gasCurrency)
  if (reason !== undefined) return refusal('NETWORK_INVALID', { reason })
  const finer = refuseFinerAmounts(listedAs(asset, currency))
  if (finer !== undefined) return finer
  const hasTwin = [...listed.assets.values()].some(
    (other) => other.currency !== asset.currency && other.contract === asset.contract,
  )
  return hasTwin ? refusal('NETWORK_INVALID', { reason: 'another coin has this contract' }) : undefined
}

/** The fee can be less than what a withdrawal takes, so it is an amount on the chain too. */
function refuseFinerAmounts(asset: NetworkAsset): Refusal | undefined {
  const { minDeposit, minWithdraw, maxWithdraw, withdrawFee, smallest } = asset
  const step = withdrawStep(asset)
  if (withdrawFee % step !== 0n) return refusal('PRECISION', { step: formatUnits(step) })
  const areWhole = [minDeposit, minWithdraw, maxWithdraw].every((amount) => amount % smallest === 0n)
  return areWhole ? undefined : refusal('PRECISION', { step: formatUnits(smallest) })
}

function invalid(asset: AssetTerms, kind: NetworkKind, isGas: boolean): string | undefined {
  const { contract, decimals, minDeposit, withdrawFee, minWithdraw, maxWithdraw } = asset
  if (isGas !== (contract === null)) return 'exactly the coin that pays fees has no contract'
  if (contract !== null && !CONTRACTS[kind].test(contract)) return 'the contract is not an address in lower case'
  if (!Number.isSafeInteger(decimals) || decimals < 0 || decimals > 18) return 'the decimals are not from 0 to 18'
  if (isGas && decimals !== GAS_DECIMALS[kind]) return `the coin that pays fees has ${GAS_DECIMALS[kind]} decimals`
  if (minDeposit <= 0n) return 'the minimum deposit is not above 0'
  if (withdrawFee < 0n) return 'the withdrawal fee is negative'
  if (minWithdraw <= withdrawFee) return 'the minimum withdrawal is not above the fee'
  return maxWithdraw < minWithdraw ? 'the maximum withdrawal is below the minimum' : undefined
}

export function perform(execution: Execution, { network, asset }: SetNetworkAsset): void {
  const currency = expectDefined(currencyOf(execution.state, asset.currency), 'an unlisted coin is refused')
  emit(execution, { type: 'network-asset-set', network, asset: listedAs(asset, currency) })
}

/** The state text has the fields in this order. */
const listedAs = (asset: AssetTerms, currency: Currency): NetworkAsset => ({
  currency: asset.currency,
  contract: asset.contract,
  decimals: asset.decimals,
  smallest: smallestOf(currency),
  minDeposit: asset.minDeposit,
  withdrawFee: asset.withdrawFee,
  minWithdraw: asset.minWithdraw,
  maxWithdraw: asset.maxWithdraw,
  deposits: asset.deposits,
  withdrawals: asset.withdrawals,
  notice: asset.notice,
})
