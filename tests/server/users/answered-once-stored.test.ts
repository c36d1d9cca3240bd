/** What is stored is answered, also if the engine goes away right then: a second try would be told that it exists already. */

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
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

test('A new withdrawal address is answered once it is stored', async () => {
  const ann = await createWithdrawer(server())
  const comesBack = engineGoesAway()
  const saved = await ann.saveAddress({ label: 'ledger', currency_id: USDT })
  comesBack()
  expect([saved.status, saved.body.label]).toEqual([201, 'ledger'])
  expect((await ann.book()).addresses).toMatchObject([{ id: saved.body.id, label: 'ledger' }])
})
