/** How many emails a client can cause. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { shownEmails, shownTo } from '../../fixtures/email-inbox.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1', EMAILS_PER_HOUR: '120' })
const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`
const send = (path: string, body: object, address: string, access?: string) =>
  server().request('POST', path, { body, access, headers: { 'x-forwarded-for': address } })
const register = (email: string, address: string) =>
  server().request<{ access: string }>('POST', api.register.path, {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': address },
  })
const countTo = async (email: string) => (await shownTo(server(), email)).length
/** Waits until all emails have been sent or deleted. */
const emptyQueue = async () => {
  const { pool, close } = await openDatabase({
    dataDir: server().dataDir,
    databaseUrl: server().databaseUrl,
    log: quiet,
  })
  try {
    await expect.poll(async () => (await pool.query('select 1 from email_queue')).rowCount).toBe(0)
  } finally {
    await close()
  }
}
/** Links to a new address, from this IP address. */
const requestEmail = async (address: string) => {
  const { body } = await register(newEmail(), address)
  return (await send(api.linkEmail.path, { email: newEmail(), password: PASSWORD }, address, body.access)).status
}

test('An address block of 256 IPv4 addresses or one IPv6 /48 shares one limit for emails', async () => {
  for (const block of ['203.0.113.', '2001:db8:0:7::']) {
    const statuses: number[] = []
    for (let host = 1; host <= 12; host++) statuses.push(await requestEmail(block + host))
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  }
  expect(await requestEmail('198.51.100.1')).toBe(200)
})

test('Sign-ups from one /48 of IPv6 addresses cause a limited number of emails, and still succeed', async () => {
  server().advanceClock(2 * 60 * 60_000)
  const addressees = Array.from({ length: 25 }, newEmail)
  for (const [subnet, email] of addressees.entries())
    expect((await register(email, `2001:db8:5:${subnet.toString(16)}::1`)).status).toBe(201)
  const other = newEmail()
  expect((await register(other, '2001:db8:6::1')).status).toBe(201)
  await expect.poll(() => countTo(other)).toBe(1)
  const shown = (await shownEmails(server())).map(({ to }) => to)
  expect(addressees.filter((email) => shown.includes(email))).toHaveLength(20)
})

test('A recipient gets a limited number of emails, whatever causes them, and a registration succeeds without one', async () => {
  server().advanceClock(60 * 60_000)
  const email = newEmail()
  for (let count = 0; count < 6; count++) await send(api.forgot.path, { email }, `192.0.2.${count}`)
  // What is in the queue is composed when it is sent: after the registration it would have a recipient.
  await emptyQueue()
  expect((await register(email, '198.51.101.1')).status).toBe(201)
  const { body } = await register(newEmail(), '198.51.101.2')
  const link = { email: newEmail(), password: PASSWORD }
  await send(api.linkEmail.path, link, '198.51.101.2', body.access)
  await expect.poll(() => countTo(link.email)).toBe(1)
  expect(await countTo(email)).toBe(0)
})

test('Requests that are refused for their address block do not use up the limit of a recipient', async () => {
  server().advanceClock(2 * 60 * 60_000)
  const email = newEmail()
  expect((await register(email, '198.51.102.1')).status).toBe(201)
  await expect.poll(() => countTo(email)).toBe(1)
  for (let count = 0; count < 20; count++) await send(api.forgot.path, { email: newEmail() }, '203.0.114.1')
  for (let count = 0; count < 4; count++) await send(api.forgot.path, { email }, '203.0.114.1')
  await send(api.forgot.path, { email }, '198.51.102.2')
  await expect.poll(() => countTo(email)).toBe(2)
})

test('All clients together cause at most EMAILS_PER_HOUR emails an hour', async () => {
  server().advanceClock(2 * 60 * 60_000)
  let last = 200
  let count = 0
  for (; count < 80 && last === 200; count++) last = await requestEmail(`10.${count}.0.1`)
  expect(last).toBe(429)
  expect(count).toBeLessThanOrEqual(31)
  server().advanceClock(60 * 60_000)
  expect(await requestEmail('10.200.0.1')).toBe(200)
})
