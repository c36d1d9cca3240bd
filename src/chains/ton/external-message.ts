/** A signed message from outside the chain, as it is sent. */

import { Address, beginCell, type Cell, external, type StateInit, storeMessage } from '@ton/core'

/** `boc` is what is sent; `bodyHash` finds the transaction in the list of the wallet. */
export type ExternalMessage = { readonly boc: Uint8Array; readonly bodyHash: string }

/** `body` is signed. `init` deploys the wallet, if it is not there yet; leave it out afterwards. `wallet` raw. */
export function externalMessage(wallet: string, body: Cell, init?: StateInit): ExternalMessage {
  const message = external({ to: Address.parseRaw(wallet), body, init })
  const boc = beginCell().store(storeMessage(message)).endCell().toBoc()
  return { boc, bodyHash: body.hash().toString('hex') }
}
