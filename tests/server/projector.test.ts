/** What is written of the past: once, in order, and never so far behind that memory would end. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Done } from '../../src/server/core/carry-out.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { random } from '../../src/server/demo/random.ts'
import { type Projection, startProjector } from '../../src/server/projections/projector.ts'
import { accounts, listings, wish } from '../simulation/simulated-traders.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())

const MOST = 40
const nothing = (): void => undefined

test('one that cannot be written holds up none of the others, and is told when it can', async () => {
  const database = await world.newDatabase()
  const heard: Record<'broken' | 'sound', number[]> = { broken: [], sound: [] }
  let isBroken = true
  const projection = (name: 'broken' | 'sound'): Projection => ({
    name,
    async write(_client, done) {
      if (isBroken && name === 'broken') throw new Error('weather')
      heard[name].push(...done.map(({ seq }) => seq))
    },
  })
  const projector = await startProjector(database, [projection('broken'), projection('sound')], quiet)
  const done = Array.from({ length: 5 }, (_, index) => ({ seq: index + 1 }) as Done)
  projector.done(done)
  await expect.poll(() => [projector.isFailing, heard.sound]).toEqual([true, [1, 2, 3, 4, 5]])
  expect([projector.seq, heard.broken]).toEqual([0, []])
  isBroken = false
  expect(await projector.caughtUp(5, 5_000)).toBe(true)
  expect([heard.broken, heard.sound, projector.isFailing]).toEqual([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], false])
  await projector.stop()
})

test('orders wait for a history that cannot be written, and a start does not run ahead of it', async () => {
  const database = await world.newDatabase()
  let isBroken = true
  const heard: number[] = []
  const projection: Projection = {
    name: 'heard',
    async write(_client, done) {
      if (isBroken) throw new Error('weather')
      heard.push(...done.map(({ seq }) => seq))
    },
  }
  const begin = async () => {
    const projector = await startProjector(database, [projection], quiet, MOST)
    const sequencer = new Sequencer({
      openJournal: () => openPostgresJournal(database),
      clock: { now: () => 1_700_000_000_000 },
      log: quiet,
    })
    sequencer.listen(projector)
    await sequencer.start(projector.seq)
    return { projector, sequencer }
  }
  const dice = random(5)
  const first = await begin()
  let answered = 0
  const all = [
    ...listings(),
    ...accounts(dice),
    ...Array.from({ length: 200 }, (_, index) => wish(dice, `w${index}`, 50)),
  ]
  const asked: Promise<unknown>[] = []
  for (const command of all) {
    const answer = first.sequencer.submit(command, nothing).then(() => (answered += 1))
    asked.push(answer)
    // One a batch, as long as they are answered.
    while (asked.length > answered && !first.projector.isFull) await sleep(1)
  }
  await sleep(50)
  expect([first.projector.isFull, answered]).toEqual([true, MOST + 1])
  isBroken = false
  await Promise.all(asked)
  expect(await first.projector.caughtUp(all.length, 5_000)).toBe(true)
  expect(heard).toEqual(all.map((_, index) => index + 1))

  // Whoever stops waits for nobody, and what was not written is told by the next start, a little at a time.
  isBroken = true
  const more = Array.from({ length: 400 }, (_, index) => wish(dice, `m${index}`, 250))
  for (const command of more) void first.sequencer.submit(command, nothing).catch(nothing)
  while (!first.projector.isFull) await sleep(1)
  await first.sequencer.stop()
  await first.projector.stop()
  isBroken = false
  heard.length = 0
  const second = await begin()
  expect(await second.projector.caughtUp(second.sequencer.seq, 5_000)).toBe(true)
  expect(heard).toEqual(Array.from({ length: second.sequencer.seq - all.length }, (_, index) => all.length + 1 + index))
  expect(heard.length).toBeGreaterThan(MOST)
  await second.sequencer.stop()
  await second.projector.stop()
}, 60_000)
