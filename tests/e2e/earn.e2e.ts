/** Mining, the daily reward, tasks and appeals on a phone, against the real server. */

import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { api, EARN_BASE } from '../../src/contract/api.ts'
import type { TasksView } from '../../src/contract/earn/views.ts'
import { recordedMessages, recordMessages, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext, operate, queryRows } = startTestBrowser()

/** A new user on the earn page. */
async function openEarn(): Promise<{ context: BrowserContext; page: Page; email: string }> {
  const context = await openContext(phone)
  await recordMessages(context)
  const page = await context.newPage()
  const email = await signUp(page)
  await page.goto('/earn')
  await balance(page).waitFor()
  return { context, page, email }
}

const balance = (page: Page) => page.getByTestId('xp-balance')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const badge = (page: Page) => page.getByRole('link', { name: /^Earn/ }).getByRole('img', { name: 'reward ready' })

/** Of the user, as the ledger paid them. */
const paid = async (email: string): Promise<readonly number[]> => {
  const rows = await queryRows<{ amount: string }>(
    `select trunc(amount / 100000000)::text as amount from transactions
     where type = 'reward' and user_id = (select id from users where email = $1) order by at`,
    [email],
  )
  return rows.map(({ amount }) => Number(amount))
}

test('A mining run counts up, is claimed in full or stopped after a confirmation, and is listed in the history', async () => {
  await operate('set-parameters', { file: { miningRatePerHour: 60_000, miningMillis: 6_000 } })
  const { context, page, email } = await openEarn()
  await page.getByRole('img', { name: 'Mining is not running. A full run of 1m pays 100 XP.' }).waitFor()
  await button(page, 'Start mining').click()
  await page.getByText('Mining started').waitFor()
  await page.getByRole('img', { name: /^\d+ of 100 XP mined, 0h 00m 0\ds left$/ }).waitFor()
  // With the daily reward.
  await button(page, 'Claim 110 XP').click()
  await page.getByText('2 rewards claimed').waitFor()
  await expect.poll(() => balance(page).textContent()).toBe('110')
  expect(await page.getByText('Level 2').count()).toBe(1)

  await button(page, 'Start mining').click()
  await button(page, /^Stop/).click()
  const sheet = page.getByRole('dialog', { name: 'Stop mining early?' })
  await sheet.getByText('and lose ').waitFor()
  await sheet.getByRole('button', { name: 'Keep mining' }).click()
  await button(page, 'Claim 100 XP').waitFor()
  await expect.poll(() => paid(email)).toEqual([100, 10])

  await button(page, 'History').click()
  await page.getByText('+100 XP').first().waitFor()
  await operate('set-parameters', { file: { miningRatePerHour: 12, miningMillis: 28_800_000 } })
  await context.close()
})

test('A light pulses beside the title of a mining run, whose ring fills too slowly to be seen, unless less motion is wanted', async () => {
  const { context, page } = await openEarn()
  const isMoving = () =>
    page
      .getByRole('heading', { name: 'Mining', exact: true })
      .evaluate((title) => title.getAnimations({ subtree: true }).some((each) => each instanceof CSSAnimation))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await button(page, 'Start mining').waitFor()
  expect(await isMoving()).toBe(false)
  await button(page, 'Start mining').click()
  await expect.poll(isMoving).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await page.getByRole('img', { name: /XP mined/ }).waitFor()
  expect(await isMoving()).toBe(false)
  await context.close()
})

test('One filled key claims all that is ready, says how many were claimed if one fails, and then leaves the filled look to mining', async () => {
  await operate('set-parameters', { file: { miningRatePerHour: 60_000, miningMillis: 6_000 } })
  const { context, page, email } = await openEarn()
  const start = button(page, 'Start mining')
  const kind = () => start.getAttribute('data-kind')
  await button(page, 'Claim 10 XP').waitFor()
  expect(await kind()).toBe('tinted')
  await start.click()
  await page.getByText('Mining, Daily reward', { exact: true }).waitFor()
  expect(await button(page, /^Claim \d/).count()).toBe(1)
  const path = `**${EARN_BASE}${api.claimDaily.path}`
  await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'Back at noon.' } }))
  await button(page, 'Claim 110 XP').click()
  await page.getByText('1 of 2 were claimed. The others are still here.').waitFor()
  await expect.poll(() => paid(email)).toEqual([100])
  await page.unroute(path)
  await button(page, 'Claim 10 XP').click()
  await expect.poll(() => paid(email)).toEqual([100, 10])
  await expect.poll(() => button(page, /^Claim \d/).count()).toBe(0)
  expect(await kind()).toBe('primary')
  await operate('set-parameters', { file: { miningRatePerHour: 12, miningMillis: 28_800_000 } })
  await context.close()
})

test('A locked task names the task to finish first, or to claim if it is done', async () => {
  const { context, page } = await openEarn()
  await page.route(`**${EARN_BASE}${api.tasks.path}`, async (route) => {
    const reply = await route.fetch()
    const { tasks, ...rest } = (await reply.json()) as TasksView
    const done = tasks.map((task) => (task.kind === 'first_trade' ? { ...task, status: 'claimable' } : task))
    await route.fulfill({ json: { ...rest, tasks: done } })
  })
  await page.getByText('Finish “Make your first trade” first').first().waitFor()
  await page.reload()
  await page.getByText('Claim “Make your first trade” first').first().waitFor()
  await context.close()
})

test('A task that is locked or ready has no bar, which would be full although something is missing', async () => {
  const { context, page } = await openEarn()
  const states = ['locked', 'claimable', 'available'] as const
  await page.route(`**${EARN_BASE}${api.tasks.path}`, async (route) => {
    const reply = await route.fetch()
    const { tasks, ...rest } = (await reply.json()) as TasksView
    const given = tasks.slice(0, 3).map((task, place) => ({
      ...task,
      title: `Task that is ${states[place]}`,
      status: states[place],
      reason: 'Complete “another task” first.',
      progress: '1000',
      target: '1000',
    }))
    await route.fulfill({ json: { ...rest, tasks: given } })
  })
  await page.reload()
  const rowOf = (state: string) => page.getByRole('listitem').filter({ hasText: `Task that is ${state}` })
  await rowOf('locked').getByText('Complete “another task” first.').waitFor()
  const bars = states.map((state) => rowOf(state).getByRole('progressbar').count())
  expect(await Promise.all(bars)).toEqual([0, 0, 1])
  await context.close()
})

test('The last day of the daily reward has a gift, and more space and a larger amount than the others', async () => {
  const { context, page } = await openEarn()
  const days = page.getByRole('listitem').filter({ hasText: /^Day \d/ })
  const cells = await days.evaluateAll((all) =>
    all.map((day) => [
      day.querySelectorAll('use[href$="#i-gift"]').length,
      day.clientWidth,
      Number.parseFloat(getComputedStyle(day.querySelector('b') as HTMLElement).fontSize),
      day.scrollWidth - day.clientWidth,
    ]),
  )
  expect(cells).toHaveLength(7)
  const [gifts, widths, sizes, hidden] = [0, 1, 2, 3].map((place) => cells.map((cell) => cell[place] ?? 0))
  expect(gifts).toEqual([0, 0, 0, 0, 0, 0, 1])
  for (const all of [widths, sizes]) expect(all?.at(-1)).toBeGreaterThan(Math.max(...(all?.slice(0, -1) ?? [])))
  expect(hidden).toEqual([0, 0, 0, 0, 0, 0, 0])
  await context.close()
})

test('The daily reward is paid once for a double click and two tabs, without an error', async () => {
  const { context, page, email } = await openEarn()
  const other = await context.newPage()
  await other.goto('/earn')
  for (const each of [page, other]) await button(each, 'Claim 10 XP').waitFor()
  await badge(page).waitFor()
  await Promise.all([
    button(page, 'Claim 10 XP').evaluate((element) => {
      ;(element as HTMLButtonElement).click()
      ;(element as HTMLButtonElement).click()
    }),
    button(other, 'Claim 10 XP').click(),
  ])
  for (const each of [page, other]) {
    await each.getByText(/^Next reward in (23h 59m|24h 00m)$/).waitFor()
    await expect.poll(() => balance(each).textContent()).toMatch(/^10/)
    await each.getByText('1 day in a row').waitFor()
  }
  await expect.poll(() => paid(email)).toEqual([10])
  const messages = [...(await recordedMessages(page)), ...(await recordedMessages(other))]
  expect(messages.filter((message) => !message.startsWith('Account'))).toEqual(['Daily reward claimed: +10 XP'])
  await expect.poll(() => badge(page).count()).toBe(0)
  await other.close()

  await page.goto('/')
  await page.getByText(/^Next reward in/).waitFor()
  await page.getByText('It pays 15 XP').waitFor()
  await context.close()
})

test('The home page says that the daily reward is ready, and claims it', async () => {
  const { context, page, email } = await openEarn()
  await page.goto('/')
  await page.getByText('Day 1 reward').waitFor()
  await button(page, 'Claim 10 XP').click()
  await page.getByText(/^Next reward in/).waitFor()
  await expect.poll(() => paid(email)).toEqual([10])
  await page.getByRole('link', { name: /^Start mining/ }).click()
  await page.waitForURL('**/earn')
  await context.close()
})

test('A quiz can be answered again after a wrong answer, pays once, and is then folded', async () => {
  const { context, page, email } = await openEarn()
  await button(page, 'Answer: Learn about order types').click()
  const sheet = page.getByRole('dialog', { name: 'Learn about order types' })
  await sheet.getByRole('button', { name: 'Submit' }).click()
  await sheet.getByText('Answer every question first').waitFor()
  const choose = async (...options: readonly string[]) => {
    for (const option of options) await sheet.getByLabel(option, { exact: true }).check()
    await sheet.getByRole('button', { name: 'Submit' }).click()
  }
  const rest = ['A price not above its limit', 'Places the order only if it does not trade at once']
  await choose('A market order', ...rest)
  await expect.poll(() => recordedMessages(page)).toEqual(['Not all answers are right. Try again.'])
  await choose('A limit order', ...rest)
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => balance(page).textContent()).toMatch(/^50/)
  await expect.poll(() => paid(email)).toEqual([50])
  expect(await button(page, /Learn about order types/).count()).toBe(0)
  await button(page, 'Completed (1)').click()
  await page.getByText(/^Claimed Today/).waitFor()
  await context.close()
})

test('A promo code, a link and locked tasks explain themselves', async () => {
  const task = { group: 'partner', reward: 25, description: 'From a partner.' }
  const link = 'https://example.com/'
  const code = { ...task, id: 101, kind: 'promo_code', title: 'Enter the code', code: 'TERN' }
  await operate('set-tasks', {
    file: [code, { ...task, id: 102, kind: 'visit_link', title: 'Read the article', link }],
  })
  const { context, page } = await openEarn()
  await context.route(link, (route) => route.fulfill({ body: 'An article' }))
  await page.getByText('Finish “Make your first trade” first').first().waitFor()

  await button(page, 'Enter code: Enter the code').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Submit' }).click()
  await sheet.getByText('Enter a code').waitFor()
  await sheet.getByLabel('Code').fill('tern')
  await sheet.getByRole('button', { name: 'Submit' }).click()
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => balance(page).textContent()).toMatch(/^25/)

  await page.getByText('Not verified: we only check that you waited.').waitFor()
  const opened = context.waitForEvent('page')
  await button(page, 'Open: Read the article').click()
  await (await opened).close()
  await button(page, /^Read the article: can be claimed in \d+ seconds$/).waitFor()
  await context.close()
})

test('A limited account sees the reason, appeals, and reads the answer', async () => {
  const { context, page, email } = await openEarn()
  await operate('set-standing', { user: email, set: 'limited' })
  await page.reload()
  await page.getByRole('heading', { name: 'Your account earns no new rewards' }).waitFor()
  expect(await button(page, 'Not available now').first().isDisabled()).toBe(true)
  await button(page, 'Appeal').click()
  const sheet = page.getByRole('dialog', { name: 'Appeal this decision' })
  await sheet.getByRole('button', { name: 'Send appeal' }).click()
  await sheet.getByText('Write at least a sentence').waitFor()
  await sheet.getByLabel('Your explanation').fill('We are two people at one address.')
  await sheet.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('is being reviewed').waitFor()
  expect(await button(page, 'Appeal').count()).toBe(0)
  const [appeal] = await queryRows<{ id: string }>('select max(id)::text as id from reward_appeals', [])
  await operate('list-appeals', {})
  await operate('answer-appeal', { id: appeal?.id, set: 'limited', answer: 'The devices are the same.' })
  await page.reload()
  await page.getByText('Answer to your appeal: The devices are the same.').waitFor()
  await context.close()
})

test('A failed earn page can be loaded again, and an empty fund is explained', async () => {
  const { context, page } = await openEarn()
  const path = `**${EARN_BASE}/api/users/profile/`
  await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'Back at noon.' } }))
  await page.reload()
  await page.getByRole('heading', { name: 'Back at noon.' }).waitFor()
  await page.unroute(path)
  await page.route(path, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, json: { ...(await response.json()), is_funded: false } })
  })
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Rewards are paused' }).waitFor()
  expect(await button(page, 'Rewards are paused').first().isDisabled()).toBe(true)
  await context.close()
})
