/** The state of an account as it is stored: a bag of cells. */

import { beginCell, Cell, loadShardAccount, type ShardAccount, storeShardAccount } from '@ton/core'

export const storedAccount = (account: ShardAccount): Buffer =>
  beginCell().store(storeShardAccount(account)).endCell().toBoc()

/** Throws if the bytes are no account. */
export function readAccount(state: Buffer): ShardAccount {
  const [cell] = Cell.fromBoc(state)
  if (cell === undefined) throw new Error('a stored account is empty')
  return loadShardAccount(cell.beginParse())
}
