/** Which order of jettons a signed message of the hot wallet gives. */

import { Cell, loadMessage } from '@ton/core'
import { readExternalBody } from './highload.ts'
import { readJettonTransfer } from './jetton.ts'

/** The query id of the order. `boc`: an external message. Undefined if it sends no jettons. */
export function orderQueryId(boc: Uint8Array): bigint | undefined {
  const { body } = loadMessage(Cell.fromBoc(Buffer.from(boc))[0]?.beginParse() ?? Cell.EMPTY.beginParse())
  const order = readExternalBody(body)?.transfer.body
  return order && readJettonTransfer(order)?.queryId
}
