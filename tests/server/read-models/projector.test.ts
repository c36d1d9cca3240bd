/** The projector writes read models once, in order and with bounded memory. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '../../../src/server/play/random.ts'
import { type Projection, startProjector } from '../../../src/server/read-models/projector.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { openTestJournal } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { accounts, listings, randomCommand } from '../../simulation/simulated-traders.ts'

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

const BACKLOG_LIMIT = 40
const nothing = (): void => undefined

test('A failing projection does not delay the others and catches up when it recovers', async () => {
  const database = await databases.newDatabase()
  const written: Record<'broken' | 'working', number[]> = { broken: [], working: [] }
  let isBroken = true
  const projection = (name: 'broken' | 'working'): Projection => ({
    name,
    async write(_client, done) {
      if (isBroken && name === 'broken') throw new Error('temporary failure')
      written[name].push(...done.map(({ seq }) => seq))
    },
  })
  const projector = await startProjector(database, [projection('broken'), projection('working')], quiet)
  const done = Array.from({ length: 5 }, (_, index) => ({ seq: index + 1 }) as ExecutedCommand)
  projector.onCommitted(done)
  await expect.poll(() => [projector.isFailing, written.working]).toEqual([true, [1, 2, 3, 4, 5]])
  expect([projector.seq, written.broken]).toEqual([0, []])
  isBroken = false
  expect(await projector.waitFor(5, 30_000)).toBe(true)
  expect([written.broken, written.working, projector.isFailing]).toEqual([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], false])
  await projector.stop()
})

test('The sequencer waits for a failing projection, and a restart does not run ahead of it', async () => {
  const database = await databases.newDatabase()
  let isBroken = true
  const written: number[] = []
  const projection: Projection = {
    name: 'written',
    async write(_client, done) {
      if (isBroken) throw new Error('temporary failure')
      written.push(...done.map(({ seq }) => seq))
    },
  }
  const start = async () => {
    const projector = await startProjector(database, [projection], quiet, { maxQueued: BACKLOG_LIMIT })
    const sequencer = new Sequencer({
      openJournal: () => openTestJournal(database),
      clock: { now: () => 1_700_000_000_000 },
      log: quiet,
    })
    sequencer.listen(projector)
    await sequencer.start(projector.seq)
    return { projector, sequencer }
  }
  const rng = random(5)
  const first = await start()
  let answered = 0
  const all = [
    ...listings(),
    ...accounts(rng),
    ...Array.from({ length: 200 }, (_, index) => randomCommand(rng, `w${index}`, 50, 1_700_000_000_000)),
  ]
  const submitted: Promise<unknown>[] = []
  for (const command of all) {
    const answer = first.sequencer.submit(command, nothing).then(() => (answered += 1))
    submitted.push(answer)
    // One command per batch while they are answered.
    while (submitted.length > answered && !first.projector.isFull) await sleep(1)
  }
  await expect.poll(() => answered).toBe(BACKLOG_LIMIT + 1)
  await sleep(50)
  expect([first.projector.isFull, answered]).toEqual([true, BACKLOG_LIMIT + 1])
  isBroken = false
  await Promise.all(submitted)
  expect(await first.projector.waitFor(all.length, 30_000)).toBe(true)
  expect(written).toEqual(all.map((_, index) => index + 1))

  // A stop does not wait for the projection; the next start sends the unwritten commands in small batches.
  isBroken = true
  const more = Array.from({ length: 400 }, (_, index) => randomCommand(rng, `m${index}`, 250, 1_700_000_000_000))
  for (const command of more) void first.sequencer.submit(command, nothing).catch(nothing)
  while (!first.projector.isFull) await sleep(1)
  await first.sequencer.stop()
  await first.projector.stop()
  isBroken = false
  written.length = 0
  const second = await start()
  expect(await second.projector.waitFor(second.sequencer.seq, 30_000)).toBe(true)
  expect(written).toEqual(
    Array.from({ length: second.sequencer.seq - all.length }, (_, index) => all.length + 1 + index),
  )
  expect(written.length).toBeGreaterThan(BACKLOG_LIMIT)
  await second.sequencer.stop()
  await second.projector.stop()
})
