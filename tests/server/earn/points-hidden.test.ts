/** XP is in the ledger and nowhere among coins: not in lists, balances, values, messages, positions or sums of money. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { XP } from '../../../src/contract/earn/xp.ts'
import { currencies, lastSeqOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { audit } from '../../../src/server/tools/audit.ts'
import { COPIED_TABLES } from '../../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../../src/server/tools/stored-exchange.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { buy } from '../../fixtures/parallel-claims.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
/** Currency ids. */
const [USDT, DOGE] = [1, 8]
const HOUR = 60 * 60 * 1_000
let ann: Earner
let database: Database
beforeAll(async () => {
  ann = await createEarner(server())
  await buy(server(), ann, 20)
  await ann.get('completeTask', { task_id: 5 })
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
})
afterAll(() => database?.close())

const IS_XP = /"(XP|Experience points)"|xp\.svg/

test('XP is a listed currency that no list of coins, pairs or balances contains', async () => {
  const listed = await server().exchange.sequencer.read((state) => [...currencies(state)])
  expect(listed).toContainEqual(XP)
  for (const name of ['currencies', 'coinPairs', 'pairs', 'fullPairs', 'assets', 'fullBalance'] as const) {
    const body = await ann.get(name)
    expect([name, IS_XP.test(JSON.stringify(body))]).toEqual([name, false])
  }
  const assets = await ann.get('assets')
  expect(assets).toHaveLength(listed.length - 1)
})

test('A reward changes neither the value, nor the profit, nor the net deposits of a portfolio', async () => {
  const before = await ann.get('fullBalance')
  await ann.get('claimDaily')
  const after = await ann.get('fullBalance')
  const figures = ({ balance, change_24h_balance, net_deposits }: typeof before) => ({
    balance,
    change_24h_balance,
    net_deposits,
  })
  expect(figures(after)).toEqual(figures(before))
})

test('A reward causes no balance message on the socket, and no query returns XP', async () => {
  const socket = await server().openSocket(7, ann.access())
  await ann.get('startMining')
  await ann.wait(HOUR)
  await ann.get('endMining')
  await buy(server(), ann, 20)
  await socket.next('balance_change')
  for (const query of ['get_assets', 'get_positions'] as const) {
    socket.send(query)
    await socket.next(query === 'get_assets' ? 'assets' : 'positions')
  }
  const changed = socket.messages.flatMap((message) =>
    message.type === 'balance_change' ? [message.data.currency_id] : [],
  )
  expect(new Set(changed)).toEqual(new Set([USDT, DOGE]))
  expect(IS_XP.test(JSON.stringify(socket.messages))).toBe(false)
})

test('The stored positions have no XP', async () => {
  const { sequencer } = server().exchange
  const seq = await sequencer.read((state) => lastSeqOf(state, ann.user))
  expect(seq).toBeGreaterThan(0)
  await ann.get('rewards')
  const { rows } = await database.pool.query('select distinct currency_id from positions order by 1')
  expect(rows).toEqual([{ currency_id: USDT }, { currency_id: DOGE }])
})

test('An order for XP is impossible: there is no pair for it', async () => {
  const { status, body } = await ann.ask('placeOrder', {
    client_order_id: 'xp',
    pair_id: XP.id,
    side: 'sell',
    type: 'market',
    volume: '1',
  })
  expect([status, body.code]).toEqual([404, 'PAIR_NOT_FOUND'])
})

test('The tools find no difference after rewards, and list XP apart from the coins', async () => {
  const exchange = await openStoredExchange(
    { dataDir: '', databaseUrl: server().databaseUrl, secretKey: TEST_SECRET_KEY },
    COPIED_TABLES,
  )
  try {
    const audited = await audit(exchange)
    expect(audited.problem).toBeUndefined()
    const [coins = '', points = ''] = audited.report.split('\n\n')
    expect(coins).not.toMatch(/^XP/m)
    expect(points).toMatch(/^XP .* 0$/m)
    const replayed = await replayStored(exchange, true)
    expect(replayed.problem).toBeUndefined()
    for (const part of ['transactions', 'reward_weeks', 'positions'])
      expect(replayed.report).toMatch(new RegExp(`^${part} .*ok$`, 'm'))
  } finally {
    await exchange.close()
  }
})
