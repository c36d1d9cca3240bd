import { describe, expect, test, vi } from 'vitest'
import { assetsAtom } from '../../src/client/atoms/balances.ts'
import { draftAtom, reviseDraftAtom } from '../../src/client/atoms/draft.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { hostAtom } from '../../src/client/atoms/host.ts'
import { returnPath } from '../../src/client/atoms/return-path.ts'
import { sendCodeAtom } from '../../src/client/atoms/second-factor.ts'
import {
  heedOtherTabAtom,
  logOutAtom,
  profileAtom,
  secondFactorAtom,
  sessionAtom,
  signInAtom,
  signUpAtom,
  startSessionAtom,
} from '../../src/client/atoms/session.ts'
import { newEmailFault, newPasswordFault, passwordFault, referralFault } from '../../src/client/atoms/sign-in-rules.ts'
import type { Http } from '../../src/client/connection/http.ts'
import { type Answer, unreachable } from '../../src/client/connection/request.ts'
import type { MiniApp } from '../../src/client/platform/platform.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'
import { asset } from './markets.ts'

const tokens = { ok: true, value: { access: 'a', refresh: 'r' } } as const
const body = { email: 'ann@example.com', password: 'secret1' }

/** Signs in at once; who that is waits until it is told. */
function heldStore() {
  const world = fakeStore()
  const replies: ((answer: Answer<unknown>) => void)[] = []
  const http = (async (what) => {
    if (what.path === api.login.path) return tokens
    return what.path === api.profile.path ? new Promise((tell) => replies.push(tell as never)) : unreachable
  }) as Http
  world.store.set(hostAtom, { ...world.host, http })
  return { ...world, replies }
}

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

  test('a profile that comes when somebody else is here is nobody’s', async () => {
    const { store, host, replies } = heldStore()
    await store.set(signInAtom, body)
    store.set(logOutAtom)
    await store.set(signInAtom, body)
    expect(replies).toHaveLength(2)
    replies[1]?.({ ok: true, value: { uuid: 'bob' } })
    await vi.waitFor(() => expect(store.get(profileAtom)?.uuid).toBe('bob'))
    replies[0]?.({ ok: true, value: { uuid: 'ann' } })
    await new Promise((resolve) => setTimeout(resolve))
    expect([store.get(profileAtom)?.uuid, host.keys.refresh]).toEqual(['bob', 'r'])
  })

  test('whoever comes in over somebody else finds nothing of theirs', async () => {
    const { store } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(hearAtom, { type: 'assets', data: [asset(1, 'USDT', '5')] })
    await store.set(signInAtom, body)
    expect(store.get(assetsAtom)).toBeUndefined()
  })

  test('signing in in another tab ends the question for a code here', async () => {
    const asked = { kind: 'refused', status: 403, detail: 'No.', code: '2FA_REQUIRED', ticket: 't' } as const
    const { store, keep, renewals } = fakeStore({ [api.login.path]: { ok: false, failure: asked } })
    await store.set(startSessionAtom)
    await store.set(signInAtom, body)
    expect(store.get(secondFactorAtom)).toBe('t')
    keep.set('refreshToken', 'r')
    renewals.push('renewed')
    store.set(heedOtherTabAtom, 'r')
    await vi.waitFor(() => expect(store.get(sessionAtom).state).toBe('signed-in'))
    expect(store.get(secondFactorAtom)).toBeUndefined()
  })

  test('logging out in another tab logs out here', async () => {
    const { store, said } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(heedOtherTabAtom, null)
    expect([store.get(sessionAtom).state, said]).toEqual(['guest', ['reconnect', 'reconnect']])
  })
})

test('an order that was typed goes with who typed it, from this tab too', async () => {
  const { store, host } = fakeStore({ [api.login.path]: tokens })
  await store.set(signInAtom, body)
  store.set(reviseDraftAtom, (draft) => ({ ...draft, amount: '0.5' }))
  expect(host.platform.tabKeep.get('orderDraft')).toContain('0.5')
  store.set(logOutAtom)
  expect([store.get(draftAtom).amount, host.platform.tabKeep.get('orderDraft')]).toEqual(['', null])
})

describe('inside Telegram', () => {
  const miniApp = (): MiniApp => ({
    initData: 'signed',
    client: 'ios',
    start: { type: 'nothing' },
    ready: () => undefined,
    paint: () => undefined,
    showBack: () => undefined,
    onBack: () => () => undefined,
    onSettings: () => () => undefined,
    guardClosing: () => undefined,
    close: () => undefined,
    askToWrite: async () => true,
    homeScreen: async () => 'unsupported',
    addToHomeScreen: () => undefined,
  })

  /** Answers one after another; what it was sent stays. */
  function launched(answers: Answer<unknown>[], kept: Record<string, string> = {}) {
    const world = fakeStore({}, memoryKeep(kept))
    const sent: unknown[] = []
    const http = (async (what, input) => {
      if (what.path !== api.startApp.path) return unreachable
      sent.push(input?.body)
      return answers.shift() ?? unreachable
    }) as Http
    world.store.set(hostAtom, { ...world.host, http, platform: { ...world.host.platform, miniApp: miniApp() } })
    return { ...world, sent }
  }
  const no = (status: number, code: string) =>
    ({ ok: false, failure: { kind: 'refused', status, code, detail: 'No.' } }) as const

  test('the launch signs in, with the code that was kept, and the line is opened anew', async () => {
    const { store, sent, keep, said } = launched([tokens], { referrer_uid: '123456789' })
    await store.set(startSessionAtom)
    expect(sent).toEqual([{ init_data: 'signed', referrer_uid: '123456789', platform: 'ios' }])
    expect([store.get(sessionAtom).state, keep.all, said]).toEqual(['signed-in', { refreshToken: 'r' }, ['reconnect']])
  })

  test('a code that nobody can have does not stand in the way', async () => {
    const { store, sent } = launched([tokens], { referrer_uid: '012345678' })
    await store.set(startSessionAtom)
    expect(sent).toEqual([{ init_data: 'signed', referrer_uid: null, platform: 'ios' }])
  })

  test('an exchange that is down or busy is asked again', async () => {
    vi.useFakeTimers()
    const { store, sent } = launched([unreachable, no(429, 'RATE_LIMITED'), tokens])
    const started = store.set(startSessionAtom)
    await vi.runAllTimersAsync()
    await started
    vi.useRealTimers()
    expect([sent.length, store.get(sessionAtom).state]).toEqual([3, 'signed-in'])
  })

  test('evidence that is too old asks for another launch; any other no leaves a guest who is told', async () => {
    const old = launched([no(400, 'INIT_DATA_EXPIRED')])
    await old.store.set(startSessionAtom)
    expect([old.store.get(sessionAtom).state, old.notices]).toEqual(['reopen', []])
    const off = launched([no(409, 'TELEGRAM_NOT_CONFIGURED')])
    await off.store.set(startSessionAtom)
    expect([off.store.get(sessionAtom).state, off.notices]).toEqual([
      'guest',
      [{ kind: 'error', title: 'Telegram could not sign you in', detail: 'No.' }],
    ])
  })
})

describe('a second factor', () => {
  const asked = (ticket = 't') =>
    ({ ok: false, failure: { kind: 'refused', status: 403, code: '2FA_REQUIRED', detail: 'Code.', ticket } }) as const
  const no = (status: number, code: string) =>
    ({ ok: false, failure: { kind: 'refused', status, code, detail: 'No.' } }) as const

  test('is asked for after the first, and a right code signs in', async () => {
    const replies: Record<string, Answer<unknown>> = {
      [api.login.path]: asked(),
      [api.secondFactor.path]: no(400, 'INVALID_2FA_CODE'),
    }
    const { store, keep } = fakeStore(replies)
    expect(await store.set(signInAtom, body)).toBeUndefined()
    expect([store.get(secondFactorAtom), store.get(sessionAtom).state, keep.all]).toEqual(['t', 'starting', {}])
    expect(await store.set(sendCodeAtom, '000000')).toBe('No.')
    expect(store.get(secondFactorAtom)).toBe('t')
    replies[api.secondFactor.path] = tokens
    expect(await store.set(sendCodeAtom, '123456')).toBeUndefined()
    expect([store.get(secondFactorAtom), store.get(sessionAtom).state, keep.all]).toEqual([
      undefined,
      'signed-in',
      { refreshToken: 'r' },
    ])
  })

  test('that took too long begins again, and says so', async () => {
    const { store, notices } = fakeStore({
      [api.login.path]: asked(),
      [api.secondFactor.path]: no(400, 'SIGN_IN_EXPIRED'),
    })
    await store.set(signInAtom, body)
    expect(await store.set(sendCodeAtom, '123456')).toBeUndefined()
    expect(store.get(secondFactorAtom)).toBeUndefined()
    expect(notices).toEqual([{ kind: 'error', title: 'Sign in again', detail: 'No.' }])
  })

  test('of a launch by Telegram is asked for as well', async () => {
    const { store, host, notices } = fakeStore({ [api.startApp.path]: asked('launch') })
    const miniApp = { initData: 'signed', client: 'ios', start: { type: 'nothing' } } as MiniApp
    store.set(hostAtom, { ...host, platform: { ...host.platform, miniApp } })
    await store.set(startSessionAtom)
    expect([store.get(secondFactorAtom), store.get(sessionAtom).state, notices]).toEqual(['launch', 'guest', []])
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
  expect(['', '12345678', '012345678', '123456789'].map(referralFault)).toEqual([
    undefined,
    'A referral code has 9 digits',
    'A referral code has 9 digits',
    undefined,
  ])
})
