/** An appeal that another program changes after an operator has read it. */

import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { rewardsOf } from '../../../src/engine/exchange.ts'
import { withDatabase } from '../../fixtures/liabilities.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()

test('The answer to an appeal gives its standing to the user whose appeal the operator has read', async () => {
  const newUser = async () => {
    const { access } = await server().signUp()
    const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
    const user = body.uuid as UserId
    await operate(server().dataDir, ['standing', user, '--set', 'under_review', '--reason', 'Many friends.'])
    return { access, user }
  }
  const [thief, honest] = [await newUser(), await newUser()]
  const { status } = await server().request('POST', EARN_BASE + api.appeal.path, {
    access: honest.access,
    body: { text: 'They are my class.' },
  })
  expect(status).toBe(200)
  const listed = await operate(server().dataDir, ['appeals'])
  const [, id = ''] = new RegExp(`(\\d+)  ${honest.user}`).exec(listed) ?? []
  await withDatabase(server(), ({ pool }) =>
    pool.query('update reward_appeals set user_id = $1 where id = $2', [thief.user, id]),
  )
  const answer = ['appeals', 'answer', id, '--set', 'ok', '--answer', 'We checked it.', '--reason', 'a school class']
  await operate(server().dataDir, answer).catch(() => undefined)
  const standing = await server().exchange.sequencer.read((state) => rewardsOf(state, thief.user).standing.state)
  expect(standing).toBe('under_review')
})
