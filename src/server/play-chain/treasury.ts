/** Gives coins of the play chain to the hot wallet, when it has few, and to each new play wallet, once. */

import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { readNumber } from '../../chains/evm/rpc-shapes.ts'
import { openTurns } from '../runtime/in-turn.ts'
import { PLAY_TOKEN } from './genesis.ts'
import { sendTransfer, waitingBalance } from './play-account.ts'
import type { PlayKey } from './play-keys.ts'

export type Treasury = {
  /** Sends what a new wallet begins with, unless it was used before. */
  fundWallet(address: string): Promise<void>
  /** Refills every coin of which the address has little. */
  refill(address: string): Promise<void>
}

const WEI = 10n ** 18n
const USDT = 10n ** 6n

const WALLET_FUNDS = [
  { contract: null, raw: 5n * WEI },
  { contract: PLAY_TOKEN, raw: 10_000n * USDT },
] as const

/** Above the largest withdrawal. */
const HOT_WALLET_FUNDS = [
  { contract: null, low: 1_000n * WEI, raw: 2_000n * WEI },
  { contract: PLAY_TOKEN, low: 500_000n * USDT, raw: 1_000_000n * USDT },
] as const

export function openTreasury(rpc: JsonRpc, key: PlayKey): Treasury {
  // Each sees what the others sent.
  const inTurn = openTurns()
  return {
    fundWallet: (address) =>
      inTurn(async () => {
        const sent = readNumber(await rpc.call('eth_getTransactionCount', [address, 'pending']), 'count')
        if (sent > 0) return
        for (const { contract, raw } of WALLET_FUNDS)
          if ((await waitingBalance(rpc, contract, address)) === 0n)
            await sendTransfer(rpc, key, { to: address, contract, raw })
      }),
    refill: (address) =>
      inTurn(async () => {
        for (const { contract, low, raw } of HOT_WALLET_FUNDS)
          if ((await waitingBalance(rpc, contract, address)) < low)
            await sendTransfer(rpc, key, { to: address, contract, raw })
      }),
  }
}
