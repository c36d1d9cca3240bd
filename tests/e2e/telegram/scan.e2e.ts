/** Scanning the QR code of an address with Telegram's scanner. */

import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { navigateTo, sentData, startTelegramBrowser } from '../../fixtures/browser/telegram-browser.ts'
import { type Launched, PROFILES, type Profile } from '../../fixtures/browser/telegram-host.ts'

const { openApp, context } = startTelegramBrowser({ PLAY_CHAIN: 'on' })

const SLOW = { timeout: 60_000 }
const EVM = `0x${'ab'.repeat(20)}`
const TON = 'UQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq5jh'

/** Opens a page of a user who seems to have 2FA. */
async function openWith2fa(path: string, profile: Profile = PROFILES.ios): Promise<Launched> {
  const replace = (fields: object) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } })
  }
  await context().route(`**${api.withdrawalLimits.path}`, replace({ two_factor_enabled: true }))
  await context().route(`**${api.profile.path}`, replace({ has_2fa: true }))
  return openApp({ path, profile })
}
const openWithdrawal = (profile?: Profile) => openWith2fa('/wallet?withdraw&currency=ETH', profile)

const scanButton = ({ app }: Launched) => app.getByRole('button', { name: 'Scan QR code' })
const opened = (launched: Launched) => sentData(launched, 'web_app_open_scan_qr_popup')
const closed = (launched: Launched) => sentData(launched, 'web_app_close_scan_qr_popup')

/** Goes on to the amount, and back. */
async function goOnAndBack({ app }: Launched): Promise<void> {
  await app.getByRole('button', { name: 'Continue' }).click()
  await app.getByRole('textbox', { name: 'Amount' }).waitFor()
  await app.getByRole('button', { name: 'Back', exact: true }).click()
}

test('A scanned payment link fills in the address of a withdrawal, and later texts change nothing', async () => {
  const launched = await openWithdrawal()
  await scanButton(launched).click(SLOW)
  await expect.poll(() => opened(launched)).toEqual([{ text: expect.stringMatching(/^.{1,64}$/) }])
  const tap = { type: 'impact', impact_style: 'light' }
  expect(await sentData(launched, 'web_app_trigger_haptic_feedback')).toEqual([tap])
  await launched.emit('qr_text_received', { data: `ethereum:${EVM}@1?value=1e18` })
  const field = launched.app.getByLabel('Ethereum address')
  await expect.poll(() => field.inputValue()).toBe(EVM)
  expect(await closed(launched)).toHaveLength(1)
  await launched.emit('qr_text_received', { data: `0x${'cd'.repeat(20)}` })
  await goOnAndBack(launched)
  expect(await field.inputValue()).toBe(EVM)
  expect(await closed(launched)).toHaveLength(1)
})

test('A scanner that the user closed changes nothing, and a text without an address shows the error of the field', async () => {
  const launched = await openWithdrawal()
  const field = launched.app.getByLabel('Ethereum address')
  await field.fill(EVM, SLOW)
  const texts = [null, { data: 5 }, { data: 'https://example.com' }]
  await launched.setReplies(
    'web_app_open_scan_qr_popup',
    ['scan_qr_popup_closed', undefined],
    ...texts.map((data) => ['qr_text_received', data] as const),
  )
  await scanButton(launched).click()
  await expect.poll(() => opened(launched)).toHaveLength(1)
  await launched.emit('qr_text_received', { data: `0x${'cd'.repeat(20)}` })
  await goOnAndBack(launched)
  expect([await field.inputValue(), await closed(launched)]).toEqual([EVM, []])
  for (const scans of [1, 2, 3]) {
    await scanButton(launched).click()
    await expect.poll(() => closed(launched)).toHaveLength(scans)
  }
  await launched.app.getByText('This is not a valid Ethereum address.').waitFor()
})

test('A text that is scanned after the withdrawal was closed changes nothing', async () => {
  const launched = await openWithdrawal()
  const { app } = launched
  await scanButton(launched).click(SLOW)
  await app.getByRole('button', { name: 'Close', exact: true }).click()
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  await launched.emit('qr_text_received', { data: EVM })
  await expect.poll(() => closed(launched)).toHaveLength(1)
  await navigateTo(launched, '/wallet?withdraw&currency=ETH')
  await scanButton(launched).waitFor()
  expect(await app.getByLabel('Ethereum address').inputValue()).toBe('')
})

test('The scan button is only in phone clients that have a scanner', async () => {
  const buttons = [
    [{ ...PROFILES.quick, version: '6.3' }, 0],
    [{ ...PROFILES.quick, version: '6.4' }, 1],
    [PROFILES.silent, 0],
  ] as const
  for (const [profile, count] of buttons) {
    const launched = await openWithdrawal(profile)
    await launched.app.getByRole('button', { name: 'Paste' }).waitFor(SLOW)
    expect([profile.client, profile.version, await scanButton(launched).count()]).toEqual([
      profile.client,
      profile.version,
      count,
    ])
  }
})

test('A scanned link fills in address and memo of the address book, and a text without an address shows the error', async () => {
  const launched = await openWith2fa('/settings/addresses')
  const { app } = launched
  await launched.setReplies(
    'web_app_open_scan_qr_popup',
    ['qr_text_received', { data: 'WIFI:T:WPA;S:x;;' }],
    ['qr_text_received', { data: `ton://transfer/${TON}?amount=1&text=991122` }],
  )
  await app.getByRole('button', { name: 'Add address' }).click(SLOW)
  await app.getByLabel('Network').selectOption('TON')
  await scanButton(launched).click()
  await app.getByText('This is not a valid TON address.').waitFor()
  await scanButton(launched).click()
  await expect.poll(() => app.getByLabel('TON address').inputValue()).toBe(TON)
  expect(await app.getByLabel('Memo (comment)').inputValue()).toBe('991122')
  expect(await app.getByText('This is not a valid TON address.').count()).toBe(0)
})
