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
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { EvmNetwork } from './evm-network.ts'
import { creditedAddresses, type OwnAddresses } from './own-addresses.ts'
import type { PayerDeps } from './payer-deps.ts'
import { balanceOf, TokenUnreadable } from './token-balance.ts'

type SweeperDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
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

/** `version`: another one after each deposit, by what the engine knows, and after each transfer that has a row. */
type Holder = {
  readonly number: number
  readonly address: string
  readonly currency: CurrencyId
  readonly version: string
}

/** What the payer asks in every round; looks at the chain only once per interval. */
export function openSweeper(deps: SweeperDeps): PayerDeps['otherPurposes'] {
  /** The balance of each version of a holder. */
  const read = new Map<string, { readonly version: string; readonly balance: bigint }>()
  let nextAt = Number.NEGATIVE_INFINITY
  return async (network, addresses) => {
    if (deps.now() < nextAt) return []
    nextAt = deps.now() + deps.intervalMillis
    const purposes: PaymentPurpose[] = []
    let count = 0
    const addPurposes = async (holders: readonly Holder[], asset: NetworkAsset): Promise<void> => {
      if (holders.length === 0) return
      const factor = (await isHotWalletLow(deps, addresses, asset)) ? SWEEP_ABOVE_IF_LOW : SWEEP_ABOVE
      const threshold = rawOfUnits(asset.minDeposit, asset.decimals) * factor
      for (const holder of holders) {
        const key = `${holder.number}/${holder.currency}`
        const before = read.get(key)
        if (before?.version === holder.version && before.balance < threshold) continue
        if (++count > MAX_ADDRESSES) break
        const { balance, coins, maxFee } = await balancesOf(deps, asset, holder)
        read.set(key, { version: holder.version, balance })
        if (balance < threshold) continue
        const purpose = purposeFor(network, asset, holder, { balance, coins, maxFee })
        if (purpose !== undefined) purposes.push(purpose)
      }
    }
    for (const holders of await holdersOf(deps, network, addresses))
      for (const [currency, asset] of network.assets) {
        const own = holders.filter((each) => each.currency === currency)
        await addPurposes(own, asset).catch((error: unknown) => {
          if (!(error instanceof TokenUnreadable)) throw error
          const facts = { event: 'sweeper.token_unreadable', network: network.network.id, reason: error.message }
          deps.log.warn(facts, 'deposits of a token are not moved to the hot wallet')
        })
      }
    return purposes
  }
}

/** Those that rows name, then all others that can have something: rows can be missing. */
async function holdersOf(
  { database, sequencer }: SweeperDeps,
  { network, assets }: NetworkInfo,
  addresses: OwnAddresses,
): Promise<readonly (readonly Holder[])[]> {
  const rows = await query<HolderRow>(database.pool, HOLDERS, [network.id])
  const credited = await sequencer.read((state) => creditedAddresses(state, addresses))
  const counts = new Map(credited.map(({ number, deposits }) => [number, deposits]))
  const named = rows.flatMap(({ address, currency, at }): readonly Holder[] => {
    const number = addresses.find(address)?.number ?? 0
    return number === 0 ? [] : [{ number, address, currency, version: `${counts.get(number)} ${at}` }]
  })
  const known = new Set(named.map(({ number, currency }) => `${number}/${currency}`))
  const others = credited.flatMap(({ number, address, deposits }) =>
    Array.from(assets.keys(), (currency): Holder => ({ number, address, currency, version: `${deposits}` })).filter(
      ({ number, currency }) => !known.has(`${number}/${currency}`),
    ),
  )
  return [named, others]
}

type HolderRow = { readonly address: string; readonly currency: CurrencyId; readonly at: Millis }

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
