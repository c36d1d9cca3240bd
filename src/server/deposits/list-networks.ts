/** The coins that can be deposited and withdrawn, and the networks of a coin with the user's own address. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { type Currency, isCoin } from '../../contract/markets/instruments.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { NetworkAsset } from '../../contract/wallet/networks.ts'
import type { NetworkState } from '../../contract/wallet/views.ts'
import { expectDefined } from '../../engine/assert.ts'
import { accountOf, currencyOf, isHidden, type NetworkInfo, networksOf, type State } from '../../engine/exchange.ts'
import type { ConnectedNetwork, DepositAddress, Networks } from '../custody/base/networks.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

export type DepositDeps = { readonly sequencer: Pick<Sequencer, 'read'>; readonly networks: Networks }

/** `deposit` is undefined while deposits are not possible. */
export type NetworkFacts = {
  readonly listed: NetworkInfo
  readonly asset: NetworkAsset
  readonly currency: Currency
  readonly gasCurrency: Currency
  readonly state: NetworkState
  readonly canDeposit: boolean
  /** Deposits open when the chain was followed for the first time. */
  readonly isStarting: boolean
  readonly canWithdraw: boolean
  readonly deposit: DepositAddress | undefined
}

export type CoinFacts = {
  readonly currency: Currency
  readonly canDeposit: boolean
  readonly canWithdraw: boolean
  readonly isHidden: boolean
}

export const walletCoins = ({ sequencer, networks }: DepositDeps): Promise<readonly CoinFacts[]> =>
  sequencer.read((state) => {
    const facts = factsOf(state, networks)
    return [...new Set(facts.map(({ currency }) => currency))].map((currency) => {
      const own = facts.filter((each) => each.currency === currency)
      return {
        currency,
        // A network that is starting shows its address in a moment.
        canDeposit: own.some(({ canDeposit, isStarting }) => canDeposit || isStarting),
        canWithdraw: own.some(({ canWithdraw }) => canWithdraw),
        isHidden: isHidden(state, currency.id),
      }
    })
  })

/** The first call of a user creates the address. */
export async function networksOfCoin(
  { sequencer, networks }: DepositDeps,
  user: UserId,
  id: CurrencyId,
): Promise<readonly NetworkFacts[] | Refusal> {
  const found = await sequencer.read((state): readonly Omit<NetworkFacts, 'deposit'>[] | Refusal => {
    const currency = currencyOf(state, id)
    if (accountOf(state, user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    if (currency === undefined || !isCoin(currency)) return refuse('CURRENCY_NOT_FOUND')
    return factsOf(state, networks).filter((each) => each.currency.id === id)
  })
  if (isRefused(found)) return found
  const withAddresses: NetworkFacts[] = []
  for (const facts of found) {
    const network = networks.get(facts.listed.network.id)
    const deposit = facts.canDeposit ? await network?.depositAddress(user) : undefined
    if (isRefused(deposit)) return deposit
    withAddresses.push({ ...facts, deposit })
  }
  return withAddresses
}

const factsOf = (state: State, networks: Networks): readonly Omit<NetworkFacts, 'deposit'>[] =>
  networksOf(state).flatMap((listed) =>
    Array.from(listed.assets.values(), (asset) => {
      const network = networks.get(listed.network.id)
      const isRead = network?.reads(asset.contract) === true
      const isOffered = asset.deposits === 'open' && !isHidden(state, asset.currency)
      return {
        listed,
        asset,
        currency: expectDefined(currencyOf(state, asset.currency), 'the coin of a network is listed'),
        gasCurrency: expectDefined(currencyOf(state, listed.network.gasCurrency), 'the coin of a network is listed'),
        state: network?.state ?? 'unavailable',
        canDeposit: isOffered && isRead && isWorking(listed, network) && network?.state !== 'starting',
        isStarting: isOffered && listed.paused === null && network?.state === 'starting',
        canWithdraw: asset.withdrawals !== 'paused' && isWorking(listed, network),
      }
    }),
  )

/**
 * An address is shown while the chain is delayed: what is sent arrives later. It is not shown before the chain was followed
 * for the first time, because older blocks are not read.
 */
const isWorking = ({ paused }: NetworkInfo, network: ConnectedNetwork | undefined): boolean =>
  paused === null && network?.isReady === true && network.state !== 'unavailable'
