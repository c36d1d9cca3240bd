/** Gives coins of the play TON chain to the hot wallet, when it has few, and to each new play wallet, once. */

import type { TonChain } from '../../chains/ton/chain.ts'
import type { Database } from '../postgres/database.ts'
import { queryOne } from '../postgres/query.ts'
import { openTurns } from '../runtime/in-turn.ts'
import { MESSAGE_AGE_SECONDS, playJettonWallet } from './genesis.ts'
import { signTransfer, type TonKey } from './ton-keys.ts'
import { messageOf, type TonTransfer } from './ton-transfers.ts'

export type TonTreasury = {
  /** Sends what a new wallet begins with, unless it has a transaction. Sends again what did not arrive. */
  fundWallet(address: string): Promise<void>
  /** Refills every coin of which the address has little. */
  refill(address: string): Promise<void>
  /** The hash of the message's body. */
  send(transfer: TonTransfer): Promise<string>
}

const TON = 10n ** 9n
const USDT = 10n ** 6n

const WALLET_FUNDS = [
  { jetton: false, low: 1n, raw: 100n * TON },
  { jetton: true, low: 1n, raw: 10_000n * USDT },
] as const

/** Above the largest withdrawal. */
const HOT_WALLET_FUNDS = [
  { jetton: false, low: 50_000n * TON, raw: 100_000n * TON },
  { jetton: true, low: 500_000n * USDT, raw: 1_000_000n * USDT },
] as const

/** How long a payment may be in flight before it is sent again. In seconds of the chain. */
const WAIT_SECONDS = 30

type Funds = { readonly jetton: boolean; readonly low: bigint; readonly raw: bigint }

export function openTonTreasury(database: Database, chain: TonChain, key: TonKey): TonTreasury {
  const inTurn = openTurns()
  /** When something was last sent, by address and coin. The next block may not show it yet. */
  const sentAt = new Map<string, number>()

  async function send(transfer: TonTransfer): Promise<string> {
    const row = await queryOne<{ number: number }>(database.pool, `select nextval('play_ton_payments') as number`)
    const number = row?.number ?? 0
    const { time } = await chain.account(key.address)
    const message = messageOf(key.address, transfer, BigInt(number))
    const { boc, bodyHash } = signTransfer(key, { ...message, number, createdAt: time - MESSAGE_AGE_SECONDS })
    await chain.send(boc)
    return bodyHash
  }

  /** Fills up what is below `low`, unless that is in flight. */
  async function fill(address: string, funds: readonly Funds[]): Promise<void> {
    const { balance, time } = await chain.account(address)
    for (const { jetton, low, raw } of funds) {
      const has = jetton ? await chain.jettonBalance(playJettonWallet(address)) : balance
      const flight = `${address} ${jetton}`
      if (has >= low || time < (sentAt.get(flight) ?? 0) + WAIT_SECONDS) continue
      sentAt.set(flight, time)
      await send({ to: address, jetton, raw, comment: null })
    }
  }

  return {
    send,
    refill: (address) => inTurn(() => fill(address, HOT_WALLET_FUNDS)),
    fundWallet: (address) =>
      inTurn(async () => {
        // A wallet with a contract has sent something: it was funded.
        if ((await chain.account(address)).codeHash === null) await fill(address, WALLET_FUNDS)
      }),
  }
}
