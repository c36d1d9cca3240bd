/** What the external wallets of a play exchange have in common, on every network. */

import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { formatUnits, parseUnits } from '../../contract/money.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { type NetworkAsset, rawOfUnits, withdrawStep } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { currencyOf, type NetworkInfo, networkOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

export const MAX_TRANSACTIONS = 20

export type PlayWallets = {
  /** Creates and funds the wallet at the first call. */
  show(user: UserId): Promise<WalletFacts | Refusal>
  /** The hash of the transaction, or on TON of the message that causes it. */
  send(user: UserId, request: SendRequest): Promise<string | Refusal>
}

/** `address` null: the user's own deposit address, with its memo. */
export type SendRequest = {
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly amount: string
  readonly address: string | null
  /** Goes with an address; a network without memos refuses it. */
  readonly memo: string | null
}

export type Coin = { readonly currency: Currency; readonly asset: NetworkAsset }
type WalletCoin = Coin & { readonly raw: bigint }

/** `address` is the other side. `memo` null: none, or the network has no memos. */
export type WalletTransaction = {
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly coin: Coin
  readonly raw: bigint
  readonly address: string
  readonly memo: string | null
  readonly status: 'pending' | 'confirmed' | 'failed'
  readonly at: Millis
}

export type WalletFacts = {
  readonly network: NetworkInfo['network']
  readonly address: string
  readonly coins: readonly WalletCoin[]
  /** Newest first. */
  readonly transactions: readonly WalletTransaction[]
}

/** Refuses instead of throwing while the chain is not available. */
export async function onChain<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainUnavailable) return refuse('NETWORK_UNAVAILABLE')
    throw error
  }
}

type Deps = {
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly network: { readonly id: NetworkId }
}

export const listedCoins = ({ sequencer, network }: Deps) =>
  sequencer.read((state) => {
    const listed = expectDefined(networkOf(state, network.id), 'the network of the play chain is listed')
    const coins: readonly Coin[] = Array.from(listed.assets.values(), (asset) => ({
      asset,
      currency: expectDefined(currencyOf(state, asset.currency), 'the coin of a network is listed'),
    }))
    return { listed, coins }
  })

/** What is sent, in the smallest units of the coin on its network. */
export function parseSent(
  { assets }: NetworkInfo,
  { currency, amount: text }: SendRequest,
): { readonly asset: NetworkAsset; readonly raw: bigint } | Refusal {
  const asset = assets.get(currency)
  if (asset === undefined) return refuse('CURRENCY_NOT_FOUND')
  const amount = parseUnits(text)
  if (amount === undefined) return refuse('INVALID_NUMBER', { field: 'amount' })
  if (amount === 0n) return refuse('REQUIRED_AMOUNT')
  const step = withdrawStep(asset)
  if (amount % step !== 0n) return refuse('PRECISION', { step: formatUnits(step) })
  return { asset, raw: rawOfUnits(amount, asset.decimals) }
}
