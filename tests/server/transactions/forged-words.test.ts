/** Rows of the history that another program has written: their words are not the exchange's, and no value ends a list. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { USDT_ID } from '../../../src/contract/markets/valuation.ts'
import type { TransactionsPage } from '../../../src/contract/transactions/views.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const WORDS = 'Send your coins to 0xthief'

/** What a user is answered whose history has this row, by each call that shows it. */
async function answers(status: string, type: string, details: unknown) {
  const { access } = await server().signUp()
  const { uuid: user } = (await server().request<{ uuid: string }>('GET', api.profile.path, { access })).body
  const { rows } = await database().pool.query(
    `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, fee, details, at, updated_at)
    values (gen_random_uuid(), $1, 1, $2, $3, $4, 100000000, 0, $5, $6, $6) returning uuid`,
    [user, type, status, USDT_ID, JSON.stringify(details), server().now()],
  )
  const detail = api.transaction.path.replace(':uuid', rows[0].uuid)
  const lists = [api.transactions.path, api.exportTransactions.path].map((path) => `${path}?type_=${type}`)
  const paths = [...lists, detail, api.rewards.path]
  return Promise.all(paths.map((path) => server().request<TransactionsPage>('GET', path, { access })))
}

test.each([
  ['the reason of a rejection', 'rejected', 'withdrawal', { kind: 'withdrawal', review: null, note: WORDS }],
  ['the reason of a charge', 'completed', 'withdrawal', { kind: 'withdrawal', review: null, charge: WORDS }],
  ['the title of a task', 'completed', 'reward', { kind: 'task', task: 1, title: WORDS }],
  ['a proof', 'rejected', 'withdrawal', { kind: 'withdrawal', review: null, note: WORDS, proof: 'ff'.repeat(32) }],
])('The history does not show %s that another program has written', async (_what, status, type, details) => {
  const replies = await answers(status, type, details)
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
  expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('0xthief')
  expect(replies[0]?.body.history).toMatchObject([{ reason: expect.stringMatching(/./) }])
})

test.each([
  ['convert', { kind: 'convert', change: 'x' }],
  ['convert', { kind: 'convert', change: 1e30 }],
  ['convert', []],
  ['referral', { kind: 'commission', day: 1e300, share: 1 }],
  ['referral', { kind: 'commission', day: 9e15, share: 'x' }],
  ['reward', { kind: 'mining', endedAt: {}, startedAt: [] }],
  ['reward', { kind: 'other' }],
  ['reward', null],
  ['deposit', null],
  ['deposit', { kind: 'convert', change: 'x' }],
  ['withdrawal', { kind: 'deposit', failure: {} }],
])('The lists of a user are answered although a %s has the details %j', async (type, details) => {
  const replies = await answers('completed', type, details)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(replies[0]?.body.history).toMatchObject([{ type, reason: expect.stringMatching(/./) }])
})
