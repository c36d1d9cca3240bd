/** Commits whose result is unknown, and connections that are lost, on a simulated disk. */

import { expect, test, vi } from 'vitest'
import { TakenOver } from '../../../src/server/runtime/errors.ts'
import { type Journal, JournalChanged, type JournalRow } from '../../../src/server/sequencer/journal.ts'
import { reopeningJournal } from '../../../src/server/sequencer/reopening-journal.ts'
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

/** A journal with rows of these hashes, whose appends fail. */
const journalWith = (hashes: readonly string[], close = () => undefined) =>
  ({
    id: JOURNAL,
    async *read(after: number) {
      for (const hash of hashes.slice(after)) yield { hash: Buffer.from(hash) }
    },
    append: () => Promise.reject(new Error('the connection was lost')),
    close: async () => close(),
  }) as unknown as Journal

/** `first` is known, and the row `own` is appended with an unknown result. */
function appendTo(openJournal: () => Promise<Journal>): Promise<void> {
  const connection = {
    openJournal,
    pause: async () => undefined,
    stopping: new Promise<void>(() => undefined),
    log: quiet,
  }
  const end = { batch: 1, hash: Buffer.from('first'), seq: 1 }
  const own = { batch: 2, hash: Buffer.from('own'), lastSeq: 2 } as JournalRow
  return reopeningJournal(connection, journalWith(['first']), end).append(own)
}

test.each([
  ['in the place of the own one', ['first', 'other']],
  ['after the own one', ['first', 'own', 'other']],
])('A row of another server %s ends this one, which does not know what that one has done besides', async (_, rows) => {
  await expect(appendTo(async () => journalWith(rows))).rejects.toThrow(TakenOver)
})

test('A journal that lacks a known row, or has another one in its place, is not continued', async () => {
  for (const rows of [[], ['other'], ['other', 'own']])
    await expect(appendTo(async () => journalWith(rows))).rejects.toThrow(JournalChanged)
})

test('A journal that does not open within ten seconds is given up, and closed when it opens later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { promise, resolve } = Promise.withResolvers<Journal>()
    let [attempts, closed] = [0, 0]
    const open = (): Promise<Journal> => {
      attempts += 1
      return promise
    }
    const refused = expect(appendTo(open)).rejects.toThrow('did not answer in time')
    await vi.advanceTimersByTimeAsync(10_001)
    await refused
    // It lacks the row, which is not appended any more: its append would fail with another reason.
    resolve(journalWith(['first'], () => void closed++))
    await vi.advanceTimersByTimeAsync(1)
    expect([attempts, closed]).toEqual([1, 1])
  } finally {
    vi.useRealTimers()
  }
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
