/** The key of the hot wallet on TON, and the messages that it signs. The signer builds them itself; nothing else is signed. */

import { createHmac, sign } from 'node:crypto'
import { beginCell, type Cell } from '@ton/core'
import { commentCell } from '../chains/ton/comment.ts'
import { externalMessage } from '../chains/ton/external-message.ts'
import {
  type HighloadTransfer,
  highloadAddress,
  highloadBody,
  highloadStateInit,
  queryIdOf,
  unsignedTransfer,
} from '../chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE, jettonTransferBody } from '../chains/ton/jetton.ts'
import { ed25519Key } from './ed25519.ts'
import type { TonSignInput } from './protocol.ts'

export type TonWallet = {
  /** 64 hex digits. */
  readonly publicKey: string
  /** Raw. */
  readonly address: string
  /** The same bytes for the same payment: Ed25519 is deterministic. `txid`: the hash of the body of the message. */
  sign(input: TonSignInput): { readonly raw: string; readonly txid: string }
}

const PATH = [44, 607, 0] as const
const HARDENED = 0x80000000

/** SLIP-10 for Ed25519: m/44'/607'/0'. */
function derivedKey(seed: Uint8Array): Buffer {
  const hmac = (key: string | Buffer, data: Uint8Array): Buffer => createHmac('sha512', key).update(data).digest()
  let node = hmac('ed25519 seed', seed)
  for (const index of PATH) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(HARDENED + index, 33)
    node = hmac(node.subarray(32), data)
  }
  return node.subarray(0, 32)
}

export function openTonWallet(seed: Uint8Array): TonWallet {
  const { key, publicKey } = ed25519Key(derivedKey(seed))
  const address = highloadAddress(publicKey)
  return {
    publicKey: publicKey.toString('hex'),
    address,
    sign(input) {
      const unsigned = unsignedTransfer(transferOf(input, address))
      const init = input.kind === 'ton-deploy' ? highloadStateInit(publicKey) : undefined
      const { boc, bodyHash } = externalMessage(address, highloadBody(unsigned, sign(null, unsigned.hash(), key)), init)
      return { raw: `0x${Buffer.from(boc).toString('hex')}`, txid: `0x${bodyHash}` }
    },
  }
}

const EMPTY: Cell = beginCell().endCell()

/** The message that a payment sends. A deployment sends the smallest amount to the wallet itself. */
function transferOf(input: TonSignInput, own: string): HighloadTransfer {
  const { nonce, createdAt } = input
  const order = { queryId: queryIdOf(nonce), createdAt }
  if (input.kind === 'ton-deploy') return { ...order, to: own, value: 1n, bounce: false, body: EMPTY }
  const { payment, to, jettonWallet, amount, memo } = input
  if (jettonWallet === null)
    return { ...order, to, value: BigInt(amount), bounce: false, body: memo === null ? EMPTY : commentCell(memo) }
  const transfer = { queryId: BigInt(payment), amount: BigInt(amount), to, responseTo: own, forwardAmount: 1n }
  const body = jettonTransferBody({ ...transfer, comment: memo })
  return { ...order, to: jettonWallet, value: JETTON_TRANSFER_VALUE, bounce: true, body }
}
