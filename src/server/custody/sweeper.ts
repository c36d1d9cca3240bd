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
import type { EvmNetwork } from './evm-network.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { PayerDeps } from './payer-deps.ts'

type SweeperDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
  readonly now: () => Millis
  readonly intervalMillis: Millis
}

/** Addresses that are looked at in one round. */
const MAX_ADDRESSES = 50
/** Multiples of the smallest deposit: an address with this much is swept, or with this much while the hot wallet is low. */
const SWEEP_ABOVE = 50n
const SWEEP_ABOVE_IF_LOW = 2n

type Holder = { readonly number: number; readonly address: string; readonly currency: CurrencyId }

/** What the payer asks in every round; looks at the chain only once per interval. */
export function openSweeper(deps: SweeperDeps): PayerDeps['otherPurposes'] {
  let nextAt = Number.NEGATIVE_INFINITY
  return async (network, addresses) => {
    if (deps.now() < nextAt) return []
    nextAt = deps.now() + deps.intervalMillis
    const holders = await query<Holder>(deps.database.pool, HOLDERS, [network.network.id, MAX_ADDRESSES])
    const purposes: PaymentPurpose[] = []
    for (const [currency, asset] of network.assets) {
      const isLow = await isHotWalletLow(deps, addresses, asset)
      for (const holder of holders.filter((each) => each.currency === currency)) {
        const purpose = await purposeFor(deps, network, asset, holder, isLow)
        if (purpose !== undefined) purposes.push(purpose)
      }
    }
    return purposes
  }
}

/** Deposit addresses that received more than what their newest settled sweep left, newest first. */
const HOLDERS = `select d.number, d.address, i.currency_id as currency
from incoming i join deposit_addresses d on d.address = i.address
where i.network_id = $1 and i.state = 'final' and d.number > 0 and not exists (
  select from payments p where p.network_id = $1 and p.kind = 'sweep' and p.wallet = d.number
    and p.closed_at is not null and p.mined_height > i.height)
group by 1, 2, 3 order by max(i.updated_at) desc limit $2`

const isHotWalletLow = async (
  { network: { chain } }: SweeperDeps,
  { hot }: OwnAddresses,
  { contract, maxWithdraw, decimals }: NetworkAsset,
): Promise<boolean> => {
  const balance = await (contract === null ? chain.balance(hot, 'latest') : chain.tokenBalance(contract, hot, 'latest'))
  return balance < rawOfUnits(maxWithdraw, decimals)
}

/** A sweep, or the gas that it needs; undefined if there is too little. Only final balances are moved. */
async function purposeFor(
  { network: { chain } }: SweeperDeps,
  { network }: NetworkInfo,
  { contract, decimals, minDeposit }: NetworkAsset,
  { number, address, currency }: Holder,
  isLow: boolean,
): Promise<PaymentPurpose | undefined> {
  const { final } = await chain.head()
  const { maxFee } = await chain.fees()
  const coins = await chain.balance(address, final.height)
  const balance = contract === null ? coins : await chain.tokenBalance(contract, address, final.height)
  if (balance < rawOfUnits(minDeposit, decimals) * (isLow ? SWEEP_ABOVE_IF_LOW : SWEEP_ABOVE)) return undefined
  // Twice the present price, because it may rise before the block.
  const fee = 2n * maxGasCost(contract, maxFee)
  if (currency === network.gasCurrency)
    return balance > fee ? { kind: 'sweep', from: number, currency, raw: balance - fee } : undefined
  if (coins >= maxGasCost(contract, maxFee)) return { kind: 'sweep', from: number, currency, raw: balance }
  return { kind: 'gas', to: number, raw: fee - coins }
}
