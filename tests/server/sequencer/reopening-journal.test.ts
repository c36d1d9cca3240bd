/** Commits whose result is unknown, and connections that are lost, on a simulated disk. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { type AppendResult, simulatedDisk } from '../../simulation/simulated-journal.ts'

/** A server on this disk, whose next appends have these results. */
async function start(disk = simulatedDisk(JOURNAL), results: AppendResult[] = []) {
  const pauses: number[] = []
  const world = {
    /** How many times the journal cannot be opened. */
    outage: 0,
    /** Pauses end after it. */
    gate: Promise.resolve(),
    opened: 0,
    recovered: 0,
    lose: (_error: Error): void => undefined,
  }
  const sequencer = new Sequencer({
    clock: { now: () => 1_700_000_000_000 },
    log: quiet,
    async pause(millis) {
      pauses.push(millis)
      await world.gate
      await new Promise(setImmediate)
    },
    async openJournal() {
      if (world.outage-- > 0) throw new Error('the database cannot be reached')
      world.opened += 1
      const onLost = (listener: (error: Error) => void) => {
        world.lose = listener
      }
      return { ...disk.open(() => results.shift() ?? 'kept'), onLost }
    },
  })
  sequencer.listen({
    onCommitted: () => undefined,
    onRecovered() {
      world.recovered += 1
    },
  })
  await sequencer.start(0)
  const submit = () => sequencer.submit({ type: 'set-rules', rules: 1 }, ({ seq }) => seq)
  /** No pause ends until the result is called. */
  function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    world.gate = promise
    return resolve
  }
  return { disk, sequencer, submit, world, pauses, hold }
}

test.each(['lost', 'kept, reported as failed'] as const)(
  'A commit that fails and was %s is answered once, and the state is not dropped',
  async (result) => {
    const { disk, sequencer, submit, world } = await start(simulatedDisk(JOURNAL), ['kept', result])
    await submit()
    const answers = await Promise.all([submit(), submit()])
    expect(await submit()).toBe(4)
    expect([answers, disk.lastSeq, world.recovered]).toEqual([[2, 3], 4, 0])
    await sequencer.stop()
  },
)

test('Commands and reads wait while the journal cannot be opened, and what is shown is stale', async () => {
  const { sequencer, submit, world, hold } = await start(undefined, ['lost'])
  world.outage = 5
  const release = hold()
  const answers = [submit(), submit()]
  await expect.poll(() => sequencer.commitProblem).toBe('lost')
  expect([sequencer.isStale, sequencer.unavailableReason]).toEqual([true, undefined])
  answers.push(
    submit(),
    sequencer.read(({ seq }) => seq),
  )
  release()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 2])
  expect([sequencer.isStale, sequencer.commitProblem, world.recovered]).toEqual([false, undefined, 0])
  await sequencer.stop()
})

test('After ten seconds of attempts callers are refused, and the state is recovered from the journal', async () => {
  const { disk, sequencer, submit, world, pauses } = await start(undefined, ['kept', 'lost'])
  await submit()
  world.outage = 20
  await expect(submit()).rejects.toThrow(Unavailable)
  const waited = pauses.slice(0, 8).reduce((sum, millis) => sum + millis)
  expect([waited > 9_000, waited < 11_000]).toEqual([true, true])
  await expect.poll(() => world.recovered).toBe(1)
  expect([await submit(), disk.lastSeq]).toEqual([2, 2])
  await sequencer.stop()
})

test('A row of another server in the place of the own one makes callers unavailable, and its command counts', async () => {
  const { disk, sequencer, submit, world, hold } = await start(undefined, ['kept', 'lost'])
  await submit()
  const release = hold()
  const refused = expect(submit()).rejects.toThrow(Unavailable)
  const other = await start(disk)
  // With the same command the row would be the same.
  const command = { type: 'freeze-account', user: randomUUID() as UserId, origin: 'owner' } as const
  expect(await other.sequencer.submit(command, ({ seq }) => seq)).toBe(2)
  release()
  await refused
  await expect.poll(() => world.recovered).toBe(1)
  expect(await submit()).toBe(3)
  await sequencer.stop()
})

test('A connection that is lost while nothing is committed is replaced at once', async () => {
  const { sequencer, submit, world } = await start()
  await submit()
  world.outage = 3
  world.lose(new Error('the connection was lost'))
  expect(sequencer.isStale).toBe(true)
  await expect.poll(() => world.opened).toBe(2)
  world.lose(new Error('and again'))
  expect(await submit()).toBe(2)
  expect([world.opened, world.recovered, sequencer.isStale]).toEqual([3, 0, false])
  await sequencer.stop()
})

test('A stop ends the attempts', async () => {
  const { sequencer, submit, hold } = await start(undefined, ['lost'])
  hold()
  const refused = expect(submit()).rejects.toThrow('stopping')
  await expect.poll(() => sequencer.commitProblem).toBeDefined()
  await sequencer.stop()
  await refused
})
