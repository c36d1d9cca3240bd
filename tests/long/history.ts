/** A database with a real history: users, resting, filled and cancelled orders, read models and two snapshots. */

import { openDatabase } from '../../src/server/postgres/database.ts'
import { postgresSnapshots } from '../../src/server/sequencer/postgres-snapshots.ts'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { openSnapshots } from '../../src/server/sequencer/snapshots.ts'
import { stateHash } from '../../src/server/sequencer/state-hash.ts'
import { openTestJournal } from '../fixtures/record-keys.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { startTestServer } from '../fixtures/test-exchange.ts'

const DOGE = 7
const ORDERS_PER_PART = 60

/** Returns the hash of the final state. The anchor is in `dataDir`. `onPart` is called between the parts. */
export async function recordHistory(
  databaseUrl: string,
  dataDir: string,
  onPart: () => Promise<unknown>,
): Promise<Buffer> {
  let hash: Buffer | undefined
  for (const part of ['first', 'second', 'last'] as const) {
    const server = await startTestServer(databaseUrl, { JOURNAL_KEEP: 'on', DATA_DIR: dataDir })
    await server.placeSellOrder(DOGE, '0.1', '100000')
    const traders = [await Trader.signUp(server.address), await Trader.signUp(server.address)]
    for (const trader of traders) {
      await trader.connect(DOGE)
      for (let count = 0; count < ORDERS_PER_PART / traders.length; count++) await placeOne(trader, count)
      trader.disconnect()
    }
    hash = await server.exchange.sequencer.read((state) => stateHash(state))
    await server.exchange.stop()
    if (part === 'last') break
    await takeSnapshot(databaseUrl)
    await onPart()
  }
  if (hash === undefined) throw new Error('no history was recorded')
  return hash
}

async function placeOne(trader: Trader, count: number): Promise<void> {
  const isFilled = count % 3 === 0
  const price = isFilled ? '0.1' : '0.09'
  const answer = await trader.place({ pair_id: DOGE, side: 'buy', type: 'limit', price, volume: String(20 + count) })
  if (answer.type === 'order_accepted' && count % 3 === 1) trader.cancel(answer.data.uuid)
}

async function takeSnapshot(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const journal = await openTestJournal(database)
  const end = await replayJournal(journal, () => undefined)
  await openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, stopInterval: 0 }).stop(end)
  await journal.close()
  await database.close()
}
