/**
 * Moves deposits to the hot wallet: when an address holds much, or when the hot wallet has less than the largest
 * withdrawal. Tokens can only be moved by an address that has the coin of the chain, so it gets that first.
 */

import { maxGasCost } from '../../chains/evm/transactions.ts'
import type { CurrencyId, Millis } from '../../contract/ids.ts'
import { type NetworkAsset, rawOfUnits } from '../../contract/wallet/networks.ts'
import type { NetworkInfo, PaymentPurpose } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Log } from '../runtime/log.ts'
import type { EvmNetwork } from './evm-network.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { PayerDeps } from './payer-deps.ts'
import { balanceOf, TokenUnreadable } from './token-balance.ts'

type SweeperDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
  readonly now: () => Millis
  readonly intervalMillis: Millis
}

/** Addresses whose balances are read in one round. */
const MAX_ADDRESSES = 50
/** Multiples of the smallest deposit: an address with this much is swept, or with this much while the hot wallet is low. */
const SWEEP_ABOVE = 50n
const SWEEP_ABOVE_IF_LOW = 2n

/** `at`: of the newest transfer to it. */
type Holder = {
  readonly number: number
  readonly address: string
  readonly currency: CurrencyId
  readonly at: Millis
}

/** What the payer asks in every round; looks at the chain only once per interval. */
export function openSweeper(deps: SweeperDeps): PayerDeps['otherPurposes'] {
  /** The balance of each holder when it was read, and the newest transfer then. */
  const read = new Map<string, { readonly at: Millis; readonly balance: bigint }>()
  let nextAt = Number.NEGATIVE_INFINITY
  return async (network, addresses) => {
    if (deps.now() < nextAt) return []
    nextAt = deps.now() + deps.intervalMillis
    const rows = await query<Omit<Holder, 'number'>>(deps.database.pool, HOLDERS, [network.network.id])
    const holders = rows.flatMap((row): readonly Holder[] => {
      const number = addresses.find(row.address)?.number ?? 0
      return number === 0 ? [] : [{ ...row, number }]
    })
    const purposes: PaymentPurpose[] = []
    let count = 0
    const addPurposes = async (currency: CurrencyId, asset: NetworkAsset): Promise<void> => {
      const factor = (await isHotWalletLow(deps, addresses, asset)) ? SWEEP_ABOVE_IF_LOW : SWEEP_ABOVE
      const threshold = rawOfUnits(asset.minDeposit, asset.decimals) * factor
      for (const holder of holders.filter((each) => each.currency === currency)) {
        const key = `${holder.number}/${currency}`
        const before = read.get(key)
        if (before?.at === holder.at && before.balance < threshold) continue
        if (++count > MAX_ADDRESSES) break
        const { balance, coins, maxFee } = await balancesOf(deps, asset, holder)
        read.set(key, { at: holder.at, balance })
        if (balance < threshold) continue
        const purpose = purposeFor(network, asset, holder, { balance, coins, maxFee })
        if (purpose !== undefined) purposes.push(purpose)
      }
    }
    for (const [currency, asset] of network.assets)
      await addPurposes(currency, asset).catch((error: unknown) => {
        if (!(error instanceof TokenUnreadable)) throw error
        const facts = { event: 'sweeper.token_unreadable', network: network.network.id, reason: error.message }
        deps.log.warn(facts, 'deposits of a token are not moved to the hot wallet')
      })
    return purposes
  }
}

const HOLDERS = `select address, currency_id as currency, max(updated_at) as at from incoming
where network_id = $1 and state = 'final' group by 1, 2 order by at, address, currency`

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
