/** TON over an endpoint with the API of toncenter. */

import { Address, beginCell } from '@ton/core'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { type CellTree, readBagOfCells } from './bag-of-cells.ts'
import type { TonChain } from './chain.ts'
import { type StackEntry, type TonTransport, tonApi } from './toncenter.ts'
import { parseTransaction, type TonCursor, type TonTransaction } from './transaction.ts'

export function toncenterChain(transport: TonTransport): TonChain {
  const api = tonApi(transport)

  async function account(address: string) {
    const { balance, code, last_transaction_id: last, sync_utime: time } = await api.getAddressInformation(address)
    return {
      // Some versions answer -1 for an account that does not exist.
      balance: balance < 0n ? 0n : balance,
      codeHash: code === '' ? null : parsed(() => treeOf(code).hash),
      lastLt: last.lt,
      lastHash: last.hash,
      time,
    }
  }

  /** `entry`: the first of the stack; undefined if the contract threw, or if there is none. */
  async function call(address: string, method: string, stack: readonly StackEntry[]) {
    const { exitCode, stack: entries, lastHash } = await api.runGetMethod(address, method, stack)
    return { entry: exitCode === 0 ? entries[0] : undefined, lastHash }
  }

  async function jettonsOf(
    wallet: string,
  ): Promise<{ readonly balance: bigint; readonly lastHash: string | undefined }> {
    const read = () => call(wallet, 'get_wallet_data', [])
    let answer = await read()
    if (answer.entry === undefined) {
      const { codeHash, lastHash } = await account(wallet)
      if (codeHash === null) return { balance: 0n, lastHash }
      // It may have been deployed in between.
      answer = await read()
    }
    const { entry, lastHash } = answer
    if (entry === undefined) throw new ChainUnavailable('the wallet of a jetton has no balance')
    return { balance: parsed(() => numberOf(entry)), lastHash }
  }

  return {
    account,
    async transactionsBefore(address, lt, hash, limit) {
      return transactionsOf(address, { lt, hash }, await api.getTransactions(address, lt, hash, limit))
    },
    send: (boc) => api.sendBoc(boc),
    async jettonWallet(master, owner) {
      const boc = beginCell().storeAddress(Address.parseRaw(owner)).endCell().toBoc().toString('base64')
      const { entry } = await call(master, 'get_wallet_address', [['tvm.Slice', boc]])
      if (entry === undefined) throw new ChainUnavailable('the jetton names no wallet')
      return parsed(() => treeIn(entry).cell.beginParse().loadAddress().toRawString())
    },
    jettonBalance: async (wallet) => (await jettonsOf(wallet)).balance,
    async jettonBalanceAt(wallet, lastHash) {
      const found = await jettonsOf(wallet)
      return found.lastHash === undefined || found.lastHash === lastHash ? found.balance : undefined
    },
  }
}

/** Newest first, each of them named by the one after it, the first by `newest`. */
function transactionsOf(address: string, newest: TonCursor, bocs: readonly string[]): readonly TonTransaction[] {
  const found: TonTransaction[] = []
  let place: TonCursor | null = newest
  for (const boc of bocs) {
    if (place === null) break
    const what: string = `the transaction of ${address} at ${place.lt} with the hash ${place.hash}`
    const transaction: TonTransaction = parsed(() => parseTransaction(treeOf(boc)), what)
    if (transaction.account !== address) throw new ChainUnavailable('the endpoint sent other transactions')
    found.push(transaction)
    place = transaction.previous
  }
  if (found.length === 0) throw new ChainUnavailable('the endpoint sent no transactions')
  return found
}

/** Cells and addresses that cannot be read are a wrong answer too. */
function parsed<T>(read: () => T, what = 'the answer'): T {
  try {
    return read()
  } catch (error) {
    throw new ChainUnavailable(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const treeOf = (base64: string): CellTree => readBagOfCells(Buffer.from(base64, 'base64'))

function treeIn([, value]: StackEntry): CellTree {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) throw new Error('not a cell')
  return treeOf(String(value.bytes))
}

function numberOf([type, value]: StackEntry): bigint {
  if (type !== 'num' || typeof value !== 'string') throw new Error('not a number')
  return BigInt(value)
}
