import { describe, expect, test, vi } from 'vitest'
import type { Http } from '../../../../src/client/connection/http.ts'
import { type Answer, unreachable } from '../../../../src/client/connection/request.ts'
import type { MiniApp } from '../../../../src/client/platform/platform.ts'
import { profileAtom } from '../../../../src/client/state/account/profile.ts'
import { hostAtom } from '../../../../src/client/state/app/host.ts'
import { signInAtom, signUpAtom } from '../../../../src/client/state/auth/password-login.ts'
import { returnPath } from '../../../../src/client/state/auth/return-path.ts'
import { sendCodeAtom } from '../../../../src/client/state/auth/second-factor.ts'
import { challengeTokenAtom, logOutAtom, sessionAtom } from '../../../../src/client/state/auth/session.ts'
import {
  onSessionEndedAtom,
  onTokenChangeAtom,
  startSessionAtom,
} from '../../../../src/client/state/auth/start-session.ts'
import {
  newEmailError,
  newPasswordError,
  passwordError,
  referralError,
} from '../../../../src/client/state/auth/validate-credentials.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { draftAtom, reviseDraftAtom } from '../../../../src/client/state/order-form/store.ts'
import { assetsAtom } from '../../../../src/client/state/portfolio/balances.ts'
import { api } from '../../../../src/contract/api.ts'
import { asset } from '../../../fixtures/client-markets.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

const tokens = { ok: true, value: { access: 'a', refresh: 'r' } } as const
const body = { email: 'ann@example.com', password: 'secret1' }

/** Sign-in succeeds at once; the profile requests wait in `replies`. */
function storeWithPendingProfile() {
  const app = fakeStore()
  const replies: ((answer: Answer<unknown>) => void)[] = []
  const http = (async (what) => {
    if (what.path === api.login.path) return tokens
    return what.path === api.profile.path ? new Promise((tell) => replies.push(tell as never)) : unreachable
  }) as Http
  app.store.set(hostAtom, { ...app.host, http })
  return { ...app, replies }
}

describe('The session', () => {
  test('A session without a stored token is a guest session', async () => {
    const { store } = fakeStore()
    expect(store.get(sessionAtom).state).toBe('starting')
    await store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('guest')
  })

  test('A session starts with the stored token', async () => {
    const { store, renewals } = fakeStore({}, memoryStorage({ refreshToken: 'r' }))
    renewals.push('renewed')
    await store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('signed-in')
  })

  test('A session start waits while the server is unreachable and does not sign out', async () => {
    const { store, renewals, keep } = fakeStore({}, memoryStorage({ refreshToken: 'r' }))
    renewals.push('unreachable', 'renewed')
    const started = store.set(startSessionAtom)
    expect(store.get(sessionAtom).state).toBe('starting')
    await started
    expect([store.get(sessionAtom).state, keep.get('refreshToken')]).toEqual(['signed-in', 'r'])
  })

  test('A registration stores the tokens and removes the stored referral code', async () => {
    const { store, keep, said } = fakeStore(
      { [api.register.path]: tokens },
      memoryStorage({ referrer_uid: '123456789' }),
    )
    expect(await store.set(signUpAtom, body)).toBeUndefined()
    expect([store.get(sessionAtom).state, keep.all]).toEqual(['signed-in', { refreshToken: 'r' }])
    expect(said).toEqual(['reconnect'])
  })

  test('A refused sign-in shows the text of the server, or a text of the client', async () => {
    const refused = (detail?: string) => ({ ok: false, failure: { kind: 'refused', status: 400, detail } }) as const
    const { store } = fakeStore({ [api.login.path]: refused(), [api.register.path]: refused('E-mail is taken.') })
    expect(await store.set(signInAtom, body)).toBe('Invalid credentials. Please try again.')
    expect(await store.set(signUpAtom, body)).toBe('E-mail is taken.')
  })

  test('A logout clears all private data', async () => {
    const { store, keep } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(applyMessageAtom, { type: 'assets', data: [asset(1, 'USDT', '5')] })
    store.set(logOutAtom)
    expect([store.get(sessionAtom).state, store.get(assetsAtom), keep.get('refreshToken')]).toEqual([
      'guest',
      undefined,
      null,
    ])
  })

  test('A late profile of the former user is ignored', async () => {
    const { store, host, replies } = storeWithPendingProfile()
    await store.set(signInAtom, body)
    store.set(logOutAtom)
    await store.set(signInAtom, body)
    expect(replies).toHaveLength(2)
    replies[1]?.({ ok: true, value: { uuid: 'bob' } })
    await vi.waitFor(() => expect(store.get(profileAtom)?.uuid).toBe('bob'), { timeout: 30_000 })
    replies[0]?.({ ok: true, value: { uuid: 'ann' } })
    await new Promise((resolve) => setTimeout(resolve))
    expect([store.get(profileAtom)?.uuid, host.tokens.refreshToken]).toEqual(['bob', 'r'])
  })

  test('A sign-in over another user clears the data of that user', async () => {
    const { store } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(applyMessageAtom, { type: 'assets', data: [asset(1, 'USDT', '5')] })
    await store.set(signInAtom, body)
    expect(store.get(assetsAtom)).toBeUndefined()
  })

  test('A sign-in in another tab ends the 2FA step in this tab', async () => {
    const asked = { kind: 'refused', status: 403, detail: 'No.', code: '2FA_REQUIRED', challengeToken: 't' } as const
    const { store, keep, renewals } = fakeStore({ [api.login.path]: { ok: false, failure: asked } })
    await store.set(startSessionAtom)
    await store.set(signInAtom, body)
    expect(store.get(challengeTokenAtom)).toBe('t')
    keep.set('refreshToken', 'r')
    renewals.push('renewed')
    store.set(onTokenChangeAtom, 'r')
    await vi.waitFor(() => expect(store.get(sessionAtom).state).toBe('signed-in'), { timeout: 30_000 })
    expect(store.get(challengeTokenAtom)).toBeUndefined()
  })

  test('A logout in another tab signs out this tab', async () => {
    const { store, said } = fakeStore({ [api.login.path]: tokens })
    await store.set(signInAtom, body)
    store.set(onTokenChangeAtom, null)
    expect([store.get(sessionAtom).state, said]).toEqual(['guest', ['reconnect', 'reconnect']])
  })
})

test('A logout clears the order draft from state and session storage', async () => {
  const { store, host } = fakeStore({ [api.login.path]: tokens })
  await store.set(signInAtom, body)
  store.set(reviseDraftAtom, (draft) => ({ ...draft, amount: '0.5' }))
  expect(host.platform.sessionStorage.get('orderDraft')).toContain('0.5')
  store.set(logOutAtom)
  expect([store.get(draftAtom).amount, host.platform.sessionStorage.get('orderDraft')]).toEqual(['', null])
})

describe('A session inside Telegram', () => {
  const miniApp = (): MiniApp => ({
    initData: 'signed',
    client: 'ios',
    start: { type: 'nothing' },
    ready: () => undefined,
    applyTheme: () => undefined,
    showBackButton: () => undefined,
    onBack: () => () => undefined,
    setMainButton: () => undefined,
    onMainButton: () => () => undefined,
    onSettings: () => () => undefined,
    onLinkCopied: () => () => undefined,
    confirmClosing: () => undefined,
    close: () => undefined,
    requestWriteAccess: async () => true,
    homeScreen: async () => 'unsupported',
    addToHomeScreen: () => undefined,
  })

  /** A Mini App store with these replies in order. `sent` has the request bodies. */
  function launched(
    answers: Answer<unknown>[],
    kept: Record<string, string> = {},
    others: Record<string, Answer<unknown>> = {},
  ) {
    const app = fakeStore({}, memoryStorage(kept))
    const sent: unknown[] = []
    const http = (async (what, input) => {
      if (what.path !== api.startApp.path) return others[what.path] ?? unreachable
      sent.push(input?.body)
      return answers.shift() ?? unreachable
    }) as Http
    app.store.set(hostAtom, { ...app.host, http, platform: { ...app.host.platform, miniApp: miniApp() } })
    return { ...app, sent }
  }
  const refused = (status: number, code: string) =>
    ({ ok: false, failure: { kind: 'refused', status, code, detail: 'No.' } }) as const

  test('A Telegram launch signs in with the stored referral code and reconnects the socket', async () => {
    const { store, sent, keep, said } = launched([tokens], { referrer_uid: '123456789' })
    await store.set(startSessionAtom)
    expect(sent).toEqual([
      {
        init_data: 'signed',
        device_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        referrer_uid: '123456789',
        platform: 'ios',
      },
    ])
    const stored = { refreshToken: 'r', deviceId: expect.any(String) }
    expect([store.get(sessionAtom).state, keep.all, said]).toEqual(['signed-in', stored, ['reconnect']])
  })

  const asked2fa = {
    ok: false,
    failure: { kind: 'refused', status: 403, code: '2FA_REQUIRED', challengeToken: 'again' },
  } as const
  const settled = () => new Promise((resolve) => setTimeout(resolve))

  test.each([
    ['signs in again with the init data', tokens, 'signed-in', undefined],
    ['asks for the second factor', asked2fa, 'guest', 'again'],
    [
      'asks to open the app again when the init data has expired',
      refused(401, 'INIT_DATA_EXPIRED'),
      'reopen',
      undefined,
    ],
    ['asks to open the app again when the login is refused', refused(403, 'ACCOUNT_DIFFERS'), 'reopen', undefined],
  ])(
    'A session in Telegram that ended elsewhere %s, and is never that of a guest',
    async (_, answer, state, challenge) => {
      const { store, sent } = launched([tokens, answer as Answer<unknown>])
      await store.set(startSessionAtom)
      const states: string[] = []
      store.sub(sessionAtom, () => void states.push(store.get(sessionAtom).state))
      store.set(onSessionEndedAtom)
      await settled()
      expect([sent.length, store.get(sessionAtom).state, store.get(challengeTokenAtom)]).toEqual([2, state, challenge])
      expect(states[0]).toBe('starting')
    },
  )

  test('A session in Telegram that the user has ended does not start again, also when the server refuses its token later', async () => {
    const { store, sent } = launched([tokens, tokens])
    await store.set(startSessionAtom)
    store.set(logOutAtom)
    store.set(onSessionEndedAtom)
    await settled()
    expect([sent.length, store.get(sessionAtom).state]).toEqual([1, 'guest'])
  })

  test('A log-out while a session in Telegram starts again ends it', async () => {
    const { store, keep } = launched([tokens, tokens])
    await store.set(startSessionAtom)
    store.set(onSessionEndedAtom)
    store.set(logOutAtom)
    await settled()
    expect([store.get(sessionAtom).state, keep.get('refreshToken')]).toEqual(['guest', null])
  })

  test('A session of the website that ended elsewhere is that of a guest', async () => {
    const { store, renewals } = fakeStore({}, memoryStorage({ refreshToken: 'r' }))
    renewals.push('renewed')
    await store.set(startSessionAtom)
    store.set(onSessionEndedAtom)
    await settled()
    expect(store.get(sessionAtom).state).toBe('guest')
  })

  test('An expired second factor in Telegram begins again with the init data', async () => {
    const expired = { [api.secondFactor.path]: refused(400, 'SIGN_IN_EXPIRED') }
    const { store, sent, toasts } = launched([asked2fa, asked2fa], {}, expired)
    await store.set(startSessionAtom)
    await store.set(sendCodeAtom, '123456')
    await settled()
    expect([sent.length, store.get(challengeTokenAtom), toasts.length]).toEqual([2, 'again', 1])
  })

  test('A Telegram launch ignores an invalid referral code', async () => {
    const { store, sent } = launched([tokens], { referrer_uid: '12345678' })
    await store.set(startSessionAtom)
    expect(sent).toEqual([
      { init_data: 'signed', device_id: expect.stringMatching(/^[0-9a-f]{32}$/), referrer_uid: null, platform: 'ios' },
    ])
  })

  test('A Telegram launch is repeated when the server is unreachable or rate limited', async () => {
    vi.useFakeTimers()
    const { store, sent } = launched([unreachable, refused(429, 'RATE_LIMITED'), tokens])
    const started = store.set(startSessionAtom)
    await vi.runAllTimersAsync()
    await started
    vi.useRealTimers()
    expect([sent.length, store.get(sessionAtom).state]).toEqual([3, 'signed-in'])
  })

  test('A repeated session start leaves the request to reopen the app in place', async () => {
    const { store, sent } = launched([refused(400, 'INIT_DATA_EXPIRED')])
    await store.set(startSessionAtom)
    await store.set(startSessionAtom)
    expect([store.get(sessionAtom).state, sent.length]).toEqual(['reopen', 1])
  })

  test('Expired init data asks to reopen the app, and any other refusal starts a guest session with a message', async () => {
    const old = launched([refused(400, 'INIT_DATA_EXPIRED')])
    await old.store.set(startSessionAtom)
    expect([old.store.get(sessionAtom).state, old.toasts]).toEqual(['reopen', []])
    const off = launched([refused(409, 'TELEGRAM_NOT_CONFIGURED')])
    await off.store.set(startSessionAtom)
    expect([off.store.get(sessionAtom).state, off.toasts]).toEqual([
      'guest',
      [{ kind: 'error', title: 'Telegram sign-in failed', detail: 'No.' }],
    ])
  })
})

describe('The 2FA step', () => {
  const asked = (challengeToken = 't') =>
    ({
      ok: false,
      failure: { kind: 'refused', status: 403, code: '2FA_REQUIRED', detail: 'Code.', challengeToken },
    }) as const
  const refused = (status: number, code: string) =>
    ({ ok: false, failure: { kind: 'refused', status, code, detail: 'No.' } }) as const

  test('The 2FA step follows the password, and a correct code signs in', async () => {
    const replies: Record<string, Answer<unknown>> = {
      [api.login.path]: asked(),
      [api.secondFactor.path]: refused(400, 'INVALID_2FA_CODE'),
    }
    const { store, keep } = fakeStore(replies)
    expect(await store.set(signInAtom, body)).toBeUndefined()
    expect([store.get(challengeTokenAtom), store.get(sessionAtom).state, keep.all]).toEqual(['t', 'starting', {}])
    expect(await store.set(sendCodeAtom, '000000')).toBe('No.')
    expect(store.get(challengeTokenAtom)).toBe('t')
    replies[api.secondFactor.path] = tokens
    expect(await store.set(sendCodeAtom, '123456')).toBeUndefined()
    expect([store.get(challengeTokenAtom), store.get(sessionAtom).state, keep.all]).toEqual([
      undefined,
      'signed-in',
      { refreshToken: 'r' },
    ])
  })

  test('An expired 2FA step returns to the login form with a message', async () => {
    const { store, toasts } = fakeStore({
      [api.login.path]: asked(),
      [api.secondFactor.path]: refused(400, 'SIGN_IN_EXPIRED'),
    })
    await store.set(signInAtom, body)
    expect(await store.set(sendCodeAtom, '123456')).toBeUndefined()
    expect(store.get(challengeTokenAtom)).toBeUndefined()
    expect(toasts).toEqual([{ kind: 'error', title: 'Sign in again', detail: 'No.' }])
  })

  test('The 2FA step also follows a Telegram launch', async () => {
    const { store, host, toasts } = fakeStore({ [api.startApp.path]: asked('launch') })
    const miniApp = { initData: 'signed', client: 'ios', start: { type: 'nothing' } } as MiniApp
    store.set(hostAtom, { ...host, platform: { ...host.platform, miniApp } })
    await store.set(startSessionAtom)
    expect([store.get(challengeTokenAtom), store.get(sessionAtom).state, toasts]).toEqual(['launch', 'guest', []])
  })
})

describe('The return path after sign-in', () => {
  test.each([
    [{ from: { pathname: '/wallet', search: '?a=1' } }, '/wallet?a=1'],
    [{ from: { pathname: '//evil.example' } }, '/'],
    [{ from: 'x' }, '/'],
    [null, '/'],
  ])('The navigation state %j returns to %s', (state, path) => expect(returnPath(state)).toBe(path))
})

test('The login forms report each invalid field', () => {
  expect([newEmailError(' '), newEmailError('ann@'), newEmailError('ann@example.com')]).toEqual([
    'Email is required',
    'Invalid email address',
    undefined,
  ])
  expect([newPasswordError(''), passwordError('12345'), passwordError('123456')]).toEqual([
    'Password is required',
    'Password must be at least 6 characters',
    undefined,
  ])
  expect([newPasswordError('horse \ud83d battery'), newPasswordError('\u3164'.repeat(6))]).toEqual([
    'The password contains half of a character, such as of an emoji. Type it again.',
    'A password needs characters that can be seen.',
  ])
  expect(['', '12345678', '012345678', '123456789'].map(referralError)).toEqual([
    undefined,
    'A referral code has 9 digits',
    undefined,
    undefined,
  ])
})
