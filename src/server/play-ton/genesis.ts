/**
 * How the play TON chain begins: a treasury with all coins, and the minter of the play jetton at a fixed address. The
 * first transaction of the treasury mints all jettons, once and for all.
 */

import { createHash } from 'node:crypto'
import { Address, beginCell, type Cell, contractAddress, Dictionary, type ShardAccount } from '@ton/core'
import { highloadAddress, highloadStateInit } from '../../chains/ton/highload.ts'
import { storedAccount } from './account-state.ts'
import { JETTON_MINTER_CODE, JETTON_WALLET_CODE } from './contracts/code.ts'
import { signTransfer, type TonKey } from './ton-keys.ts'

/** The address of the minter of "Play USDT", in every play exchange. */
export const PLAY_JETTON = '0:ecc50c1419a29407feb7a562abee53b83815c27b5042eba78cd3466d55214d33'
const PLAY_JETTON_DECIMALS = 6

const TON = 10n ** 9n
const TREASURY_BALANCE = 1_000_000_000n * TON
const MINTER_BALANCE = TON
/** 10¹² USDT. */
const JETTON_SUPPLY = 10n ** 18n
const MINT = 0x15
/** A message is made a little earlier than the chain executes it. */
export const MESSAGE_AGE_SECONDS = 30

const minterData = beginCell().storeCoins(0).storeRef(jettonContent()).storeRef(JETTON_WALLET_CODE).endCell()

/** Name, symbol and decimals, as TEP-64 says. */
function jettonContent(): Cell {
  const values = { name: 'Play USDT', symbol: 'USDT', decimals: String(PLAY_JETTON_DECIMALS) }
  const content = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [name, value] of Object.entries(values))
    content.set(
      createHash('sha256').update(name).digest(),
      beginCell().storeUint(0, 8).storeStringTail(value).endCell(),
    )
  return beginCell().storeUint(0, 8).storeDict(content).endCell()
}

/** The address of the owner's wallet of the play jetton. Raw. */
export function playJettonWallet(owner: string): string {
  const data = beginCell()
    .storeCoins(0)
    .storeAddress(Address.parseRaw(owner))
    .storeAddress(Address.parseRaw(PLAY_JETTON))
    .endCell()
  return contractAddress(0, { code: JETTON_WALLET_CODE, data }).toRawString()
}

/** `time` in Unix seconds. */
export function genesisOf(treasury: TonKey, time: number) {
  const { data, code } = highloadStateInit(treasury.publicKey)
  const accounts = [
    { address: highloadAddress(treasury.publicKey), balance: TREASURY_BALANCE, code, data },
    { address: PLAY_JETTON, balance: MINTER_BALANCE, code: JETTON_MINTER_CODE, data: minterData },
  ].map(({ address, ...account }) => ({ address, state: storedAccount(firstState(address, account, time)) }))
  const hash = createHash('sha256').update(`${time}`)
  for (const { state } of accounts) hash.update(state)
  return { block: { height: 0, time, until: time, lt: 0, hash: hash.digest('hex') }, accounts }
}

/** The message that makes the treasury mint all jettons for itself: its payment number 0. */
export function mintMessage(treasury: TonKey, time: number) {
  const body = beginCell()
    .storeUint(MINT, 32)
    .storeUint(0, 64)
    .storeCoins(JETTON_SUPPLY)
    .storeAddress(Address.parseRaw(treasury.address))
    .endCell()
  const createdAt = time - MESSAGE_AGE_SECONDS
  const { boc } = signTransfer(treasury, { number: 0, createdAt, to: PLAY_JETTON, value: TON, bounce: true, body })
  const hash = createHash('sha256').update(boc).digest('hex')
  return { hash, receiver: treasury.address, boc: Buffer.from(boc), at: time * 1_000 }
}

type FirstState = {
  readonly balance: bigint
  readonly code: Cell | null | undefined
  readonly data: Cell | null | undefined
}

function firstState(address: string, { balance, code, data }: FirstState, time: number): ShardAccount {
  return {
    account: {
      addr: Address.parseRaw(address),
      storage: { lastTransLt: 0n, balance: { coins: balance }, state: { type: 'active', state: { code, data } } },
      storageStats: { used: { cells: 0n, bits: 0n }, storageExtra: null, lastPaid: time, duePayment: null },
    },
    lastTransactionLt: 0n,
    lastTransactionHash: 0n,
  }
}
