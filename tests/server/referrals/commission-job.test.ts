/** The daily booking of commissions: when it is due, after interruptions, and what referrers then see. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { parseUnits } from '../../../src/contract/money.ts'
import { commissionsBookedThrough, free } from '../../../src/engine/exchange.ts'
import {
  bookCommissions,
  dayToBook,
  nextPayoutAt,
  openCommissionJob,
} from '../../../src/server/referrals/commission-job.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { buy } from '../../fixtures/parallel-claims.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const at = (text: string) => Date.parse(`2026-03-${text}Z`)
const dayOf = (text: string) => at(`${text}T00:00:00`) / DAY
const never = new AbortController().signal
const deps = () => ({ sequencer: server().exchange.sequencer, clock: { now: server().now }, log: quiet })
const toNextBooking = () => nextPayoutAt(server().now()) - server().now()

test('A day is booked from 00:10 UTC of the next day on', () => {
  expect(dayToBook(at('05T00:09:59'))).toBe(dayOf('03'))
  expect(dayToBook(at('05T00:10:00'))).toBe(dayOf('04'))
  expect(dayToBook(at('05T23:59:59'))).toBe(dayOf('04'))
  expect(nextPayoutAt(at('05T00:09:59'))).toBe(at('05T00:10:00'))
  expect(nextPayoutAt(at('05T00:10:00'))).toBe(at('06T00:10:00'))
})

/** A referrer whose friend has bought DOGE, which is also the currency of the fee. */
async function referrerWithFee(usdt = 1_000): Promise<readonly [referrer: Earner, friend: Earner]> {
  const ann = await createEarner(server())
  const bob = await createEarner(server(), { referrer: ann })
  await buy(server(), bob, usdt)
  return [ann, bob]
}

test('The share of the fees is paid in the currency of the fees, once, with a row in the history', async () => {
  const [ann, bob] = await referrerWithFee()
  const { sequencer } = server().exchange
  const dogeOf = (user: UserId | 'fees') => sequencer.read((state) => free(state, user, 8 as never))
  const fees = await dogeOf('fees')
  await ann.wait(toNextBooking())
  await bookCommissions(deps(), never)
  // 0.1 % of 10,010 DOGE is the fee, and 20 % of it the commission.
  expect(await dogeOf(ann.user)).toBe(parseUnits('2.002'))
  expect((await dogeOf('fees')) - fees).toBe(-(parseUnits('2.002') ?? 0n))
  const booked = await ann.get('referrals')
  expect(booked).toMatchObject({
    count: 1,
    active_count: 1,
    profit: '0.2002',
    profit_currency: 'USDT',
    profits: [{ currency_symbol: 'DOGE', amount: '2.002' }],
    commission_percent: '20',
  })
  expect(booked.referrals).toMatchObject([{ uuid: bob.user, status: 'active', volume_usdt: '1001', profit: '0.2002' }])
  const { rewards } = await ann.get('rewards')
  const row = rewards.find(({ kind }) => kind === 'commission')
  expect(row).toMatchObject({ type: 'referral', currency_symbol: 'DOGE', amount: '2.002' })
  expect(row?.reason).toMatch(/^20 % of the fees of your friends, up to \d{4}-\d\d-\d\d$/)
  const { seq } = sequencer
  await bookCommissions(deps(), never)
  expect(sequencer.seq).toBe(seq)
})

test('A qualified friend brings the bonus with the next booking', async () => {
  const [ann, bob] = await referrerWithFee()
  expect(await ann.get('friends')).toMatchObject({ qualified_count: 1, xp_earned: 0, friend_bonus: 150 })
  await ann.wait(toNextBooking())
  await bookCommissions(deps(), never)
  const friends = await ann.get('friends')
  expect(friends).toMatchObject({ referrals_count: 1, xp_earned: 150 })
  expect(friends.referrals).toMatchObject([{ uuid: bob.user, xp_earned: 150, photo_url: null, status: 'active' }])
  expect((await ann.get('rewards')).rewards.map(({ reason }) => reason)).toContain(
    'A friend made their first trade of at least 100 USDT',
  )
})

test('After days without the job one booking contains the fees of all of them', async () => {
  const [ann, bob] = await referrerWithFee()
  await bob.wait(3 * DAY)
  await buy(server(), bob, 1_000)
  await ann.wait(toNextBooking())
  await bookCommissions(deps(), never)
  expect(await ann.get('referrals')).toMatchObject({ profits: [{ amount: '4.004' }] })
})

test('The running job books when the time comes, also after the exchange was unavailable, and stops', async () => {
  const { sequencer } = server().exchange
  const [ann] = await referrerWithFee()
  let now = server().now()
  let looks = 0
  const read: typeof sequencer.read = async (select) => {
    looks += 1
    if (looks <= 3) throw new Unavailable('recovering')
    return sequencer.read(select)
  }
  const submit = sequencer.submit.bind(sequencer)
  const job = openCommissionJob({ sequencer: { read, submit }, clock: { now: () => now }, log: quiet, pauseMillis: 5 })
  job.start()
  await expect.poll(() => looks).toBeGreaterThan(6)
  expect((await ann.get('referrals')).profits).toEqual([])
  await ann.wait(toNextBooking())
  now = server().now()
  await eventually(async () => (await ann.get('referrals')).profits.length > 0)
  await job.stop()
  expect(await sequencer.read(commissionsBookedThrough)).toBe(dayToBook(now))
})

test('A job whose clock is ahead of the commands books nothing that has not ended', async () => {
  const { sequencer } = server().exchange
  const before = await sequencer.read(commissionsBookedThrough)
  await bookCommissions({ ...deps(), clock: { now: () => server().now() + 5 * DAY } }, never)
  expect(await sequencer.read(commissionsBookedThrough)).toBe(before)
})
