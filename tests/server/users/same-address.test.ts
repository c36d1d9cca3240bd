/** The owner of an address that was registered a second time while the database hid the first account. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { PASSWORD, sameAddress } from '../../fixtures/same-address.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test('The owner of a confirmed address can log in although another account was registered with it', async () => {
  const { email, access } = await sameAddress(server(), database()).twoAccounts()
  // The database answers truthfully again, in the order in which the rows were written last.
  const change = { password: 'battery staple', current_password: PASSWORD }
  expect((await server().request('POST', api.setPassword.path, { body: change, access })).status).toBe(200)
  const body = { email, password: change.password }
  expect((await server().request('POST', api.login.path, { body })).status).toBe(200)
})
