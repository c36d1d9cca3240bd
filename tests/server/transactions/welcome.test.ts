/** The welcome balance of a play exchange in the history. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const play = setUpTestServer()
const live = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })

test('The welcome balance is a row of everything, at the time when the account was opened, and no other type has it', async () => {
  const ann = await createEarner(play())
  const { history } = await ann.get('transactions', '?type_=all')
  expect(history).toMatchObject([
    { type: 'welcome', status: 'completed', currency_symbol: 'USDT', amount: '10000', reason: 'Welcome balance' },
  ])
  const [row] = history
  const openedAt = await play().exchange.sequencer.read((state) => accountOf(state, ann.user)?.openedAt)
  expect(Date.parse(row?.created_at ?? '')).toBe(openedAt)
  for (const type of ['trade', 'deposit', 'withdrawal', 'convert', 'reward', 'referral'])
    expect([type, (await ann.get('transactions', `?type_=${type}`)).history]).toEqual([type, []])
  expect((await ann.get('rewards')).rewards).toEqual([])
  const path = `${api.transactions.path}${row?.uuid}/`
  const detail = await play().request<TransactionDetailView>('GET', path, { access: ann.access() })
  expect(detail.body).toMatchObject({ ...row, fills: [] })
  const bob = await createEarner(play())
  expect((await play().request('GET', path, { access: bob.access() })).status).toBe(404)
})

test('The page after the newest row has the welcome balance, and the CSV file has it too', async () => {
  const ann = await createEarner(play())
  await ann.wait(60_000)
  await ann.get('claimDaily')
  const first = await ann.get('transactions', '?type_=all&limit=1')
  const [newest] = first.history
  const place = `${newest?.created_at},${newest?.uuid}`
  const second = await ann.get('transactions', `?type_=all&limit=1&before=${place}`)
  expect([newest?.type, first.next, second.history[0]?.type, second.next]).toEqual(['reward', true, 'welcome', false])
  const { csv } = await ann.get('exportTransactions', '?type_=all')
  expect(csv).toContain(',welcome,completed,USDT,10000,')
})

test('With real money a new account has no welcome balance, and no row', async () => {
  const { access } = await live().signUp()
  const { body } = await live().request('GET', `${api.transactions.path}?type_=all`, { access })
  expect(body).toEqual({ history: [], next: false })
})
