/** A signed message from outside the chain, as it is sent. */

import { Address, beginCell, type Cell, external, loadMessage, type StateInit, storeMessage } from '@ton/core'
import { signVerify } from '@ton/crypto'
import { readBagOfCells } from './bag-of-cells.ts'
import { type HighloadTransfer, readExternalBody } from './highload.ts'

/** `boc` is what is sent; `bodyHash` finds the transaction in the list of the wallet. */
export type ExternalMessage = { readonly boc: Uint8Array; readonly bodyHash: string }

/** `body` is signed. `init` deploys the wallet, if it is not there yet; leave it out afterwards. `wallet` raw. */
export function externalMessage(wallet: string, body: Cell, init?: StateInit): ExternalMessage {
  const message = external({ to: Address.parseRaw(wallet), body, init })
  const boc = beginCell().store(storeMessage(message)).endCell().toBoc()
  return { boc, bodyHash: body.hash().toString('hex') }
}

/** What a highload wallet is asked to send. Undefined for bytes of no message, or of one that this key has not signed. */
export function readSignedMessage(boc: Uint8Array, publicKey: Uint8Array): HighloadTransfer | undefined {
  try {
    const signed = readExternalBody(loadMessage(readBagOfCells(boc).cell.beginParse()).body)
    if (signed === undefined) return undefined
    const { unsigned, signature, transfer } = signed
    return signVerify(unsigned.hash(), Buffer.from(signature), Buffer.from(publicKey)) ? transfer : undefined
  } catch {
    return undefined
  }
}
