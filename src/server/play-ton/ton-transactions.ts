/** A transaction in the form of toncenter's API. */

import { Cell, loadTransaction, type Message } from '@ton/core'

export function plainTransaction(boc: Buffer): object {
  const [cell] = Cell.fromBoc(boc)
  if (cell === undefined) throw new Error('a stored transaction is empty')
  const { lt, now, totalFees, description, inMessage, outMessages } = loadTransaction(cell.beginParse())
  const storage = ('storagePhase' in description && description.storagePhase?.storageFeesCollected) || 0n
  return {
    '@type': 'raw.transaction',
    utime: now,
    data: boc.toString('base64'),
    transaction_id: {
      '@type': 'internal.transactionId',
      lt: String(lt),
      hash: cell.hash().toString('base64'),
    },
    fee: String(totalFees.coins),
    storage_fee: String(storage),
    other_fee: String(totalFees.coins - storage),
    ...(inMessage && { in_msg: plainMessage(inMessage) }),
    out_msgs: outMessages.values().map(plainMessage),
  }
}

function plainMessage({ info, body }: Message): object {
  const isInternal = info.type === 'internal'
  return {
    '@type': 'raw.message',
    source: info.src?.toString() ?? '',
    destination: info.dest?.toString() ?? '',
    value: isInternal ? String(info.value.coins) : '0',
    fwd_fee: isInternal ? String(info.forwardFee) : '0',
    ihr_fee: isInternal ? String(info.ihrFee) : '0',
    created_lt: info.type === 'external-in' ? '0' : String(info.createdLt),
    body_hash: body.hash().toString('base64'),
    msg_data: { '@type': 'msg.dataRaw', body: body.toBoc().toString('base64'), init_state: '' },
  }
}
