import { afterEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { unreachable } from '../../../../src/client/connection/request.ts'
import { pagedList } from '../../../../src/client/state/app/paged-list.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

/** `at`: undefined for rows of one time. */
type Row = { readonly id: number; readonly text: string; readonly at?: string }
type Reply = Answer<{ readonly items: readonly Row[]; readonly next: boolean }>

const rowsFrom = (newest: number, text = ''): Row[] =>
  Array.from({ length: newest }, (_, index) => ({ id: newest - index, text }))

const NOON = '2026-11-27T12:00:00.000Z'
/** Each row a second later than the one before. */
const timedRows = (newest: number): Row[] =>
  rowsFrom(newest).map((row) => ({ ...row, at: new Date(Date.parse(NOON) + 1_000 * row.id).toISOString() }))

/** A server with rows, newest first, that answers at once, or when `answer` is called. */
function openList(count = 40, make: (newest: number) => Row[] = rowsFrom) {
  const { store } = fakeStore()
  const server = { rows: make(count), isSlow: false }
  const queries: string[] = []
  const waiting: (() => void)[] = []
  const list = pagedList<Row>(
    async (_http, { offset, limit, before }) => {
      queries.push(`${before ?? offset} ${limit}`)
      const below = Number(before?.split(',')[1] ?? Number.POSITIVE_INFINITY)
      const from = server.rows.filter(({ id }) => id < below)
      const reply: Reply = { ok: true, value: { items: from.slice(0, limit), next: from.length > limit } }
      if (server.isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      return server.rows.length === 0 ? unreachable : reply
    },
    ({ id, at = NOON }) => ({ at, id }),
  )
  store.sub(list.list, () => undefined)
  const shown = () => {
    const state = store.get(list.list)
    return state.state === 'ready' ? { ids: state.items.map(({ id }) => id), hasNext: state.hasNext, state } : undefined
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const more = async (): Promise<void> => {
    await store.set(list.next)
  }
  const changed = async (): Promise<void> => {
    store.set(list.changed)
    await settled()
  }
  return { store, list, server, queries, waiting, shown, settled, more, changed }
}

afterEach(() => {
  vi.useRealTimers()
})

const idsOf = (newest: number, oldest: number) => Array.from({ length: newest - oldest + 1 }, (_, at) => newest - at)

test('A list has ten rows, and ten more with each request for more, after the last row that is known', async () => {
  const { settled, shown, more, queries } = openList()
  await settled()
  expect(shown()?.ids).toEqual(idsOf(40, 31))
  await more()
  await more()
  expect(shown()).toMatchObject({ ids: idsOf(40, 11), hasNext: true })
  expect(queries).toEqual(['0 10', '2026-11-27T12:00:00.000Z,31 10', '2026-11-27T12:00:00.000Z,21 10'])
  await more()
  expect(shown()).toMatchObject({ ids: idsOf(40, 1), hasNext: false })
})

test('New and changed rows are added to what is loaded, which stays loaded', async () => {
  const { settled, shown, more, changed, server } = openList()
  await settled()
  await more()
  await more()
  server.rows = rowsFrom(43, 'changed')
  await changed()
  expect(shown()).toMatchObject({ ids: idsOf(43, 11), hasNext: true })
  expect(shown()?.state.items.every(({ text }) => text === 'changed')).toBe(true)
  await more()
  expect(shown()?.ids).toEqual(idsOf(43, 1))
  server.rows = rowsFrom(43).filter(({ id }) => id !== 30)
  await changed()
  expect(shown()).toMatchObject({ ids: idsOf(43, 1).filter((id) => id !== 30), hasNext: false })
})

test('More new rows than fit on a page leave no gap, also with more rows than the server sends at once', async () => {
  const { settled, shown, more, changed, server, queries } = openList(400)
  await settled()
  for (let page = 0; page < 15; page++) await more()
  expect(shown()?.ids).toEqual(idsOf(400, 241))
  server.rows = rowsFrom(475)
  queries.length = 0
  await changed()
  expect(shown()?.ids).toEqual(idsOf(475, 241))
  expect(queries).toEqual(['0 100', '2026-11-27T12:00:00.000Z,376 70', '2026-11-27T12:00:00.000Z,306 100'])
})

test('An older answer does not replace a newer one', async () => {
  const { store, list, settled, shown, server, waiting } = openList()
  await settled()
  server.isSlow = true
  store.set(list.changed)
  server.rows = rowsFrom(41)
  store.set(list.changed)
  waiting[1]?.()
  await settled()
  expect(shown()?.ids[0]).toBe(41)
  waiting[0]?.()
  await settled()
  expect(shown()?.ids[0]).toBe(41)
})

test('Rows that are loaded while the list is loaded again stay', async () => {
  const { store, list, settled, shown, server, waiting } = openList()
  await settled()
  server.isSlow = true
  store.set(list.changed)
  const more = store.set(list.next)
  waiting[1]?.()
  await more
  expect(shown()?.ids).toEqual(idsOf(40, 21))
  waiting[0]?.()
  await settled()
  expect(shown()).toMatchObject({ ids: idsOf(40, 21), hasNext: true })
})

test.each([
  ['before', true],
  ['after', false],
])('Rows that are loaded %s far more new ones than are looked for leave no gap', async (_, isFirst) => {
  const { store, list, settled, shown, server, waiting } = openList()
  await settled()
  server.isSlow = true
  server.rows = rowsFrom(900)
  store.set(list.changed)
  const more = store.set(list.next)
  const answerMore = async () => {
    waiting[1]?.()
    await more
  }
  if (isFirst) await answerMore()
  for (let next = 0; next < waiting.length; next++) {
    if (next !== 1) waiting[next]?.()
    await settled()
  }
  if (!isFirst) await answerMore()
  const ids = shown()?.ids ?? []
  expect(ids).toEqual(idsOf(900, ids.at(-1) ?? 0))
  expect(shown()).toMatchObject({ hasNext: true, state: { isBusy: false } })
})

test('A failed reload keeps the rows, and rows of a cleared list do not come back', async () => {
  const { store, list, settled, shown, changed, server, waiting } = openList()
  await settled()
  const { rows } = server
  server.rows = []
  await changed()
  expect(shown()?.ids).toEqual(idsOf(40, 31))
  server.rows = rows
  server.isSlow = true
  store.set(list.changed)
  store.set(list.clear)
  waiting[0]?.()
  await settled()
  expect(shown()).toBeUndefined()
})

test.each<[string, (rows: readonly Row[]) => Row[], number[]]>([
  ['is gone', (rows) => rows.filter(({ id }) => id !== 381), [...idsOf(400, 382), 380]],
  [
    'has a newer time',
    (rows) => [{ id: 381, text: '', at: '2026-11-28T00:00:00.000Z' }, ...rows.filter(({ id }) => id !== 381)],
    [381, ...idsOf(400, 382)],
  ],
  ['is gone with all that are known', (rows) => rows.filter(({ id }) => id < 381), idsOf(380, 361)],
])('A list whose last row %s has as many rows as before after it was loaded again', async (_, change, expected) => {
  const { settled, shown, more, changed, server, queries } = openList(400, timedRows)
  await settled()
  await more()
  queries.length = 0
  server.rows = change(server.rows)
  await changed()
  expect(shown()).toMatchObject({ ids: expected, hasNext: true })
  expect(queries).toHaveLength(1)
})

test('Rows that are gone leave the others in order when more were loaded meanwhile', async () => {
  const { store, list, settled, shown, server, waiting } = openList(40, timedRows)
  await settled()
  server.isSlow = true
  const more = store.set(list.next)
  server.rows = server.rows.filter(({ id }) => id !== 31 && id !== 25)
  store.set(list.changed)
  waiting[0]?.()
  await more
  waiting[1]?.()
  await settled()
  expect(shown()?.ids).toEqual([...idsOf(40, 32), ...idsOf(30, 21)])
})

/** Longer than the wait before any repeat. */
const waitForRepeat = () => vi.advanceTimersByTimeAsync(4_000)

test('A list whose server is away for a moment stays loading, asks again by itself, and then has its rows', async () => {
  vi.useFakeTimers()
  const { store, list, shown, server, queries } = openList(0)
  await waitForRepeat()
  expect(store.get(list.list).state).toBe('loading')
  server.rows = rowsFrom(40)
  await waitForRepeat()
  expect(shown()?.ids).toEqual(idsOf(40, 31))
  const asked = queries.length
  await vi.runAllTimersAsync()
  expect(queries).toHaveLength(asked)
})

test('A list fails after three repeats, each after a longer wait, and Retry starts them again', async () => {
  vi.useFakeTimers()
  const { store, list, queries, shown, server } = openList(0)
  const waits: number[] = []
  for (let before = Date.now(); vi.getTimerCount() > 0 || waits.length === 0; before = Date.now()) {
    await vi.advanceTimersToNextTimerAsync()
    waits.push(Date.now() - before)
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect([queries.length, store.get(list.list).state]).toEqual([4, 'failed'])
  const retried = store.set(list.load)
  expect(store.get(list.list).state).toBe('loading')
  server.rows = rowsFrom(40)
  await vi.runAllTimersAsync()
  await retried
  expect(shown()?.ids).toEqual(idsOf(40, 31))
})

test('A list repeats a quick failure, but not a request that hangs', async () => {
  vi.useFakeTimers()
  const { store, list, queries, server, waiting } = openList(0)
  await vi.advanceTimersByTimeAsync(0)
  server.isSlow = true
  await waitForRepeat()
  expect(store.get(list.list).state).toBe('loading')
  await vi.advanceTimersByTimeAsync(15_000)
  waiting[0]?.()
  await vi.runAllTimersAsync()
  expect([queries.length, store.get(list.list).state]).toEqual([2, 'failed'])
})

test('The next page of a list is asked for again while the rows stay', async () => {
  vi.useFakeTimers()
  const { store, list, shown, server } = openList()
  await vi.runAllTimersAsync()
  const { rows } = server
  server.rows = []
  const more = store.set(list.next)
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toMatchObject({ ids: idsOf(40, 31), state: { isBusy: true } })
  server.rows = rows
  await vi.runAllTimersAsync()
  await more
  expect(shown()?.ids).toEqual(idsOf(40, 21))
})

test('A refusal is shown at once, and a list that is left asks no more', async () => {
  vi.useFakeTimers()
  const { store } = fakeStore()
  let asked = 0
  let answer: Answer<never> = { ok: false, failure: { kind: 'refused', status: 403 } }
  const { list } = pagedList<Row>(
    async () => {
      asked += 1
      return answer
    },
    ({ id }) => ({ at: NOON, id }),
  )
  const leave = store.sub(list, () => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect([asked, store.get(list).state, vi.getTimerCount()]).toEqual([1, 'failed', 0])
  leave()
  answer = unreachable
  const leaveAgain = store.sub(list, () => undefined)
  await vi.advanceTimersByTimeAsync(0)
  leaveAgain()
  await vi.runAllTimersAsync()
  expect(asked).toBe(2)
})
