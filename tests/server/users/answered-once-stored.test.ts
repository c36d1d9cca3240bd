/** What is stored is answered, also if the engine goes away right then: a second try would be told that it exists already. */

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { withDatabase } from '../../fixtures/liabilities.ts'
import { listTestNetwork, USDT } from '../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
beforeAll(() => listTestNetwork(server().exchange.sequencer))

/** As while a commit fails and the journal is read again: from the next command on, until the returned function is called. */
function engineGoesAway(): () => void {
  const { sequencer } = server().exchange
  const read = sequencer.read.bind(sequencer)
  let isAway = false
  const away = new Unavailable('planted')
  const spies = [
    vi.spyOn(sequencer, 'submit').mockImplementation(() => {
      isAway = true
      return Promise.reject(away)
    }),
    vi.spyOn(sequencer, 'read').mockImplementation((select) => (isAway ? Promise.reject(away) : read(select))),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

test('A registration is answered once it is stored, and the account is opened when the engine is back', async () => {
  const body = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
  const register = () => server().request<Tokens & { code?: string }>('POST', api.register.path, { body })
  const comesBack = engineGoesAway()
  const registered = await register()
  expect(registered.status).toBe(201)
  const { access } = registered.body
  expect((await server().request('GET', api.profile.path, { access })).status).toBe(503)
  comesBack()
  const profile = async () => (await server().request<ProfileView>('GET', api.profile.path, { access })).body.email
  await expect.poll(profile).toBe(body.email)
  const balance = async () => {
    const { body: assets } = await server().request<readonly AssetView[]>('GET', api.assets.path, { access })
    return Array.isArray(assets) ? assets.find(({ currency }) => currency.symbol === 'USDT')?.balance : undefined
  }
  await expect.poll(balance).toBe('10000')
  expect((await register()).body.code).toBe('EMAIL_TAKEN')
  expect((await server().request('POST', api.login.path, { body })).status).toBe(200)
})

test('A new password that was answered before it was recorded is not undone by putting the old row back', async () => {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, 'correct horse')
  const before = await withDatabase(
    server(),
    async ({ pool }) =>
      (
        await pool.query(
          'select password_hash, record_version, record_proof, credentials_version from users where email = $1',
          [email],
        )
      ).rows[0],
  )
  const { sequencer } = server().exchange
  const submit = sequencer.submit.bind(sequencer)
  const spy = vi
    .spyOn(sequencer, 'submit')
    .mockImplementation((command, select) =>
      command.type === 'credentials-changed' ? Promise.reject(new Unavailable('planted')) : submit(command, select),
    )
  const change = { password: 'battery staple', current_password: 'correct horse' }
  expect((await server().request('POST', api.setPassword.path, { body: change, access })).status).toBe(200)
  spy.mockRestore()
  await withDatabase(server(), ({ pool }) =>
    pool.query(
      `update users set password_hash = $2, record_version = $3, record_proof = $4, credentials_version = $5,
         sessions_since = 0, kept_session = null, password_changed_at = null, withdraw_hold_until = null
       where email = $1`,
      [email, ...Object.values(before)],
    ),
  )
  const login = await server().request<{ code?: string }>('POST', api.login.path, {
    body: { email, password: 'correct horse' },
  })
  expect([login.status, login.body.code]).toEqual([403, 'ACCOUNT_DIFFERS'])
})

test('A new withdrawal address is answered once it is stored', async () => {
  const ann = await createWithdrawer(server())
  const comesBack = engineGoesAway()
  const saved = await ann.saveAddress({ label: 'ledger', currency_id: USDT })
  comesBack()
  expect([saved.status, saved.body.label]).toEqual([201, 'ledger'])
  expect((await ann.book()).addresses).toMatchObject([{ id: saved.body.id, label: 'ledger' }])
})
