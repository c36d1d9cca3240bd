/** SIGTERM under load: every order in the journal was answered before its connection was closed. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { eventually } from '../fixtures/eventually.ts'
import { randomNumber } from '../fixtures/random-seed.ts'
import { openTestJournal } from '../fixtures/record-keys.ts'
import { scratchDataDir } from '../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../fixtures/server-process.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { Trader } from '../fixtures/socket-trader.ts'

const ROUNDS = 2
const TRADERS = 4
const AT_ONCE = 25
const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

const folder = scratchDataDir()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Keeps orders in flight over the socket and by HTTP until the server stops. */
async function flood(trader: Trader): Promise<void> {
  const bySocket = async (): Promise<void> => {
    for (;;) {
      const answer = await Promise.race([trader.place(ORDER), trader.closed])
      if (typeof answer === 'number') return
      if (answer.type === 'order_accepted') trader.cancel(answer.data.uuid)
    }
  }
  const byHttp = async (): Promise<void> => {
    for (let placed = await trader.placeByHttp(ORDER); placed !== undefined; placed = await trader.placeByHttp(ORDER))
      trader.cancel(placed.uuid)
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, bySocket), byHttp(), byHttp()])
}

/** The client ids of all orders in the journal, refused ones included. */
async function storedIds(): Promise<Set<string>> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  const ids = new Set<string>()
  try {
    const journal = await openTestJournal(database, { dataDir: folder })
    await replayJournal(journal, (batch) => {
      for (const { command } of batch)
        if (command.type === 'place-order' && command.clientId !== null) ids.add(command.clientId)
    })
    await journal.close()
  } finally {
    await database.close()
  }
  return ids
}

test('Every order that is in the journal after SIGTERM was answered, and every socket got a close frame', async () => {
  const port = await freePort()
  const traders: Trader[] = []
  const unanswered: string[] = []
  let stored = 0
  for (let round = 0; round < ROUNDS; round++) {
    server = await startServer(folder, port, { JOURNAL_KEEP: 'on' })
    const { address } = server
    const present = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(address)))
    traders.push(...present)
    await Promise.all(present.map((trader) => trader.connect(7)))
    const flooding = present.map(flood)
    await eventually(() => present.every(({ answers }) => answers.size >= 20))
    await sleep(randomNumber() * 400)
    const code = server.stop()
    const closed = await Promise.all(present.map((trader) => trader.closed))
    await Promise.all(flooding)
    expect([await code, closed]).toEqual([0, Array(TRADERS).fill(1012)])
    server = undefined
    const ids = await storedIds()
    stored = ids.size
    const answered = new Set(traders.flatMap((trader) => [...trader.answers.keys()]))
    unanswered.push(...[...ids].filter((id) => !answered.has(id)))
  }
  expect(unanswered).toEqual([])
  expect(stored).toBeGreaterThan(100)
})
