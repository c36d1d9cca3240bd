/** How the play chain begins: a treasury with all coins, and in the first block the token, at a fixed address. */

import { privateKeyToAccount } from 'viem/accounts'
import { bytesOf } from '../../chains/evm/transactions.ts'
import type { Millis } from '../../contract/ids.ts'
import { PLAY_CHAIN_ID } from '../../contract/wallet/networks.ts'
import { PLAY_TOKEN_CODE } from './play-token.ts'

/**
 * Public: it only deploys the token in the first block, before any client can use the chain, so that the token has the
 * same address in every play exchange. All coins belong to the treasury, whose key is random.
 */
const deployer = () => privateKeyToAccount('0x746865206465706c6f796572206f662074686520706c617920746f6b656e2e2e')

/** The address of the first contract that the deployer creates. */
export const PLAY_TOKEN = '0xaaeddc88eed909e4ac4a61a52aa2914e54dc0fda'

export const GENESIS_AT: Millis = Date.UTC(2026, 0, 1)

const WEI = 10n ** 18n
const TREASURY_BALANCE = 1_000_000_000n * WEI
/** 10¹² USDT. */
const TOKEN_SUPPLY = 10n ** 18n
const BASE_FEE = 1_000_000_000n
const GAS_LIMIT = 30_000_000n

const hex = (number: bigint | number): string => `0x${number.toString(16)}`
const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`

export const genesisOf = (treasury: string): object => ({
  config: { chainId: PLAY_CHAIN_ID },
  nonce: '0x0',
  timestamp: hex(GENESIS_AT / 1_000),
  gasLimit: hex(GAS_LIMIT),
  difficulty: '0x0',
  mixHash: zeros(32),
  coinbase: zeros(20),
  extraData: '0x',
  baseFeePerGas: hex(BASE_FEE),
  alloc: {
    [treasury]: { balance: hex(TREASURY_BALANCE) },
    [deployer().address.toLowerCase()]: { balance: hex(WEI) },
  },
})

/** The signed transaction of the first block: it gives the whole supply to the treasury. */
export async function tokenDeployment(treasury: string): Promise<Uint8Array> {
  const word = (value: string): string => value.padStart(64, '0')
  const raw = await deployer().signTransaction({
    type: 'eip1559',
    chainId: PLAY_CHAIN_ID,
    nonce: 0,
    gas: 2_000_000n,
    maxFeePerGas: 10n * BASE_FEE,
    maxPriorityFeePerGas: BASE_FEE,
    data: `${PLAY_TOKEN_CODE}${word(treasury.slice(2))}${word(TOKEN_SUPPLY.toString(16))}`,
  })
  return bytesOf(raw)
}
