import { describe, expect, test } from 'vitest'
import { assetsAtom } from '../../src/client/atoms/balances.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { returnPath } from '../../src/client/atoms/return-path.ts'
import {
  heedOtherTabAtom,
  logOutAtom,
  sessionAtom,
  signInAtom,
  signUpAtom,
  startSessionAtom,
} from '../../src/client/atoms/session.ts'
import { newEmailFault, newPasswordFault, passwordFault, referralFault } from '../../src/client/atoms/sign-in-rules.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'
import { asset } from './markets.ts'

const tokens = { ok: true, value: { access: 'a', refresh: 'r' } } as const
const body = { email: 'ann@example.com', password: 'secret1' }

describe('a session', () => {
  test('without a stored token is a guest', async () => {
    const { store } = fakeStore()
    expect(store.get(sessionAtom).state).toBe('starting')
    await store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('guest')
  })

  test('begins with the stored token', async () => {
    const { store, renewals } = fakeStore({}, memoryKeep({ refreshToken: 'r' }))
    renewals.push('renewed')
    await store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('signed-in')
  })

  test('waits for an exchange that is down instead of signing out', async () => {
    const { store, renewals, keep } = fakeStore({}, memoryKeep({ refreshToken: 'r' }))
    renewals.push('unreachable', 'renewed')
    const started = store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('starting')
    await started
    expect([store.get(sessionAtom).state, keep.get('refreshToken')]).toEqual(['signed-in', 'r'])
  })

  test('signing up keeps the tokens and spends the referral code', async () => {
    const { store, keep, said } = fakeStore({ [api.register.path]: tokens }, memoryKeep({ referrer_uid: '123456789' }))
    expect(await store.set(signUpAtom, body)).toBeUndefined()
    expect([store.get(sessionAtom).state, keep.all]).toEqual(['signed-in', { refreshToken: 'r' }])
    expect(said).toEqual(['reconnect'])
  })

  test('a refusal is told in the words of the exchange, or in ours', async () => {
    const refused = (detail?: string) => ({ ok: false, failure: { kind: 'refused', status: 400, detail } }) as const
    const { store } = fakeStore({ [api.login.path]: refused(), [api.register.path]: refused('E-mail is taken.') })
    expect(await store.set(signInAtom, body)).toBe('Invalid credentials. Please try again.')
    expect(await store.set(signUpAtom, body)).toBe('E-mail is taken.')
  })

  test('logging out forgets everything that was private', async () => {
    const { store, keep } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(hearAtom, { type: 'assets', data: [asset(1, 'USDT', '5')] })
    store.set(logOutAtom)
    expect([store.get(sessionAtom).state, store.get(assetsAtom), keep.get('refreshToken')]).toEqual([
      'guest',
      undefined,
      null,
    ])
  })

  test('logging out in another tab logs out here', async () => {
    const { store, said } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(heedOtherTabAtom, null)
    expect([store.get(sessionAtom).state, said]).toEqual(['guest', ['reconnect', 'reconnect']])
  })
})

describe('the way back after signing in', () => {
  test.each([
    [{ from: { pathname: '/wallet', search: '?a=1' } }, '/wallet?a=1'],
    [{ from: { pathname: '//evil.example' } }, '/'],
    [{ from: 'x' }, '/'],
    [null, '/'],
  ])('%j leads to %s', (state, path) => expect(returnPath(state)).toBe(path))
})

test('the forms say what is wrong', () => {
  expect([newEmailFault(' '), newEmailFault('ann@'), newEmailFault('ann@example.com')]).toEqual([
    'Email is required',
    'Invalid email address',
    undefined,
  ])
  expect([newPasswordFault(''), passwordFault('12345'), passwordFault('123456')]).toEqual([
    'Password is required',
    'Password must be at least 6 characters',
    undefined,
  ])
  expect([referralFault(''), referralFault('12345678'), referralFault('123456789')]).toEqual([
    undefined,
    'A referral code has 9 digits',
    undefined,
  ])
})
