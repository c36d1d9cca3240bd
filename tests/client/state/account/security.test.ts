import { describe, expect, test } from 'vitest'
import {
  endOtherSessionsAtom,
  logOutEverywhereAtom,
  proofKind,
  setPasswordAtom,
  unlinkAtom,
} from '../../src/client/atoms/account.ts'
import { confirmAtom } from '../../src/client/atoms/letters.ts'
import {
  loadProfileAtom,
  profileAtom,
  profileFailedAtom,
  sessionAtom,
  signInAtom,
} from '../../src/client/atoms/session.ts'
import { loginHistoryOf, sessionsOf } from '../../src/client/atoms/sign-ins.ts'
import {
  confirmTwoFactorAtom,
  newRecoveryCodesAtom,
  recoveryCodesAtom,
  setupAtom,
} from '../../src/client/atoms/two-factor.ts'
import type { Answer } from '../../src/client/connection/request.ts'
import type { SessionView } from '../../src/contract/account-views.ts'
import { api } from '../../src/contract/api.ts'
import type { ProfileView } from '../../src/contract/views.ts'
import { fakeStore } from './fake-host.ts'

const good = <Value>(value: Value): Answer<Value> => ({ ok: true, value })
const refused = (code: string, detail?: string): Answer<never> => ({
  ok: false,
  failure: { kind: 'refused', status: 400, detail, code },
})

const ann: ProfileView = {
  uuid: 'ann',
  email: 'ann@example.com',
  referral_code: '123456789',
  is_verified: false,
  lang_code: 'en',
  xp_balance: 0,
  last_run: null,
  created_at: '2026-11-01T00:00:00.000Z',
  play_money: true,
  has_2fa: false,
  recovery_codes_left: 0,
  has_password: true,
  password_changed_at: null,
  withdraw_hold_until: null,
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

/** Ann, signed in. What the exchange answers may be changed later. */
async function entered(replies: Record<string, Answer<unknown>> = {}) {
  const all: Record<string, Answer<unknown>> = {
    [api.login.path]: good({ access: 'a', refresh: 'r' }),
    [api.profile.path]: good(ann),
    [api.logout.path]: good({ status: 'ok' }),
    ...replies,
  }
  const fake = fakeStore(all)
  await fake.store.set(signInAtom, { email: 'ann@example.com', password: 'secret1' })
  await fake.store.set(loadProfileAtom)
  return { ...fake, replies: all }
}

describe('a profile', () => {
  test('that does not come says so, and comes when asked again', async () => {
    const { store, replies } = fakeStoreOf()
    await store.set(signInAtom, { email: 'ann@example.com', password: 'secret1' })
    await store.set(loadProfileAtom)
    expect([store.get(profileAtom), store.get(profileFailedAtom)]).toEqual([undefined, true])
    replies[api.profile.path] = good(ann)
    await store.set(loadProfileAtom)
    expect([store.get(profileAtom)?.uuid, store.get(profileFailedAtom)]).toEqual(['ann', false])
  })

  const fakeStoreOf = () => {
    const replies: Record<string, Answer<unknown>> = { [api.login.path]: good({ access: 'a', refresh: 'r' }) }
    return { ...fakeStore(replies), replies }
  }

  test.each([
    [{ has_2fa: true, has_password: true }, 'code'],
    [{ has_2fa: false, has_password: true }, 'password'],
    [{ has_2fa: false, has_password: false }, 'sign-in'],
  ] as const)('with %o proves itself by %s', (facts, kind) => {
    expect(proofKind({ ...ann, ...facts })).toBe(kind)
  })
})

describe('the second factor', () => {
  test('is on when the code was right, and shows its recovery codes until they are kept', async () => {
    const { store, replies } = await entered({ [api.setTwoFactor.path]: good(setup) })
    await store.set(setupAtom)
    expect(store.get(setupAtom)).toEqual({ state: 'ready', setup })
    replies[api.confirmTwoFactor.path] = refused('INVALID_2FA_CODE', 'Invalid 2FA code.')
    expect(await store.set(confirmTwoFactorAtom, { code: '000000' })).toBe('Invalid 2FA code.')
    expect(store.get(recoveryCodesAtom)).toBeUndefined()
    replies[api.confirmTwoFactor.path] = good({ status: 'ok', recovery_codes: ['AAAAA-BBBBB'] })
    replies[api.profile.path] = good({ ...ann, has_2fa: true })
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBeUndefined()
    expect([store.get(recoveryCodesAtom), store.get(profileAtom)?.has_2fa]).toEqual([['AAAAA-BBBBB'], true])
    store.set(recoveryCodesAtom, 'forget')
    expect(store.get(recoveryCodesAtom)).toBeUndefined()
  })

  test('begins again when the secret is too old, in the words of the exchange', async () => {
    const { store, replies } = await entered({ [api.setTwoFactor.path]: good(setup) })
    await store.set(setupAtom)
    replies[api.confirmTwoFactor.path] = refused('2FA_SETUP_EXPIRED', 'This 2FA setup is too old. Begin again.')
    replies[api.setTwoFactor.path] = good({ ...setup, secret: 'KRSXG5A' })
    expect(await store.set(confirmTwoFactorAtom, { code: '123456' })).toBe('This 2FA setup is too old. Begin again.')
    expect(store.get(setupAtom)).toMatchObject({ setup: { secret: 'KRSXG5A' } })
  })

  test('says in our words what the exchange has none for', async () => {
    const { store } = await entered({
      [api.setTwoFactor.path]: refused('X'),
      [api.recoveryCodes.path]: refused('X'),
    })
    await store.set(setupAtom)
    expect(store.get(setupAtom)).toEqual({ state: 'failed', words: 'Failed to set 2FA' })
    expect(await store.set(newRecoveryCodesAtom, '123456')).toBe('Failed to load 2FA data.')
  })
})

test('a change is known at once, and a refused one says why', async () => {
  const { store, replies } = await entered({ [api.setPassword.path]: good({ status: 'ok' }) })
  replies[api.profile.path] = good({ ...ann, password_changed_at: '2026-11-21T00:00:00.000Z' })
  expect(await store.set(setPasswordAtom, { password: 'a new one', current_password: 'secret1' })).toBeUndefined()
  expect(store.get(profileAtom)?.password_changed_at).toBe('2026-11-21T00:00:00.000Z')
  replies[api.setPassword.path] = refused('X')
  expect(await store.set(setPasswordAtom, { password: 'a new one' })).toBe('An error occurred')
  replies[api.unlink.path] = refused('LAST_WAY_IN', 'This is your only way to sign in. Link another one first.')
  expect(await store.set(unlinkAtom, { way: 'email' })).toBe(
    'This is your only way to sign in. Link another one first.',
  )
})

test('an address that was confirmed in this tab is known to be', async () => {
  const { store, replies } = await entered({ [api.confirmEmail.path]: good({ status: 'ok' }) })
  replies[api.profile.path] = good({ ...ann, email_confirmed: true })
  expect(store.get(profileAtom)?.email_confirmed).toBe(false)
  expect(await store.set(confirmAtom)).toBeUndefined()
  expect(store.get(profileAtom)?.email_confirmed).toBe(true)
})

describe('sessions', () => {
  test('that were ended are gone from the list', async () => {
    const { store, replies } = await entered({ [api.sessions.path]: good([phone]) })
    await store.set(sessionsOf('ann'), 'refresh')
    expect(store.get(sessionsOf('ann'))).toEqual({ state: 'ready', value: [phone] })
    replies[api.endSessions.path] = good({ status: 'ok' })
    replies[api.sessions.path] = good([])
    expect(await store.set(endOtherSessionsAtom)).toBeUndefined()
    expect(store.get(sessionsOf('ann'))).toEqual({ state: 'ready', value: [] })
  })

  test('of one user are nothing to the next', async () => {
    const { store } = await entered({ [api.sessions.path]: good([phone]) })
    await store.set(sessionsOf('ann'), 'refresh')
    expect(store.get(sessionsOf('bob'))).toEqual({ state: 'loading' })
    expect(loginHistoryOf('bob').list).not.toBe(loginHistoryOf('ann').list)
  })

  test('all ended means signed out here too; refused means nothing happened', async () => {
    const { store, replies } = await entered()
    expect(await store.set(logOutEverywhereAtom)).toBe('The exchange cannot be reached. Try again in a moment.')
    expect(store.get(sessionAtom).state).toBe('signed-in')
    replies[api.endSessions.path] = good({ status: 'ok' })
    expect(await store.set(logOutEverywhereAtom)).toBeUndefined()
    expect(store.get(sessionAtom).state).toBe('guest')
  })
})
