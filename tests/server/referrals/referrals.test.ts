/** Friends of a referrer: names, statuses with reasons, pages and links. */

import { expect, test } from 'vitest'
import { REFERRAL_CODE } from '../../../src/contract/referrals/start-parameter.ts'
import { maskedName } from '../../../src/server/users/masked-name.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { buy } from '../../fixtures/parallel-claims.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const PUBLIC_URL = 'https://tern.example'
const server = setUpTestServer({ PUBLIC_URL })
const DAY = 24 * 60 * 60 * 1_000

test('A masked name shows two characters of the email or of the Telegram name, or none', () => {
  expect(maskedName({ email: 'alice@example.com', username: 'wonder' })).toBe('al***')
  expect(maskedName({ email: 'a@example.com', username: null })).toBe('a***')
  expect(maskedName({ email: null, username: 'wonder' })).toBe('wo***')
  expect(maskedName({ email: null, username: '🦆🦆🦆' })).toBe('🦆🦆***')
  expect(maskedName({ email: null, username: null })).toBe('user')
})

test('Without friends a referrer has a code, a link, the tiers and the time of the next payout', async () => {
  const ann = await createEarner(server())
  const all = await ann.get('referrals')
  expect(all).toMatchObject({
    count: 0,
    active_count: 0,
    profit: '0',
    profits: [],
    commission_percent: '20',
    tiers: [
      { min_count: 0, percent: '20' },
      { min_count: 10, percent: '25' },
      { min_count: 50, percent: '30' },
    ],
    link: `${PUBLIC_URL}/register?ref_code=${ann.referralCode}`,
    tg_link: null,
    referrals: [],
    next: false,
  })
  expect(all.referral_code).toMatch(REFERRAL_CODE)
  expect(all.next_payout_at).toMatch(/T00:10:00\.000Z$/)
  expect(Date.parse(all.next_payout_at)).toBeGreaterThan(Date.parse(all.server_time))
})

test('Each friend has a masked name, a status and its reason', async () => {
  const ann = await createEarner(server())
  const [idle, active, limited] = [
    await createEarner(server(), { referrer: ann, email: 'idle@friends.example' }),
    await createEarner(server(), { referrer: ann, email: 'active@friends.example' }),
    await createEarner(server(), { referrer: ann, email: 'limited@friends.example' }),
  ]
  await buy(server(), active, 50)
  const command = {
    type: 'set-reward-standing',
    user: limited.user,
    standing: 'limited',
    reason: 'x',
    operator: 'test',
  } as const
  await server().exchange.sequencer.submit(command, () => undefined)
  const facts = async () =>
    (await ann.get('referrals')).referrals.map(({ uuid, name, status, reason }) => [uuid, name, status, reason])
  expect(await facts()).toEqual([
    [limited.user, 'li***', 'not_counted', expect.stringContaining('limited or under review')],
    [active.user, 'ac***', 'active', 'Paid a trading fee in the last 30 days.'],
    [idle.user, 'id***', 'registered', 'Has not traded yet.'],
  ])
  const { referrals } = await ann.get('friends')
  expect(referrals.map(({ username, status }) => [username, status])).toEqual([
    ['li***', 'not_counted'],
    ['ac***', 'active'],
    ['id***', 'registered'],
  ])
  await ann.wait(31 * DAY)
  expect((await facts())[1]?.slice(2)).toEqual(['inactive', 'Paid no trading fee for 30 days.'])
  expect(JSON.stringify(await ann.get('referrals'))).not.toContain('friends.example')
})

test('Friends come in pages, newest first, and a page ends with whether there are more', async () => {
  const ann = await createEarner(server())
  const joined: string[] = []
  for (let count = 0; count < 3; count++) joined.unshift((await createEarner(server(), { referrer: ann })).user)
  for (const name of ['friends', 'referrals'] as const) {
    const first = await ann.get(name, '?limit=2')
    const second = await ann.get(name, '?limit=2&offset=2')
    expect([first.next, second.next]).toEqual([true, false])
    expect([...first.referrals, ...second.referrals].map(({ uuid }) => uuid)).toEqual(joined)
  }
})

test('A referrer is bound once: the code of another user changes nothing later, and one’s own code is no code', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  const friend = await createEarner(server(), { referrer: ann })
  await createEarner(server(), { referrer: { referralCode: '999999999' } })
  await friend.ask('register', { email: friend.email, password: 'correct horse', referrer_uid: bob.referralCode })
  expect((await ann.get('referrals')).count).toBe(1)
  expect((await bob.get('referrals')).count).toBe(0)
})
