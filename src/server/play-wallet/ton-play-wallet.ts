/** The external wallet of each user on the play TON chain: a key of its own, funded once. */

import { setTimeout as pause } from 'node:timers/promises'
import { ChainUnavailable } from '../../chains/chain-unavailable.ts'
import { parseTonAddress } from '../../chains/ton/address.ts'
import type { TonChain } from '../../chains/ton/chain.ts'
import { type TonTransport, tonApi } from '../../chains/ton/toncenter.ts'
import type { UserId } from '../../contract/ids.ts'
import { formatUnits } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { isMemoText, MEMO_RULE } from '../../contract/wallet/memo.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import type { TonNetwork } from '../custody/ton/ton-network.ts'
import { PLAY_JETTON, playJettonWallet } from '../play-ton/genesis.ts'
import { signWalletTransfer, type TonKey, tonWalletKey } from '../play-ton/ton-keys.ts'
import { JETTON_GAS, messageOf, type TonTransfer } from '../play-ton/ton-transfers.ts'
import type { TonTreasury } from '../play-ton/ton-treasury.ts'
import type { Database } from '../postgres/database.ts'
import { openTurns } from '../runtime/in-turn.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { tonWalletTransactions } from './ton-wallet-transactions.ts'
import { type Coin, listedCoins, onChain, type PlayWallets, parseSent, type SendRequest } from './wallet-facts.ts'

type TonPlayWalletDeps = {
  readonly network: TonNetwork
  readonly chain: TonChain
  readonly treasury: TonTreasury
  readonly api: TonTransport
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
}

/** How long a call waits for the block with the funds, or with its transfer. */
const WAIT_MILLIS = 5_000
const POLL_MILLIS = 50
const VALID_SECONDS = 60
/** More than any transfer of a wallet costs. */
const MAX_FEE = 10_000_000n

export function openTonPlayWallets(deps: TonPlayWalletDeps): PlayWallets {
  const { chain, treasury, database } = deps
  const { runGetMethod } = tonApi(deps.api)
  const inTurn = openTurns()

  async function open(user: UserId): Promise<TonKey> {
    const key = await tonWalletKey(database, user)
    await treasury.fundWallet(key.address)
    await until(async () => {
      // A wallet with a contract has sent something: it was funded.
      if ((await chain.account(key.address)).codeHash !== null) return true
      return [...(await balancesOf(chain, key.address)).values()].every((balance) => balance > 0n)
    })
    return key
  }

  /** How many transfers the wallet has sent. */
  async function seqno(address: string): Promise<number> {
    if ((await chain.account(address)).codeHash === null) return 0
    const { exitCode, stack } = await runGetMethod(address, 'seqno', [])
    if (exitCode !== 0) throw new ChainUnavailable('a play wallet does not tell its number of transfers')
    return Number(stack[0]?.[1])
  }

  /** Returns when the transfer is in a block. A block that is late shows it later. */
  async function send(key: TonKey, transfer: TonTransfer): Promise<string> {
    const number = await seqno(key.address)
    const { time } = await chain.account(key.address)
    const message = messageOf(key.address, transfer, BigInt(number))
    const { boc, bodyHash } = signWalletTransfer(key, { ...message, seqno: number, validUntil: time + VALID_SECONDS })
    await chain.send(boc)
    await until(async () => (await seqno(key.address)) > number)
    return bodyHash
  }

  return {
    show: (user) =>
      onChain(async () => {
        const { address } = await open(user)
        const { listed, coins } = await listedCoins(deps)
        const balances = await balancesOf(chain, address)
        const withBalances = coins.flatMap((coin) => {
          const raw = balances.get(coin.asset.contract)
          return raw === undefined ? [] : [{ ...coin, raw }]
        })
        const transactions = await tonWalletTransactions(chain, coins, address)
        return { network: listed.network, address, coins: withBalances, transactions }
      }),
    send: (user, request) =>
      onChain(async () => {
        const transfer = await parse(deps, user, request)
        if (isRefused(transfer)) return transfer
        const key = await open(user)
        return inTurn(async () => (await refuseAmount(chain, key, transfer)) ?? (await send(key, transfer)))
      }),
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WAIT_MILLIS; performance.now() < end; await pause(POLL_MILLIS))
    if (await check()) return
}

/** By the contract of the coin; null is the coin of the chain. */
async function balancesOf(chain: TonChain, address: string): Promise<ReadonlyMap<string | null, bigint>> {
  const [{ balance }, jettons] = await Promise.all([
    chain.account(address),
    chain.jettonBalance(playJettonWallet(address)),
  ])
  return new Map<string | null, bigint>([
    [null, balance],
    [PLAY_JETTON, jettons],
  ])
}

type Parsed = TonTransfer & { readonly coins: readonly Coin[] }

async function parse(deps: TonPlayWalletDeps, user: UserId, request: SendRequest): Promise<Parsed | Refusal> {
  const { listed, coins } = await listedCoins(deps)
  const sent = parseSent(listed, request)
  if (isRefused(sent)) return sent
  const { contract } = sent.asset
  if (contract !== null && contract !== PLAY_JETTON) return refuse('CURRENCY_NOT_FOUND')
  const to = await receiver(deps, user, request)
  if (isRefused(to)) return to
  return { to: to.address, comment: to.memo, jetton: contract !== null, raw: sent.raw, coins }
}

async function receiver(
  { network }: TonPlayWalletDeps,
  user: UserId,
  { address, memo }: SendRequest,
): Promise<{ readonly address: string; readonly memo: string | null } | Refusal> {
  if (address === null) return (await network.depositAddress(user)) ?? refuse('NETWORK_UNAVAILABLE')
  const parsed = parseTonAddress(address)
  if (parsed === undefined) return refuse('INVALID_ADDRESS', { network: 'TON' })
  if (memo !== null && !isMemoText(memo)) return refuse('INVALID_MEMO', { reason: MEMO_RULE })
  return { address: parsed.raw, memo }
}

async function refuseAmount(chain: TonChain, { address }: TonKey, transfer: Parsed): Promise<Refusal | undefined> {
  const { jetton, raw, coins } = transfer
  const balances = await balancesOf(chain, address)
  const fee = jetton ? JETTON_GAS + MAX_FEE : MAX_FEE
  for (const { asset, currency } of coins) {
    const available = balances.get(asset.contract) ?? 0n
    const isSent = (asset.contract !== null) === jetton
    const need = (isSent ? raw : 0n) + (asset.contract === null ? fee : 0n)
    const text = (amount: bigint): string => formatUnits(unitsOfRaw(amount, asset))
    if (need > available)
      return refuse('INSUFFICIENT_BALANCE', { need: text(need), available: text(available), currency: currency.symbol })
  }
  return undefined
}
