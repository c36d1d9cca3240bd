import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { confirmEmailAtom } from '../../../../src/client/state/account/confirm-email.ts'
import {
  endOtherSessionsAtom,
  logOutEverywhereAtom,
  proofKind,
  setPasswordAtom,
  unlinkAtom,
} from '../../../../src/client/state/account/credentials.ts'
import {
  clearProfileAtom,
  loadProfileAtom,
  profileAtom,
  profileFailedAtom,
} from '../../../../src/client/state/account/profile.ts'
import { loginHistoryOf, sessionsOf } from '../../../../src/client/state/account/sessions.ts'
import {
  confirmTwoFactorAtom,
  newRecoveryCodesAtom,
  recoveryCodesAtom,
  setupAtom,
} from '../../../../src/client/state/account/two-factor.ts'
import { signInAtom } from '../../../../src/client/state/auth/password-login.ts'
import { sessionAtom } from '../../../../src/client/state/auth/session.ts'
import { hasBalanceLineAtom } from '../../../../src/client/state/portfolio/balance-chart.ts'
import type { ProfileView, SessionView } from '../../../../src/contract/account/views.ts'
import { api } from '../../../../src/contract/api.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const ok = <Value>(value: Value): Answer<Value> => ({ ok: true, value })
const refused = (code: string, detail?: string): Answer<never> => ({
  ok: false,
  failure: { kind: 'refused', status: 400, detail, code },
})

const ann: ProfileView = {
  uuid: 'ann',
  email: 'ann@example.com',
  referral_code: '123456789',
  is_verified: false,
  verification: { status: 'none', reject_reason: null, provider: 'play' },
  lang_code: 'en',
  xp_balance: 0,
  last_run: null,
  created_at: '2026-11-01T00:00:00.000Z',
  has_traded: false,
  play_money: true,
  has_2fa: false,
  recovery_codes_left: 0,
  has_password: true,
  password_changed_at: null,
  withdraw_hold_until: null,
  freezes: [],
  email_confirmed: false,
  ways: ['email'],
  username: null,
}
const phone: SessionView = {
  id: 'p',
  way: 'email',
  device: 'Chrome on Android',
  ip_masked: '203.0.113.x',
  created_at: ann.created_at,
  last_seen_at: ann.created_at,
  current: false,
}
const setup = { secret: 'JBSWY3DPEHPK3PXP', qr_code: 'data:image/svg+xml,', otpauth_url: 'otpauth://totp/x' }

/** A signed-in user. The replies of the server can be changed later. */
async function signedInStore(replies: Record<string, Answer<unknown>> = {}) {
  const all: Record<string, Answer<unknown>> = {
    [api.login.path]: ok({ access: 'a', refresh: 'r' }),
    [api.profile.path]: ok(ann),
    [api.logout.path]: ok({ status: 'ok' }),
    ...replies,
  }
  const fake = fakeStore(all)
  await fake.store.set(signInAtom, { email: 'ann@example.com', password: 'secret1' })
  await fake.store.set(loadProfileAtom)
  return { ...fake, replies: all }
}

describe('The profile', () => {
  test('A profile that fails to load is marked as failed and can be loaded again', async () => {
    const { store, replies } = fakeStoreOf()
    await store.set(signInAtom, { email: 'ann@example.com', password: 'secret1' })
    await store.set(loadProfileAtom)
    expect([store.get(profileAtom), store.get(profileFailedAtom)]).toEqual([undefined, true])
    replies[api.profile.path] = ok(ann)
    await store.set(loadProfileAtom)
    expect([store.get(profileAtom)?.uuid, store.get(profileFailedAtom)]).toEqual(['ann', false])
  })

  test.each([
    ['Space for the balance line is kept for an account that is a day old', 86_400_000, true],
    ['No space for a balance line is kept for an account that is a minute old', 60_000, false],
  ])('%s', async (_title, millis, isExpected) => {
    const created_at = new Date(Date.now() - millis).toISOString()
    const { store } = await signedInStore({ [api.profile.path]: ok({ ...ann, created_at }) })
    expect(store.get(hasBalanceLineAtom)).toBe(isExpected)
    store.set(clearProfileAtom)
    expect(store.get(hasBalanceLineAtom)).toBe(false)
  })

  const fakeStoreOf = () => {
    const replies: Record<string, Answer<unknown>> = { [api.login.path]: ok({ access: 'a', refresh: 'r' }) }
    return { ...fakeStore(replies), replies }
  }

  test.each([
    [{ has_2fa: true, has_password: true }, 'code'],
    [{ has_2fa: false, has_password: true }, 'password'],
    [{ has_2fa: false, has_password: false }, 'sign-in'],
  ] as const)('A profile with %o reauthenticates by %s', (facts, kind) => {
    expect(proofKind({ ...ann, ...facts })).toBe(kind)
  })
})

describe('Two-factor setup', () => {
  test('A correct code turns 2FA on and shows the recovery codes until they are dismissed', async () => {
    const { store, replies } = await signedInStore({ [api.setTwoFactor.path]: ok(setup) })
    await store.set(setupAtom)
    expect(store.get(setupAtom)).toEqual({ state: 'ready', setup })
    replies[api.confirmTwoFactor.path] = refused('INVALID_2FA_CODE', 'Invalid 2FA code.')
    expect(await store.set(confirmTwoFactorAtom, { code: '000000' })).toBe('Invalid 2FA code.')
    expect(store.get(recoveryCodesAtom)).toBeUndefined()
    replies[api.confirmTwoFactor.path] = ok({ status: 'ok', recovery_codes: ['AAAAA-BBBBB'] })
    replies[api.profile.path] = ok({ ...ann, has_2fa: true })
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBeUndefined()
    expect([store.get(recoveryCodesAtom), store.get(profileAtom)?.has_2fa]).toEqual([['AAAAA-BBBBB'], true])
    store.set(recoveryCodesAtom, 'forget')
    expect(store.get(recoveryCodesAtom)).toBeUndefined()
  })

  test('An expired 2FA setup starts again with a new secret and the refusal text of the server', async () => {
    const { store, replies } = await signedInStore({ [api.setTwoFactor.path]: ok(setup) })
    await store.set(setupAtom)
    replies[api.confirmTwoFactor.path] = refused('2FA_SETUP_EXPIRED', 'This 2FA setup has expired. Start again.')
    replies[api.setTwoFactor.path] = ok({ ...setup, secret: 'KRSXG5A' })
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBe('This 2FA setup has expired. Start again.')
    expect(store.get(setupAtom)).toMatchObject({ setup: { secret: 'KRSXG5A' } })
  })

  test('A refusal without text during 2FA setup shows a text of the client', async () => {
    const { store } = await signedInStore({
      [api.setTwoFactor.path]: refused('X'),
      [api.recoveryCodes.path]: refused('X'),
    })
    await store.set(setupAtom)
    expect(store.get(setupAtom)).toEqual({ state: 'failed', message: 'Failed to set 2FA' })
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBe('Failed to load 2FA data.')
    expect(await store.set(newRecoveryCodesAtom, '123456')).toBe('Invalid 2FA code.')
  })

  test('A refused code without text during 2FA setup shows "Invalid 2FA code."', async () => {
    const setup = { secret: 'S', qr_code: '', otpauth_url: '' }
    const { store } = await signedInStore({
      [api.setTwoFactor.path]: ok(setup),
      [api.confirmTwoFactor.path]: refused('X'),
    })
    await store.set(setupAtom)
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBe('Invalid 2FA code.')
  })
})

test('A password change updates the profile at once, and a refused change returns its reason', async () => {
  const { store, replies } = await signedInStore({ [api.setPassword.path]: ok({ status: 'ok' }) })
  replies[api.profile.path] = ok({ ...ann, password_changed_at: '2026-11-21T00:00:00.000Z' })
  expect(await store.set(setPasswordAtom, { password: 'a new one', current_password: 'secret1' })).toBeUndefined()
  expect(store.get(profileAtom)?.password_changed_at).toBe('2026-11-21T00:00:00.000Z')
  replies[api.setPassword.path] = refused('X')
  expect(await store.set(setPasswordAtom, { password: 'a new one' })).toBe('An error occurred')
  replies[api.unlink.path] = refused('LAST_WAY_IN', 'This is your only sign-in method. Add another one first.')
  expect(await store.set(unlinkAtom, { way: 'email' })).toBe('This is your only sign-in method. Add another one first.')
})

test('An email confirmed in this tab is confirmed in the profile', async () => {
  const { store, replies } = await signedInStore({ [api.confirmEmail.path]: ok({ status: 'ok' }) })
  replies[api.profile.path] = ok({ ...ann, email_confirmed: true })
  expect(store.get(profileAtom)?.email_confirmed).toBe(false)
  expect(await store.set(confirmEmailAtom)).toBeUndefined()
  expect(store.get(profileAtom)?.email_confirmed).toBe(true)
})

describe('The session list', () => {
  test('Revoked sessions disappear from the list', async () => {
    const { store, replies } = await signedInStore({ [api.sessions.path]: ok([phone]) })
    await store.set(sessionsOf('ann'), 'refresh')
    expect(store.get(sessionsOf('ann'))).toEqual({ state: 'ready', value: [phone] })
    replies[api.endSessions.path] = ok({ status: 'ok' })
    replies[api.sessions.path] = ok([])
    expect(await store.set(endOtherSessionsAtom)).toBeUndefined()
    expect(store.get(sessionsOf('ann'))).toEqual({ state: 'ready', value: [] })
  })

  test('The sessions of one user are not shown to the next user', async () => {
    const { store } = await signedInStore({ [api.sessions.path]: ok([phone]) })
    await store.set(sessionsOf('ann'), 'refresh')
    expect(store.get(sessionsOf('bob'))).toEqual({ state: 'loading' })
    expect(loginHistoryOf('bob').list).not.toBe(loginHistoryOf('ann').list)
  })

  test('A logout everywhere signs out this tab, and a failed one changes nothing', async () => {
    const { store, replies } = await signedInStore()
    expect(await store.set(logOutEverywhereAtom)).toBe("Can't connect right now. Check your internet and try again.")
    expect(store.get(sessionAtom).state).toBe('signed-in')
    replies[api.endSessions.path] = ok({ status: 'ok' })
    expect(await store.set(logOutEverywhereAtom)).toBeUndefined()
    expect(store.get(sessionAtom).state).toBe('guest')
  })
})
