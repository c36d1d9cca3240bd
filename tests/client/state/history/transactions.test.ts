/** The history: filters, pages and duplicates. */

import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import {
  filterOf,
  filterQuery,
  historyOf,
  isInFilter,
  queryOf,
  rangeErrors,
  rangeText,
} from '../../../../src/client/state/history/transactions.ts'
import type { HistoryType, TransactionsPage, TransactionView } from '../../../../src/contract/transactions/views.ts'
import { transactionView as view } from '../../../fixtures/client-transactions.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

type Query = { offset: number; limit: number; type_: HistoryType; currency_id: number | undefined; since?: string }

function history(user: string, rows: Partial<Record<HistoryType, readonly TransactionView[]>>) {
  const app = fakeStore()
  const queries: Query[] = []
  let gate: Promise<unknown> = Promise.resolve()
  const http = async (_call: unknown, { query }: { query: Query }): Promise<Answer<TransactionsPage>> => {
    queries.push(query)
    await gate
    const all = rows[query.type_] ?? []
    const page = all.slice(query.offset, query.offset + query.limit)
    return { ok: true, value: { history: page, next: all.length > query.offset + query.limit } }
  }
  Object.assign(app.host, { http })
  const items = (type: HistoryType, currency?: number) => {
    const list = app.store.get(historyOf(user)({ type, currency, days: undefined }).list)
    return list.state === 'ready' ? list.items.map(({ uuid }) => uuid) : list.state
  }
  return {
    ...app,
    queries,
    items,
    hold(until: Promise<unknown>) {
      gate = until
    },
  }
}

const rewards = Array.from({ length: 25 }, (_, index) => view(`reward ${index}`, 'reward'))
const uuids = (count: number) => rewards.slice(0, count).map(({ uuid }) => uuid)

test('Pages are appended while there is a next one, and an item that shifted to the next page is shown once', async () => {
  const rows = { reward: [...rewards] }
  const app = history('pages', rows)
  const { load, next } = historyOf('pages')({ type: 'reward', currency: undefined, days: undefined })
  await app.store.set(load)
  await app.store.set(next)
  expect(app.items('reward')).toEqual(uuids(20))
  rows.reward.unshift(view('new', 'reward'))
  await app.store.set(next)
  expect(app.items('reward')).toEqual(uuids(25))
  await app.store.set(next)
  expect(app.queries.map(({ offset, limit }) => [offset, limit])).toEqual([
    [0, 10],
    [10, 10],
    [20, 10],
  ])
})

test('Another filter starts at page 1 without data, also when it was shown before', async () => {
  const app = history('filters', { reward: rewards, convert: [view('c', 'convert')] })
  const shown = historyOf('filters')({ type: 'reward', currency: undefined, days: undefined })
  await app.store.set(shown.load)
  await app.store.set(shown.next)
  expect(app.items('reward')).toHaveLength(20)
  expect(app.items('convert')).toBe('loading')
  await app.store.set(historyOf('filters')({ type: 'convert', currency: undefined, days: undefined }).load)
  expect(app.items('convert')).toEqual(['c'])
  expect(app.items('reward', 7)).toBe('loading')
  expect(app.items('reward')).toBe('loading')
  await app.store.set(historyOf('filters')({ type: 'reward', currency: undefined, days: undefined }).load)
  expect(app.items('reward')).toEqual(uuids(10))
  expect(app.queries.map(({ type_, offset }) => [type_, offset])).toEqual([
    ['reward', 0],
    ['reward', 10],
    ['convert', 0],
    ['reward', 0],
  ])
})

test('The late answer for a former filter is not shown in the current one', async () => {
  const app = history('late', { reward: rewards })
  let release = () => {}
  app.hold(
    new Promise<void>((resolve) => {
      release = resolve
    }),
  )
  const late = app.store.set(historyOf('late')({ type: 'reward', currency: undefined, days: undefined }).load)
  expect(app.items('convert')).toBe('loading')
  release()
  await late
  expect(app.items('convert')).toBe('loading')
})

test('Without a valid type, coin and time in the address the history shows everything', () => {
  const all = { type: 'all', currency: undefined, days: undefined }
  expect(filterOf(new URLSearchParams())).toEqual(all)
  const chosen = { type: 'reward', currency: 7, days: 30 } as const
  expect(filterOf(new URLSearchParams('type=reward&currency=7&days=30'))).toEqual(chosen)
  expect(filterOf(new URLSearchParams(filterQuery(chosen)))).toEqual(chosen)
  for (const invalid of [
    'type=gift&currency=-1',
    'type=DEPOSIT&currency=1e3',
    'currency=07',
    'currency=x&days=0',
    'days=2',
    'from=2026-11-03',
    'from=2026-11-09&to=2026-11-03',
    'from=0002-11-03&to=2026-11-03',
    'from=2026-13-01&to=2026-13-02',
  ])
    expect(filterOf(new URLSearchParams(invalid))).toEqual(all)
})

test('A time filter asks for everything since the begin of its first day', async () => {
  const app = history('days', { all: rewards })
  await app.store.set(historyOf('days')({ type: 'all', currency: undefined, days: 7 }).load)
  const first = new Date()
  first.setHours(0, 0, 0, 0)
  first.setDate(first.getDate() - 6)
  expect(app.queries).toMatchObject([{ type_: 'all', since: first.toISOString() }])
})

const RANGE = { from: '2026-11-03', to: '2026-11-09' }

test('A range of days asks from the begin of its first day until the end of its last, in the local time zone', async () => {
  const app = history('range', { all: rewards })
  const filter = filterOf(new URLSearchParams('from=2026-11-03&to=2026-11-09'))
  expect(filter).toEqual({ type: 'all', currency: undefined, days: RANGE })
  expect(filterOf(new URLSearchParams(filterQuery(filter)))).toEqual(filter)
  await app.store.set(historyOf('range')(filter).load)
  const [since, until] = [new Date(2026, 10, 3).toISOString(), new Date(2026, 10, 10).toISOString()]
  expect(app.queries).toMatchObject([{ type_: 'all', since, until }])
  expect(queryOf(filter)).toMatchObject({ since, until })
  const at = (created_at: string) => isInFilter(filter, view('x', 'deposit', { created_at }))
  const before = new Date(Date.parse(since) - 1).toISOString()
  const last = new Date(Date.parse(until) - 1).toISOString()
  expect([before, since, last, until].map(at)).toEqual([false, true, true, false])
})

test('A range needs two days in their order', () => {
  expect(rangeErrors(RANGE)).toEqual({})
  expect(rangeErrors({ from: RANGE.from, to: RANGE.from })).toEqual({})
  expect(rangeErrors({ from: '', to: '' })).toEqual({ from: 'Choose a day', to: 'Choose a day' })
  expect(rangeErrors({ from: RANGE.from, to: '' })).toEqual({ to: 'Choose a day' })
  expect(rangeErrors({ from: RANGE.to, to: RANGE.from })).toEqual({ to: "The last day can't be before the first." })
})

test('A range is named by its days, with a year that is not this one', () => {
  expect(rangeText(RANGE, new Date(2026, 10, 20).getTime())).toBe('3 Nov to 9 Nov')
  expect(rangeText({ ...RANGE, from: '2025-12-30' }, new Date(2026, 10, 20).getTime())).toBe('30 Dec 2025 to 9 Nov')
})
