/** The identity provider of play mode, over HTTP. */

import { beforeEach, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { WebsdkLinkView } from '../../../src/contract/verification/views.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const VERIFICATION_TASK = 10
let ann: Earner
beforeEach(async () => {
  ann = await createEarner(server())
})

async function newPath(): Promise<string> {
  const { base, path } = api.websdkLink
  const { body } = await server().request<WebsdkLinkView>('GET', base + path, { access: ann.access() })
  return body.url.slice(server().address.length)
}

/** As the form of the page sends it. */
const choose = (path: string, decision: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(server().address + path, {
    method: 'POST',
    redirect: 'manual',
    body: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const task = async () => (await ann.get('tasks')).tasks.find(({ id }) => id === VERIFICATION_TASK)
const shown = async () => {
  const { is_verified, verification } = await ann.get('profile')
  return [is_verified, verification.status]
}

test('The page offers the decisions, and a decision leads back to the settings', async () => {
  const path = await newPath()
  const page = await server().request<string>('GET', path)
  expect(page.status).toBe(200)
  for (const decision of ['Approve', 'Send for review', 'Ask again', 'Reject']) expect(page.body).toContain(decision)
  expect(page.headers.get('cache-control')).toBe('no-store')
  const steps = [
    ['pending', false, 'pending'],
    ['retry', false, 'retry'],
    ['approve', true, 'approved'],
    ['reject', false, 'rejected'],
  ] as const
  for (const [decision, ...expected] of steps) {
    const reply = await choose(path, decision)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${server().address}/settings/identity`])
    expect(await shown()).toEqual(expected)
  }
})

test('An approval makes the task claimable, once', async () => {
  expect(await task()).toMatchObject({ status: 'available' })
  expect((await ann.ask('completeTask', { task_id: VERIFICATION_TASK })).body.code).toBe('TASK_NOT_DONE')
  await choose(await newPath(), 'approve')
  expect(await task()).toMatchObject({ status: 'claimable' })
  expect(await ann.get('completeTask', { task_id: VERIFICATION_TASK })).toMatchObject({
    status: 'ok',
    reward_amount: 300,
  })
  expect((await ann.ask('completeTask', { task_id: VERIFICATION_TASK })).body.code).toBe('ALREADY_COMPLETED')
})

test('An unknown ticket, an expired one, an unknown decision and a page of another site change nothing', async () => {
  const path = await newPath()
  expect((await choose(path, 'perhaps')).status).toBe(400)
  expect((await choose(path, 'approve', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await choose(path, 'approve', { origin: 'null' })).status).toBe(403)
  expect((await choose(path, 'approve', { 'content-type': 'application/json' })).status).toBe(415)
  expect((await choose(`${path}x`, 'approve')).status).toBe(404)
  expect((await choose(path, `approve${'x'.repeat(2_000)}`)).status).toBe(413)
  server().advanceClock(30 * 60_000)
  expect((await choose(path, 'approve')).status).toBe(404)
  const page = await server().request<string>('GET', path)
  expect([page.status, page.body]).toEqual([404, expect.stringContaining('This link has expired')])
  expect(
    (await createEarner(server(), { email: ann.email, isRegistered: true }).then((again) => again.get('profile')))
      .is_verified,
  ).toBe(false)
})
