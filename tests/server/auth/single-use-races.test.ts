/** Fifty concurrent requests with a single-use value: exactly one takes effect. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RecoveryCodesView, TwoFactorSetup } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { codeAt, createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { openSocketClient, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const FIFTY = 50

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  server().request<T & ErrorBody>('POST', path, { body, access })
const atOnce = <T>(use: () => Promise<T>): Promise<readonly T[]> => Promise.all(Array.from({ length: FIFTY }, use))
const good = <T extends { readonly status: number }>(replies: readonly T[]): readonly T[] =>
  replies.filter(({ status }) => status === 200)
const ticketOf = async ({ email, password }: { email: string; password: string }) =>
  (await post(api.login.path, { email, password })).body.ticket

test('Fifty concurrent refreshes of one token create one new refresh token', async () => {
  const { refresh } = await server().signUp()
  const replies = await atOnce(() => post<RefreshedTokens>(api.refresh.path, { refresh_token: refresh }))
  expect(good(replies)).toHaveLength(FIFTY)
  expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
})

test('A TOTP code signs in one of fifty concurrent requests and does not trigger the 2FA lockout', async () => {
  const account = await createSecuredAccount(server())
  const code = account.nextCode()
  const { email, password } = account
  expect(good(await atOnce(() => post<Tokens>(api.login.path, { email, password, code })))).toHaveLength(1)
  const next = await post(api.login.path, { email, password, code: account.nextCode() })
  expect(next.status).toBe(200)
})

test('A recovery code signs in exactly one of fifty concurrent requests', async () => {
  const { email, password, recoveryCodes, tokens } = await createSecuredAccount(server())
  const [code] = recoveryCodes
  expect(good(await atOnce(() => post<Tokens>(api.login.path, { email, password, code })))).toHaveLength(1)
  const { body } = await server().request<{ recovery_codes_left: number }>('GET', api.profile.path, tokens)
  expect(body.recovery_codes_left).toBe(9)
})

test('A challenge token signs in exactly one of fifty concurrent requests with different codes', async () => {
  const account = await createSecuredAccount(server())
  const ticket = await ticketOf(account)
  const codes = [account.nextCode(), ...account.recoveryCodes]
  const replies = await Promise.all(codes.map((code) => post<Tokens>(api.secondFactor.path, { ticket, code })))
  expect(good(replies)).toHaveLength(1)
})

test('A challenge token with one code signs in exactly one of fifty concurrent requests', async () => {
  const account = await createSecuredAccount(server())
  const ticket = await ticketOf(account)
  const code = account.nextCode()
  expect(good(await atOnce(() => post<Tokens>(api.secondFactor.path, { ticket, code })))).toHaveLength(1)
})

test('Fifty concurrent wrong codes allow only five attempts', async () => {
  const { email, password, secret } = await createSecuredAccount(server())
  const code = String((Number(codeAt(secret, server().now())) + 1) % 1_000_000).padStart(6, '0')
  const replies = await atOnce(() => post(api.login.path, { email, password, code }))
  expect(replies.filter(({ body }) => body.code === 'INVALID_2FA_CODE')).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(FIFTY - 5)
})

test('Fifty concurrent confirmations enable 2FA once, with one set of recovery codes', async () => {
  const { access } = await server().signUp()
  const { secret } = (await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)).body
  const code = codeAt(secret, server().now())
  const replies = good(
    await atOnce(() =>
      post<RecoveryCodesView>(api.confirmTwoFactor.path, { code, secret, password: 'correct horse' }, access),
    ),
  )
  expect(replies).toHaveLength(1)
  const { body } = await server().request<{ recovery_codes_left: number }>('GET', api.profile.path, { access })
  expect(body.recovery_codes_left).toBe(10)
})

test('Telegram widget data signs in exactly one of fifty concurrent requests', async () => {
  const raw_callback_data = widgetData(4_711, server().now())
  expect(good(await atOnce(() => post<Tokens>(api.telegramWidget.path, { raw_callback_data })))).toHaveLength(1)
})

test('A socket ticket opens exactly one of fifty concurrent sockets', async () => {
  const { access } = await server().signUp()
  const { ticket } = (await post<{ ticket: string }>(api.socketTicket.path, {}, access)).body
  const opened = await Promise.allSettled(
    Array.from({ length: FIFTY }, () => openSocketClient(`${server().address}/ws/charts/1/Bearer_${ticket}/`)),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('Exactly one of fifty concurrent password changes succeeds', async () => {
  const [email, current_password] = [`${randomUUID()}@example.com`, 'correct horse']
  const { access } = await server().signUp(email, current_password)
  const passwords = Array.from({ length: 6 }, (_, index) => `other words ${index}`)
  const replies = await Promise.all(
    passwords.map((password) => post(api.setPassword.path, { password, current_password }, access)),
  )
  expect(good(replies)).toHaveLength(1)
  const logins = await Promise.all(passwords.map((password) => post<Tokens>(api.login.path, { email, password })))
  expect(logins.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 200 ? 200 : 400)))
})
