/** The newest transfers of an external wallet, from its list of transactions and from that of its jetton wallet. */

import type { TonChain } from '../../chains/ton/chain.ts'
import { jettonDepositOf } from '../../chains/ton/deposits.ts'
import { readExcesses, readJettonTransfer } from '../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../chains/ton/transaction.ts'
import { PLAY_JETTON, playJettonWallet } from './genesis.ts'

/** `failed`: the wallet executed it, but sent nothing. `time`: Unix time in seconds. */
export type TonWalletTransfer = {
  readonly txid: string
  readonly lt: bigint
  readonly time: number
  readonly direction: 'in' | 'out'
  readonly contract: string | null
  readonly raw: bigint
  /** The other side; null if it is not known. */
  readonly address: string | null
  readonly status: 'confirmed' | 'failed'
}

const NOTIFICATION = 0x7362d09c

export async function transfersOfTonWallet(
  chain: TonChain,
  address: string,
  limit: number,
): Promise<readonly TonWalletTransfer[]> {
  const jettonWallet = playJettonWallet(address)
  const [own, jettons] = await Promise.all([newest(chain, address, limit), newest(chain, jettonWallet, limit)])
  const transfers = [...own.flatMap((each) => ofWallet(each, jettonWallet)), ...jettons.flatMap(ofJettonWallet)]
  return transfers.sort((a, b) => (a.lt < b.lt ? 1 : -1)).slice(0, limit)
}

async function newest(chain: TonChain, address: string, limit: number): Promise<readonly TonTransaction[]> {
  const { lastLt, lastHash } = await chain.account(address)
  return lastLt === 0n ? [] : chain.transactionsBefore(address, lastLt, lastHash, limit)
}

function ofWallet(transaction: TonTransaction, jettonWallet: string): readonly TonWalletTransfer[] {
  const { hash: txid, lt, time, external, incoming, outgoing } = transaction
  const common = { txid, lt, time }
  if (external !== null) {
    const [message] = outgoing
    if (message === undefined)
      return [{ ...common, direction: 'out', contract: null, raw: 0n, address: null, status: 'failed' }]
    const order = message.to === jettonWallet ? readJettonTransfer(message.body) : undefined
    const sent =
      order === undefined
        ? { contract: null, raw: message.value, address: message.to }
        : { contract: PLAY_JETTON, raw: order.amount, address: order.to }
    return [{ ...common, ...sent, direction: 'out', status: 'confirmed' }]
  }
  // The coins that go with jettons are no transfers of their own.
  if (incoming === null || outgoing.length > 0 || incoming.from === jettonWallet) return []
  const { body, from, value } = incoming
  const isNotification = body.bits.length >= 32 && body.beginParse().preloadUint(32) === NOTIFICATION
  if (isNotification || readExcesses(body) !== undefined) return []
  return [{ ...common, direction: 'in', contract: null, raw: value, address: from, status: 'confirmed' }]
}

function ofJettonWallet(transaction: TonTransaction): readonly TonWalletTransfer[] {
  const deposit = jettonDepositOf(transaction)
  if (deposit === undefined) return []
  const { txid, lt, raw, from } = deposit
  const { time } = transaction
  return [{ txid, lt, time, direction: 'in', contract: PLAY_JETTON, raw, address: from, status: 'confirmed' }]
}
