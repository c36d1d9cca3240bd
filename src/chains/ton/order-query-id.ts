/** Which order of jettons a signed message of the hot wallet gives. */

import { Cell, loadMessage } from '@ton/core'
import { readExternalBody } from './highload.ts'
import { readJettonTransfer } from './jetton.ts'

/** The query id of the order. `boc`: an external message. Undefined if it sends no jettons, or is no message at all. */
export function orderQueryId(boc: Uint8Array): bigint | undefined {
  const order = readExternalBody(bodyIn(boc) ?? Cell.EMPTY)?.transfer.body
  return order && readJettonTransfer(order)?.queryId
}

/** The library throws errors of many kinds. */
function bodyIn(boc: Uint8Array): Cell | undefined {
  try {
    return loadMessage(Cell.fromBoc(Buffer.from(boc))[0]?.beginParse() ?? Cell.EMPTY.beginParse()).body
  } catch {
    return undefined
  }
}
