/**
 * Moves deposits to the hot wallet: when an address holds much, or when the hot wallet has less than the largest
 * withdrawal. Tokens can only be moved by an address that has the coin of the chain, so it gets that first.
 */

import { maxGasCost } from '../../../chains/evm/transactions.ts'
import type { CurrencyId, Millis } from '../../../contract/ids.ts'
import { type NetworkAsset, rawOfUnits } from '../../../contract/wallet/networks.ts'
import type { NetworkInfo, PaymentPurpose } from '../../../engine/exchange.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { EvmNetwork } from './evm-network.ts'
import type { EvmPayerDeps } from './evm-payer-deps.ts'
import { type OwnAddresses, receivingAddresses } from './own-addresses.ts'
import { balanceOf, TokenUnreadable } from './token-balance.ts'

type SweeperDeps = {
  readonly network: EvmNetwork
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly log: Log
  readonly now: () => Millis
  readonly intervalMillis: Millis
}

/** Addresses whose balances are read in one round. */
const MAX_ADDRESSES = 50
/** Multiples of the smallest deposit: an address with this much is swept, or with this much while the hot wallet is low. */
const SWEEP_ABOVE = 50n
const SWEEP_ABOVE_IF_LOW = 2n

/** Of a coin. */
type Holder = ReturnType<typeof receivingAddresses>[number]

/** What the payer asks in every round; looks at the chain only once per interval. */
export function openSweeper(deps: SweeperDeps): EvmPayerDeps['otherPurposes'] {
  /** The balance of each holder after so many transfers. Those that were read last are at the end. */
  const read = new Map<string, { readonly transfers: number; readonly balance: bigint }>()
  let nextAt = Number.NEGATIVE_INFINITY
  return async (network, addresses) => {
    if (deps.now() < nextAt) return []
    nextAt = deps.now() + deps.intervalMillis
    const holders = await deps.sequencer.read((state) => receivingAddresses(state, network.network.id, addresses))
    const thresholds = await thresholdsOf(deps, network, addresses, holders)
    const places = new Map([...read.keys()].map((key, place) => [key, place]))
    // Who sends to many addresses all the time must not keep the others waiting.
    const placeOf = (holder: Holder): number => places.get(keyOf(holder)) ?? -1
    const purposes: PaymentPurpose[] = []
    let count = 0
    for (const holder of holders.toSorted((left, right) => placeOf(left) - placeOf(right))) {
      const [threshold, asset] = [thresholds.get(holder.currency), network.assets.get(holder.currency)]
      if (threshold === undefined || asset === undefined) continue
      const before = read.get(keyOf(holder))
      if (before?.transfers === holder.transfers && before.balance < threshold) continue
      if (++count > MAX_ADDRESSES) break
      const balances = await balancesOf(deps, asset, holder).catch((error: unknown) => unreadable(deps, network, error))
      if (balances === undefined) {
        thresholds.delete(holder.currency)
        continue
      }
      read.delete(keyOf(holder))
      read.set(keyOf(holder), { transfers: holder.transfers, balance: balances.balance })
      const purpose = balances.balance < threshold ? undefined : purposeFor(network, asset, holder, balances)
      if (purpose !== undefined) purposes.push(purpose)
    }
    return purposes
  }
}

const keyOf = ({ number, currency }: Holder): string => `${number}/${currency}`

/** From which balance an address is swept, for each coin that one has and whose balances can be read. */
async function thresholdsOf(
  deps: SweeperDeps,
  network: NetworkInfo,
  addresses: OwnAddresses,
  holders: readonly Holder[],
): Promise<Map<CurrencyId, bigint>> {
  const thresholds = new Map<CurrencyId, bigint>()
  for (const currency of new Set(holders.map((each) => each.currency))) {
    const asset = network.assets.get(currency)
    if (asset === undefined) continue
    const isLow = await isHotWalletLow(deps, addresses, asset).catch((error: unknown) =>
      unreadable(deps, network, error),
    )
    if (isLow === undefined) continue
    const factor = isLow ? SWEEP_ABOVE_IF_LOW : SWEEP_ABOVE
    thresholds.set(currency, rawOfUnits(asset.minDeposit, asset.decimals) * factor)
  }
  return thresholds
}

function unreadable({ log }: SweeperDeps, { network }: NetworkInfo, error: unknown): undefined {
  if (!(error instanceof TokenUnreadable)) throw error
  const facts = { event: 'sweeper.token_unreadable', network: network.id, reason: error.message }
  log.warn(facts, 'deposits of a token are not moved to the hot wallet')
}

const isHotWalletLow = async (
  { network: { chain } }: SweeperDeps,
  { hot }: OwnAddresses,
  { contract, maxWithdraw, decimals }: NetworkAsset,
): Promise<boolean> => (await balanceOf(chain, contract, hot, 'latest')) < rawOfUnits(maxWithdraw, decimals)

type Balances = { readonly balance: bigint; readonly coins: bigint; readonly maxFee: bigint }

/** Only final balances are moved. */
async function balancesOf(
  { network: { chain } }: SweeperDeps,
  { contract }: NetworkAsset,
  { address }: Holder,
): Promise<Balances> {
  const { final } = await chain.head()
  const { maxFee } = await chain.fees()
  const coins = await chain.balance(address, final.height)
  const balance = contract === null ? coins : await balanceOf(chain, contract, address, final.height)
  return { balance, coins, maxFee }
}

/** A sweep, or the gas that it needs; undefined if there is too little for the fee. */
function purposeFor(
  { network }: NetworkInfo,
  { contract }: NetworkAsset,
  { number, currency }: Holder,
  { balance, coins, maxFee }: Balances,
): PaymentPurpose | undefined {
  // Twice the present price, because it may rise before the block.
  const fee = 2n * maxGasCost(contract, maxFee)
  if (currency === network.gasCurrency)
    return balance > fee ? { kind: 'sweep', from: number, currency, raw: balance - fee } : undefined
  if (coins >= maxGasCost(contract, maxFee)) return { kind: 'sweep', from: number, currency, raw: balance }
  return { kind: 'gas', to: number, raw: fee - coins }
}
