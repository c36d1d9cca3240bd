/** `npm run operator -- freeze`, `unfreeze` and `freezes` against a running exchange, also with real money. */

import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { operatorOf } from '../../fixtures/operator-request.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
let databases: TestDatabases
let live: TestServer
beforeAll(async () => {
  databases = await startTestDatabases()
  live = await startTestServer(await databases.newDatabaseUrl(), { ...LIVE_MODE, RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await live?.exchange.stop()
  await databases?.stop()
})

const operator = (dataDir: string, ...args: readonly string[]) => runOperator(dataDir, args)
const lastCommand = ({ databaseUrl }: TestServer) => newestCommand(databaseUrl)

const WHY = ['--reason', 'The owner called.']
const DOGE = 7

test.each(['play', 'live'] as const)(
  'In %s mode an operator freezes an account, sees who froze it, and lifts only the freeze of operators',
  async (mode) => {
    const on = mode === 'play' ? server() : live
    const email = `${mode}@example.com`
    const { access } = await on.signUp(email)
    const profile = async () => (await on.request<ProfileView>('GET', api.profile.path, { access })).body
    const user = (await profile()).uuid as UserId
    const operate = operatorOf(on.dataDir)
    await expect(operate('unfreeze-account', { user })).rejects.toThrow('This account is not frozen in this way.')

    const frozen = await operator(on.dataDir, 'freeze', email, ...WHY)
    expect(frozen).toMatchObject({ code: 0, problem: '' })
    expect(frozen.out).toMatch(
      /^The account is frozen, and its open orders are cancelled\.\n[\s\S]*operator +2\S+Z +when it is/,
    )
    const by = { operator: userInfo().username, reason: 'The owner called.' }
    expect(await lastCommand(on)).toEqual({ type: 'freeze-account', user, origin: 'operator', ...by })
    expect((await profile()).freezes).toMatchObject([{ origin: 'operator', lifts_at: null }])
    const unfreeze = { body: { password: 'correct horse' }, access }
    expect((await on.request<ErrorBody>('POST', api.unfreeze.path, unfreeze)).body.code).toBe('NOT_FROZEN')

    await on.request('POST', api.freeze.path, { body: {}, access })
    const lifted = await operator(on.dataDir, 'unfreeze', user, ...WHY)
    expect(lifted.code).toBe(0)
    expect(lifted.out).toMatch(/owner +2\S+Z +when it is lifted/)
    expect(lifted.out).not.toContain('operator ')
    expect(await lastCommand(on)).toEqual({ type: 'unfreeze-account', user, origin: 'operator', ...by })
    expect((await profile()).freezes).toMatchObject([{ origin: 'owner', lifts_at: null }])
  },
)

test('A freeze with --sessions also logs the user out everywhere, and a login afterwards trades nothing', async () => {
  const email = 'thief@example.com'
  const { access, refresh } = await server().signUp(email)
  const socket = await server().openSocket(DOGE, access)
  const frozen = await operator(server().dataDir, 'freeze', email, '--sessions', ...WHY)
  expect(frozen.out).toContain('All sessions of the user are ended.')
  await socket.closed
  expect((await server().request('GET', api.profile.path, { access })).status).toBe(401)
  expect((await server().request('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(401)
  const { body } = await server().request<{ access: string }>('POST', api.login.path, {
    body: { email, password: 'correct horse' },
  })
  const order = { client_order_id: 'a', pair_id: DOGE, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
  const refused = await server().request<ErrorBody>('POST', api.placeOrder.path, { body: order, access: body.access })
  expect(refused.body.code).toBe('ACCOUNT_FROZEN')
})

test('A freeze tells how many withdrawals wait, and an operator can reject them', async () => {
  const { sequencer } = server().exchange
  await listTestNetwork(sequencer)
  const ann = await createWithdrawer(server())
  const { uuid } = (await ann.withdraw()).body
  const frozen = await operator(server().dataDir, 'freeze', ann.user, ...WHY)
  expect(frozen.out).toContain('1 of its withdrawals have no payment yet; 0 are underway and cannot be stopped.')
  expect((await ann.withdraw()).body.code).toBe('ACCOUNT_FROZEN')
  await operatorOf(server().dataDir)('reject-withdrawal', { uuid })
  const { out } = await operator(server().dataDir, 'freezes', ann.user)
  expect(out).toContain('0 of its withdrawals have no payment yet')
})
