import { expect, test } from 'vitest'
import { withFailureText } from '../../../src/client/connection/failure-text.ts'
import type { Failure } from '../../../src/client/connection/request.ts'
import { receivedRefusalText, refusalText } from '../../../src/client/text/refusal-text.ts'
import { api } from '../../../src/contract/api.ts'
import { refuse } from '../../../src/contract/refusals.ts'

const INTERNAL_ERROR = 'Something went wrong on our side. Try again.'
const login = { body: { email: 'a@b.cd', password: 'secret' } }

const loginWith = async (failure: Failure, textOf: (failure: Failure) => Promise<string | undefined>) => {
  const answer = await withFailureText(async () => ({ ok: false, failure }), textOf)(api.login, login)
  return answer.ok ? undefined : answer.failure.detail
}

test('A refusal is shown with its params', () => {
  expect(refusalText(refuse('PRICE_TICK', { tick: '0.01' }))).toBe('Price must be a multiple of 0.01.')
  expect(refusalText(refuse('REAUTH_REQUIRED', { by: 'password' }))).toBe('Enter your password.')
})

test.each(['INVALID_NUMBER', 'UNKNOWN_COMMAND', 'CLIENT_ID_REUSED', 'INTERNAL'])(
  'The server text of the refusal %s is replaced with a general error',
  (code) => expect(receivedRefusalText({ code, detail: 'price is not a decimal number' })).toBe(INTERNAL_ERROR),
)

test('An invalid request names the field only where a user can cause the error', () => {
  const received = { code: 'INVALID_REQUEST', detail: 'Too big: expected string to have <=256 characters' }
  expect(receivedRefusalText({ ...received, params: { field: 'email' } })).toBe('Invalid email address')
  expect(receivedRefusalText({ ...received, params: { field: 'code_verifier' } })).toBe(INTERNAL_ERROR)
})

test("The server's text is shown for a code that the app does not know", () => {
  expect(receivedRefusalText({ code: 'NEWER', detail: 'Not today.' })).toBe('Not today.')
  expect(receivedRefusalText({ code: 'toString', detail: 'Not today.' })).toBe('Not today.')
})

test("A failure carries the app's text, and the server's where the app's cannot be loaded", async () => {
  const failure: Failure = { kind: 'refused', status: 400, code: 'NO_EMAIL', detail: 'from the server' }
  expect(await loginWith(failure, async () => 'from the app')).toBe('from the app')
  expect(await loginWith(failure, () => Promise.reject(new Error('offline')))).toBe('from the server')
  expect(await loginWith({ kind: 'unreachable' }, async () => 'from the app')).toBeUndefined()
})
