/** The external wallet of each user on the play chain of Ethereum: a key of its own, funded once, whose transfers are mined. */

import { setTimeout as pause } from 'node:timers/promises'
import { parseAddress } from '../../chains/evm/address.ts'
import { maxGasCost, readTransaction } from '../../chains/evm/transactions.ts'
import type { UserId } from '../../contract/ids.ts'
import { formatUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import type { NetworkInfo } from '../../engine/exchange.ts'
import type { EvmNetwork } from '../custody/evm/evm-network.ts'
import { transfersOfWallet, waitingTransactions } from '../play-chain/blocks.ts'
import { sendTransfer, waitingBalance } from '../play-chain/play-account.ts'
import type { PlayChain } from '../play-chain/play-chain.ts'
import { type PlayKey, walletKey } from '../play-chain/play-keys.ts'
import type { Treasury } from '../play-chain/treasury.ts'
import type { Database } from '../postgres/database.ts'
import { openTurns } from '../runtime/in-turn.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import {
  type Coin,
  listedCoins,
  MAX_TRANSACTIONS,
  onChain,
  type PlayWallets,
  parseSent,
  type SendRequest,
  type WalletTransaction,
} from './wallet-facts.ts'

type PlayWalletDeps = {
  readonly network: EvmNetwork
  readonly playChain: PlayChain
  readonly treasury: Treasury
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
}

/** How long the first call waits for the block with the funds. */
const FUNDING_MILLIS = 5_000
const POLL_MILLIS = 50

export function openPlayWallets(deps: PlayWalletDeps): PlayWallets {
  const { network, playChain, treasury, database } = deps
  const { rpc } = playChain
  const inTurn = openTurns()

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

type Transfer = {
  readonly to: string
  readonly contract: string | null
  readonly raw: bigint
  readonly coins: readonly Coin[]
}

async function parse(deps: PlayWalletDeps, user: UserId, request: SendRequest): Promise<Transfer | Refusal> {
  if (request.memo !== null) return refuse('INVALID_MEMO', { reason: 'This network does not use a memo.' })
  const { listed, coins } = await listedCoins(deps)
  const sent = parseSent(listed, request)
  if (isRefused(sent)) return sent
  const to = await receiver(deps, user, request, listed)
  return isRefused(to) ? to : { to, contract: sent.asset.contract, raw: sent.raw, coins }
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
    const text = (amount: bigint): string => formatUnits(unitsOfRaw(amount, asset))
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
    return [
      { txid, direction, coin, raw, address: direction === 'out' ? each.receiver : sender, status, at, memo: null },
    ]
  })
}
