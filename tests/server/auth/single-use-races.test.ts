/** Fifty at once with what is good once: one effect each. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RecoveryCodesView, TwoFactorSetup } from '../../src/contract/account-views.ts'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, RefreshedTokens, Tokens } from '../../src/contract/views.ts'
import { house, listen } from './exchange-world.ts'
import { codeAt, lockedAccount } from './locked-account.ts'
import { BOT_TOKEN, widgetData } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })
const FIFTY = 50

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  home().ask<T & ErrorBody>('POST', path, { body, access })
const atOnce = <T>(use: () => Promise<T>): Promise<readonly T[]> => Promise.all(Array.from({ length: FIFTY }, use))
const good = <T extends { readonly status: number }>(replies: readonly T[]): readonly T[] =>
  replies.filter(({ status }) => status === 200)
const ticketOf = async ({ email, password }: { email: string; password: string }) =>
  (await post(api.login.path, { email, password })).body.ticket

test('a refresh token has one successor', async () => {
  const { refresh } = await home().signUp()
  const replies = await atOnce(() => post<RefreshedTokens>(api.refresh.path, { refresh_token: refresh }))
  expect(good(replies)).toHaveLength(FIFTY)
  expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
})

test('a code of the app lets one in, and fifty who have it close nothing', async () => {
  const account = await lockedAccount(home())
  const code = account.nextCode()
  const { email, password } = account
  expect(good(await atOnce(() => post<Tokens>(api.login.path, { email, password, code })))).toHaveLength(1)
  const next = await post(api.login.path, { email, password, code: account.nextCode() })
  expect(next.status).toBe(200)
})

test('a recovery code lets one in', async () => {
  const { email, password, recoveryCodes, tokens } = await lockedAccount(home())
  const [code] = recoveryCodes
  expect(good(await atOnce(() => post<Tokens>(api.login.path, { email, password, code })))).toHaveLength(1)
  const { body } = await home().ask<{ recovery_codes_left: number }>('GET', api.profile.path, tokens)
  expect(body.recovery_codes_left).toBe(9)
})

test('a ticket lets one in, though there are codes for all', async () => {
  const account = await lockedAccount(home())
  const ticket = await ticketOf(account)
  const codes = [account.nextCode(), ...account.recoveryCodes]
  const replies = await Promise.all(codes.map((code) => post<Tokens>(api.secondFactor.path, { ticket, code })))
  expect(good(replies)).toHaveLength(1)
})

test('a ticket and a code let one in', async () => {
  const account = await lockedAccount(home())
  const ticket = await ticketOf(account)
  const code = account.nextCode()
  expect(good(await atOnce(() => post<Tokens>(api.secondFactor.path, { ticket, code })))).toHaveLength(1)
})

test('fifty wrong codes at once are five guesses', async () => {
  const { email, password, secret } = await lockedAccount(home())
  const code = String((Number(codeAt(secret, home().now())) + 1) % 1_000_000).padStart(6, '0')
  const replies = await atOnce(() => post(api.login.path, { email, password, code }))
  expect(replies.filter(({ body }) => body.code === 'INVALID_2FA_CODE')).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(FIFTY - 5)
})

test('a first code turns 2FA on once, with one set of recovery codes', async () => {
  const { access } = await home().signUp()
  const { secret } = (await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)).body
  const code = codeAt(secret, home().now())
  const replies = good(await atOnce(() => post<RecoveryCodesView>(api.confirmTwoFactor.path, { code, secret }, access)))
  expect(replies).toHaveLength(1)
  const { body } = await home().ask<{ recovery_codes_left: number }>('GET', api.profile.path, { access })
  expect(body.recovery_codes_left).toBe(10)
})

test('what the widget signed lets one in', async () => {
  const raw_callback_data = widgetData(4_711, home().now())
  expect(good(await atOnce(() => post<Tokens>(api.telegramWidget.path, { raw_callback_data })))).toHaveLength(1)
})

test('a socket ticket opens one socket', async () => {
  const { access } = await home().signUp()
  const { ticket } = (await post<{ ticket: string }>(api.socketTicket.path, {}, access)).body
  const opened = await Promise.allSettled(
    Array.from({ length: FIFTY }, () => listen(`${home().address}/ws/charts/1/Bearer_${ticket}/`)),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a password is changed once from what it was', async () => {
  const [email, current_password] = [`${randomUUID()}@example.com`, 'correct horse']
  const { access } = await home().signUp(email, current_password)
  const words = Array.from({ length: 6 }, (_, index) => `other words ${index}`)
  const replies = await Promise.all(
    words.map((password) => post(api.setPassword.path, { password, current_password }, access)),
  )
  expect(good(replies)).toHaveLength(1)
  const works = await Promise.all(words.map((password) => post<Tokens>(api.login.path, { email, password })))
  expect(works.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 200 ? 200 : 400)))
})
