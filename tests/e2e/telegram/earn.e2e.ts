/** Rewards inside Telegram: the cells of Telegram's design, wrong clocks, several tabs, Back and haptic feedback. */

import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from '../../fixtures/browser/accessibility.ts'
import {
  expectPath,
  lastBackButton,
  navigateTo,
  newId,
  sentData,
  signedIn,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'
import type { Launched } from '../../fixtures/browser/telegram-host.ts'

const { openApp, newContext, queryRows } = startTelegramBrowser()

const HOUR = 3_600_000
const button = ({ app }: Launched, name: string | RegExp) => app.getByRole('button', { name })

async function onEarn(launched: Launched): Promise<Launched> {
  await signedIn(launched)
  await navigateTo(launched, '/earn')
  await button(launched, 'Start mining').waitFor()
  return launched
}

/** What the ledger paid to a Telegram user, in whole XP. */
const paid = async (id: number): Promise<readonly string[]> => {
  const rows = await queryRows<{ amount: string }>(
    `select trunc(amount / 100000000)::text as amount from transactions
     where type = 'reward' and user_id = (select id from users where telegram_id = $1)`,
    [id],
  )
  return rows.map(({ amount }) => amount)
}

describe('A wrong device clock', () => {
  test.each([-3, 3])('A device clock that is %i hours wrong changes neither rewards nor countdowns', async (hours) => {
    const context = await newContext({})
    await context.addInitScript((offset) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + offset
    }, hours * HOUR)
    const id = newId()
    const launched = await onEarn(await openApp({ context, id, embedding: 'a web view' }))
    await button(launched, 'Start mining').click()
    await launched.app.getByRole('img', { name: /^0 of 96 XP mined, 7h 59m \d\ds left$/ }).waitFor()
    await button(launched, 'Claim 10 XP').click()
    await launched.app.getByText(/^Next reward in 23h 59m$/).waitFor()
    await expect.poll(() => paid(id)).toEqual(['10'])
  })
})

test('A double click and a second window inside Telegram claim the daily reward once, without an error', async () => {
  const id = newId()
  const windows = [await onEarn(await openApp({ id })), await onEarn(await openApp({ id }))]
  await Promise.all(windows.map((launched) => button(launched, 'Claim 10 XP').dblclick({ force: true })))
  for (const { app } of windows) await app.getByText(/^Next reward in/).waitFor()
  await expect.poll(() => paid(id)).toEqual(['10'])
  for (const { app } of windows) expect(await app.locator('[data-toast][data-kind="error"]').count()).toBe(0)
})

test('Back leads from Referrals to Frens, and haptic feedback follows a claim but no page load', async () => {
  const launched = await onEarn(await openApp())
  const feedback = () => sentData(launched, 'web_app_trigger_haptic_feedback')
  expect(await feedback()).toEqual([])
  await button(launched, 'Claim 10 XP').click()
  await expect.poll(feedback).toContainEqual({ type: 'notification', notification_type: 'success' })
  await navigateTo(launched, '/frens')
  await navigateTo(launched, '/referrals')
  expect(await lastBackButton(launched)).toEqual({ is_visible: true })
  await launched.emit('back_button_pressed')
  await expectPath(launched, '/frens')
})

describe('The cells', () => {
  const TOO_EARLY_MILLIS = 1_500
  const root = ({ app }: Launched) => app.locator('.tern-root')

  test("Earn, Frens, Referrals and Settings use Telegram's design inside Telegram, with the colors of the theme, and are accessible", async () => {
    const launched = await onEarn(await openApp({ embedding: 'a web view' }))
    const violations: string[] = []
    for (const [path, text] of [
      ['/earn', 'XP balance'],
      ['/frens', 'Your code'],
      ['/referrals', 'Total profit'],
      ['/settings', 'protections on'],
    ] as const) {
      await navigateTo(launched, path)
      await root(launched).getByText(text).first().waitFor()
      // The bar has a file of its own.
      await launched.app.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      const found = await accessibilityViolations(launched.frame())
      violations.push(...found.map((violation) => `${path}: ${violation}`))
    }
    const section = await root(launched).evaluate((element) => {
      const style = getComputedStyle(element)
      return [style.getPropertyValue('--tgui--section_bg_color'), style.getPropertyValue('--surface')]
    })
    expect(section[0]).toBe(section[1])
    expect(violations).toEqual([])
  })

  test("Our own cells are shown where the file of Telegram's design cannot be loaded", async () => {
    const context = await newContext({})
    await context.route(/telegram-cells-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
    const launched = await onEarn(await openApp({ context }))
    await launched.app.getByText('First tasks').waitFor()
    expect(await root(launched).count()).toBe(0)
    await button(launched, 'Claim 10 XP').click()
    await launched.app.getByText(/^Next reward in/).waitFor()
  })

  test("A page waits for the cells of Telegram's design, because other cells in an open page would lose what was typed", async () => {
    const context = await newContext({})
    const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await context.route(/telegram-cells-[^/]+\.js$/, async (route) => {
      requested.resolve()
      await released.promise
      await route.continue()
    })
    const { app } = await openApp({ context, path: '/history' })
    await requested.promise
    const chip = app.getByRole('button', { name: 'Deposits', exact: true })
    await expect(chip.waitFor({ timeout: TOO_EARLY_MILLIS })).rejects.toThrow('Timeout')
    released.resolve()
    await chip.waitFor()
  })
})
