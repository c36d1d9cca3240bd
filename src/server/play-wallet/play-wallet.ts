/** The external wallet of each user on the play chain: a key of its own, funded once, whose transfers are mined. */

import { setTimeout as pause } from 'node:timers/promises'
import { parseAddress } from '../../chains/evm/address.ts'
import { ChainUnavailable } from '../../chains/evm/chain.ts'
import { maxGasCost, readTransaction } from '../../chains/evm/transactions.ts'
import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { formatUnits, parseUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type NetworkAsset, rawOfUnits, unitsOfRaw, withdrawStep } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { currencyOf, type NetworkInfo, networkOf } from '../../engine/exchange.ts'
import type { EvmNetwork } from '../custody/evm-network.ts'
import { transfersOfWallet, waitingTransactions } from '../play-chain/blocks.ts'
import { openTurns } from '../play-chain/in-turn.ts'
import { sendTransfer, waitingBalance } from '../play-chain/play-account.ts'
import type { PlayChain } from '../play-chain/play-chain.ts'
import { type PlayKey, walletKey } from '../play-chain/play-keys.ts'
import type { Treasury } from '../play-chain/treasury.ts'
import type { Database } from '../postgres/database.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

type PlayWalletDeps = {
  readonly network: EvmNetwork
  readonly playChain: PlayChain
  readonly treasury: Treasury
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
}

export type PlayWallets = {
  /** Creates and funds the wallet at the first call. */
  show(user: UserId): Promise<WalletFacts | Refusal>
  /** The hash of the transaction, which waits for a block. */
  send(user: UserId, request: SendRequest): Promise<string | Refusal>
}

/** `address` null: the user's own deposit address. */
type SendRequest = {
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly amount: string
  readonly address: string | null
}

type WalletCoin = { readonly currency: Currency; readonly asset: NetworkAsset; readonly raw: bigint }

/** `coin` is without a balance. `address` is the other side. */
type WalletTransaction = {
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly coin: Omit<WalletCoin, 'raw'>
  readonly raw: bigint
  readonly address: string
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

const MAX_TRANSACTIONS = 20
/** How long the first call waits for the block with the funds. */
const FUNDING_MILLIS = 5_000
const POLL_MILLIS = 50

export function openPlayWallets(deps: PlayWalletDeps): PlayWallets {
  const { network, playChain, treasury, database } = deps
  const { rpc } = playChain
  const inTurn = openTurns()

  /** Refuses instead of throwing while the chain is not available. */
  async function onChain<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ChainUnavailable) return refuse('NETWORK_UNAVAILABLE')
      throw error
    }
  }

  async function open(user: UserId): Promise<PlayKey> {
    const key = await walletKey(database, user)
    await treasury.fundWallet(key.address)
    for (const until = performance.now() + FUNDING_MILLIS; performance.now() < until; await pause(POLL_MILLIS)) {
      const [mined, waiting] = await Promise.all([
        network.chain.balance(key.address, 'latest'),
        waitingBalance(rpc, null, key.address),
      ])
      if (mined > 0n || waiting === 0n) break
    }
    return key
  }

  return {
    show: (user) =>
      onChain(async () => {
        const { address } = await open(user)
        const { listed, coins } = await listedCoins(deps)
        const withBalances = await Promise.all(
          coins.map(async (coin) => ({ ...coin, raw: await waitingBalance(rpc, coin.asset.contract, address) })),
        )
        const transactions = await transactionsOf(deps, coins, address)
        return { network: listed.network, address, coins: withBalances, transactions }
      }),
    send: (user, request) =>
      onChain(async () => {
        const transfer = await parse(deps, user, request)
        if (isRefused(transfer)) return transfer
        const key = await open(user)
        return inTurn(async () => {
          const refusal = await refuseAmount(deps, key, transfer)
          return refusal ?? (await sendTransfer(rpc, key, transfer))
        })
      }),
  }
}

type Coin = Omit<WalletCoin, 'raw'>

const listedCoins = ({ sequencer, network }: PlayWalletDeps) =>
  sequencer.read((state) => {
    const listed = expectDefined(networkOf(state, network.id), 'the network of the play chain is listed')
    const coins: readonly Coin[] = Array.from(listed.assets.values(), (asset) => ({
      asset,
      currency: expectDefined(currencyOf(state, asset.currency), 'the coin of a network is listed'),
    }))
    return { listed, coins }
  })

type Transfer = {
  readonly to: string
  readonly contract: string | null
  readonly raw: bigint
  readonly coins: readonly Coin[]
}

async function parse(deps: PlayWalletDeps, user: UserId, request: SendRequest): Promise<Transfer | Refusal> {
  const { listed, coins } = await listedCoins(deps)
  if (request.network !== deps.network.id) return refuse('NETWORK_NOT_FOUND')
  const asset = listed.assets.get(request.currency)
  if (asset === undefined) return refuse('CURRENCY_NOT_FOUND')
  const amount = parseUnits(request.amount)
  if (amount === undefined) return refuse('INVALID_NUMBER', { field: 'amount' })
  if (amount === 0n) return refuse('REQUIRED_AMOUNT')
  const step = withdrawStep(asset)
  if (amount % step !== 0n) return refuse('PRECISION', { step: formatUnits(step) })
  const to = await receiver(deps, user, request, listed)
  return isRefused(to) ? to : { to, contract: asset.contract, raw: rawOfUnits(amount, asset.decimals), coins }
}

async function receiver(
  { network }: PlayWalletDeps,
  user: UserId,
  { address }: SendRequest,
  { network: { name } }: NetworkInfo,
): Promise<string | Refusal> {
  if (address !== null) return parseAddress(address) ?? refuse('INVALID_ADDRESS', { network: name })
  return network.addresses === undefined ? refuse('NETWORK_UNAVAILABLE') : network.addresses.give(user)
}

async function refuseAmount(
  { playChain: { rpc }, network }: PlayWalletDeps,
  { address }: PlayKey,
  { contract, raw, coins }: Transfer,
): Promise<Refusal | undefined> {
  const { maxFee } = await network.chain.fees()
  const fee = maxGasCost(contract, maxFee)
  for (const { asset, currency } of coins) {
    const need = (asset.contract === contract ? raw : 0n) + (asset.contract === null ? fee : 0n)
    const available = await waitingBalance(rpc, asset.contract, address)
    const text = (amount: bigint): string => formatUnits(unitsOfRaw(amount, asset.decimals))
    if (need > available)
      return refuse('INSUFFICIENT_BALANCE', { need: text(need), available: text(available), currency: currency.symbol })
  }
  return undefined
}

/** What waits for a block, then what is in blocks. */
async function transactionsOf(
  { playChain: { generation }, database }: PlayWalletDeps,
  coins: readonly Coin[],
  address: string,
): Promise<readonly WalletTransaction[]> {
  const coinOf = new Map(coins.map((coin) => [coin.asset.contract, coin]))
  const [mined, waiting] = await Promise.all([
    transfersOfWallet(database, generation, address, MAX_TRANSACTIONS),
    waitingTransactions(database, generation),
  ])
  const pending = waiting.flatMap(({ txid, sender, raw, at }) => {
    const meant = sender === address ? readTransaction(raw) : undefined
    if (meant === undefined) return []
    return [{ ...meant, txid, sender, receiver: meant.to, at, status: 'pending' as const }]
  })
  const done = mined.map((each) => ({ ...each, status: each.failed ? ('failed' as const) : ('confirmed' as const) }))
  return [...pending.reverse(), ...done].slice(0, MAX_TRANSACTIONS).flatMap((each): readonly WalletTransaction[] => {
    const { txid, sender, raw, at, status } = each
    const coin = coinOf.get(each.contract)
    if (coin === undefined) return []
    const direction = sender === address ? 'out' : 'in'
    return [{ txid, direction, coin, raw, address: direction === 'out' ? each.receiver : sender, status, at }]
  })
}
