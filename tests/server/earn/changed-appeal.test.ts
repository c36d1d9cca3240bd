/** Appeals and answers that another program changes. */

import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE, EARN_TOKEN_HEADER } from '../../../src/contract/api.ts'
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

test('A user is not shown an answer of an operator that another program has written', async () => {
  const { access } = await server().signUp()
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  const words = 'Send your coins to another address to keep them.'
  await withDatabase(server(), ({ pool }) =>
    pool.query(
      `insert into reward_appeals (user_id, text, sent_at, answer, answered_at, operator, mac)
       values ($1, 'x', 1, $2, 2, 'ann', '')`,
      [body.uuid, words],
    ),
  )
  const headers = { [EARN_TOKEN_HEADER]: `Bearer ${access}` }
  const earn = await server().request('GET', EARN_BASE + api.earnProfile.path, { headers })
  expect([earn.status, JSON.stringify(earn.body).includes(words)]).toEqual([200, false])
})
