/** The external wallet of each user on the play TON chain: a key of its own, funded once. */

import { setTimeout as pause } from 'node:timers/promises'
import type { TonChain } from '../../chains/ton/chain.ts'
import { type TonTransport, tonApi } from '../../chains/ton/toncenter.ts'
import type { UserId } from '../../contract/ids.ts'
import { openTurns } from '../play-chain/in-turn.ts'
import type { Database } from '../postgres/database.ts'
import { PLAY_JETTON, playJettonWallet } from './genesis.ts'
import { countWaiting } from './ton-blocks.ts'
import { signWalletTransfer, type TonKey, tonWalletKey } from './ton-keys.ts'
import { JETTON_GAS, messageOf } from './ton-transfers.ts'
import type { TonTreasury } from './ton-treasury.ts'
import { type TonWalletTransfer, transfersOfTonWallet } from './ton-wallet-history.ts'

type PlayTonWalletDeps = {
  readonly api: TonTransport
  readonly chain: TonChain
  readonly treasury: TonTreasury
  readonly database: Database
}

/** `contract`: null for the coin of the chain, else the master of the play jetton. Addresses raw, amounts as on the chain. */
type TonWalletFacts = {
  readonly address: string
  readonly balances: readonly { readonly contract: string | null; readonly raw: bigint }[]
  /** Newest first. */
  readonly transfers: readonly TonWalletTransfer[]
}

type TonSendRequest = {
  readonly to: string
  readonly contract: string | null
  readonly raw: bigint
  readonly comment: string | null
}

/** The wallet has less than the amount and the fee. */
type TooLittle = { readonly contract: string | null; readonly need: bigint; readonly available: bigint }

/** Both throw `ChainUnavailable` while the chain is not available. */
export type PlayTonWallets = {
  /** Creates and funds the wallet at the first call. */
  show(user: UserId): Promise<TonWalletFacts>
  /** The hash of the body of the message, which waits for a block. */
  send(user: UserId, request: TonSendRequest): Promise<string | TooLittle>
}

const MAX_TRANSFERS = 20
/** Of a transfer with the first deployment; what is not used stays. */
const FEE = 50_000_000n
const VALID_SECONDS = 600
/** How long a call waits for the block with the funds, or with the transfer before. */
const WAIT_MILLIS = 5_000
const POLL_MILLIS = 50

export function openPlayTonWallets(deps: PlayTonWalletDeps): PlayTonWallets {
  const { chain, treasury, database } = deps
  const inTurn = openTurns()

  async function open(user: UserId): Promise<TonKey> {
    const key = await tonWalletKey(database, user)
    await treasury.fundWallet(key.address)
    await waitUntil(async () => (await balancesOf(key.address)).every(({ raw }) => raw > 0n) || (await isUsed(key)))
    return key
  }

  const isUsed = async ({ address }: TonKey): Promise<boolean> => (await chain.account(address)).codeHash !== null

  async function balancesOf(address: string) {
    const [{ balance }, jettons] = await Promise.all([
      chain.account(address),
      chain.jettonBalance(playJettonWallet(address)),
    ])
    return [
      { contract: null, raw: balance },
      { contract: PLAY_JETTON, raw: jettons },
    ]
  }

  async function refuse(address: string, { contract, raw }: TonSendRequest): Promise<TooLittle | undefined> {
    for (const balance of await balancesOf(address)) {
      const fee = balance.contract === null ? FEE + (contract === null ? 0n : JETTON_GAS) : 0n
      const need = (balance.contract === contract ? raw : 0n) + fee
      if (need > balance.raw) return { contract: balance.contract, need, available: balance.raw }
    }
    return undefined
  }

  return {
    async show(user) {
      const { address } = await open(user)
      const [balances, transfers] = await Promise.all([
        balancesOf(address),
        transfersOfTonWallet(chain, address, MAX_TRANSFERS),
      ])
      return { address, balances, transfers }
    },
    async send(user, request) {
      const key = await open(user)
      return inTurn(async () => {
        // The number of the next transfer is known when no other one waits.
        await waitUntil(async () => (await countWaiting(database, key.address)) === 0)
        const tooLittle = await refuse(key.address, request)
        if (tooLittle !== undefined) return tooLittle
        const { time } = await chain.account(key.address)
        const seqno = await seqnoOf(deps, key)
        const transfer = { ...request, jetton: request.contract !== null }
        const message = messageOf(key.address, transfer, BigInt(seqno))
        const { boc, bodyHash } = signWalletTransfer(key, { ...message, seqno, validUntil: time + VALID_SECONDS })
        await chain.send(boc)
        return bodyHash
      })
    },
  }
}

/** Gives up in time: what follows then fails by itself, or shows what is there. */
async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + WAIT_MILLIS; performance.now() < until; await pause(POLL_MILLIS))
    if (await check()) return
}

/** How many transfers the wallet has sent; 0 before it is deployed. */
async function seqnoOf({ api }: PlayTonWalletDeps, { address }: TonKey): Promise<number> {
  const { exitCode, stack } = await tonApi(api).runGetMethod(address, 'seqno', [])
  return exitCode === 0 ? Number(stack[0]?.[1]) : 0
}
