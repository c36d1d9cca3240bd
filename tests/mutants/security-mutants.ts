/** Bugs in the security of an account. */

import type { Mutant } from './mutants.ts'

const FREEZES = ['server/freezes/freezes.test.ts']

export const securityMutants: readonly Mutant[] = [
  {
    name: 'one factor lifts a freeze',
    file: 'src/server/security/reauthenticate.ts',
    edits: [
      [
        'reauthenticateFully: prove((factors) => factors)',
        'reauthenticateFully: prove((factors) => factors.slice(-1))',
      ],
    ],
    caughtBy: FREEZES,
  },
  {
    name: 'a freeze link is valid for ever',
    file: 'src/server/security/freeze-links.ts',
    edits: [['clock.now() < Number(expiry)', 'Number(expiry) > 0']],
    caughtBy: FREEZES,
  },
  {
    name: 'the signature of a freeze link is not verified',
    file: 'src/server/security/freeze-links.ts',
    edits: [
      [
        'sent.length === expected.length && timingSafeEqual(sent, expected)',
        'sent.length > 0 || timingSafeEqual(sent, expected)',
      ],
    ],
    caughtBy: FREEZES,
  },
  {
    name: 'a code can be used repeatedly',
    file: 'src/server/security/verify-code.ts',
    edits: [["if (step <= Math.max(last, steps.get(user) ?? 0)) return 'used'", '']],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'wrong 2FA codes do not lock the account',
    file: 'src/server/security/verify-code.ts',
    edits: [['if (lockedUntil > now) return locked(lockedUntil - now)', '']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'codes are verified concurrently',
    file: 'src/server/security/verify-code.ts',
    edits: [[" where user_id = $1 for update'", " where user_id = $1'"]],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'a code from a minute ago is accepted',
    file: 'src/server/security/totp.ts',
    edits: [['window: 1', 'window: 2']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'what a user has begun never expires',
    file: 'src/server/secrets/short-lived.ts',
    edits: [['opened.until <= clock.now()', 'opened.until <= 0']],
    caughtBy: ['server/secrets/short-lived.test.ts'],
  },
  {
    name: 'password attempts before a restart do not count',
    file: 'src/server/security/password-attempts.ts',
    edits: [['if (wait === 0) await stored.set(key, bucket)', '']],
    caughtBy: ['server/auth/begun-before-restart.test.ts'],
  },
  {
    name: 'any 2FA secret is confirmed',
    file: 'src/server/security/two-factor-setup.ts',
    edits: [["stored === undefined || !isEqual(sent, setupOf(secret, appName, '').secret)", 'stored === undefined']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'another session can confirm a 2FA secret',
    file: 'src/server/security/two-factor-setup.ts',
    edits: [
      ['pending.set(session, ', 'pending.set(user, '],
      ['pending.get(session)', 'pending.get(user)'],
    ],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'a challenge token starts several sessions',
    file: 'src/server/auth/complete-sign-in.ts',
    edits: [
      [
        'if ((await challenges.take(challengeToken)) === undefined) return EXPIRED',
        'await challenges.take(challengeToken)',
      ],
    ],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'a running login survives a credential change',
    file: 'src/server/sessions/refresh-tokens.ts',
    edits: [['account.user.credentials_version === credentials_version', 'account.user.id === user']],
    caughtBy: ['server/sessions/earlier-login.test.ts'],
  },
  {
    name: 'a reauthentication survives a credential change',
    file: 'src/server/security/change-credential.ts',
    edits: [['version !== undefined && version !== before.credentials_version', 'before === undefined']],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'the device that changes a credential becomes unknown',
    file: 'src/server/security/change-credential.ts',
    edits: [['    await devices.renew(before, device)', '    void devices']],
    caughtBy: ['server/auth/known-devices.test.ts'],
  },
  {
    name: 'a used recovery code counts as a wrong code',
    file: 'src/server/security/recovery-codes.ts',
    edits: [["if (known.usedAt !== null) return 'used'", "if (known.usedAt !== null) return 'wrong'"]],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'a credential change leaves the sockets of revoked sessions open',
    file: 'src/server/security/change-credential.ts',
    edits: [
      ['for (const { session_id } of revoked) revokedSessions.add(session_id)', ''],
      ['revokedSessions.addBefore(id, { since, kept: session ?? null })', ''],
    ],
    caughtBy: ['server/security/set-password.test.ts'],
  },
  {
    name: 'a password change needs no 2FA code',
    file: 'src/server/security/set-password.ts',
    edits: [
      [
        'isOn ? reauthentication.byCode(user, code, device)',
        'isOn && code ? reauthentication.byCode(user, code, device)',
      ],
    ],
    caughtBy: ['server/security/set-password.test.ts'],
  },
  {
    name: 'the last sign-in method can be unlinked',
    file: 'src/server/security/unlink-login-method.ts',
    edits: [["if (others.length === 0) return refuse('LAST_WAY_IN')", '']],
    caughtBy: ['server/auth/login-methods.test.ts'],
  },
  {
    name: 'a user can revoke a session of another user',
    file: 'src/server/sessions/sessions.ts',
    edits: [['const isOwn = (await list(user)).some(({ id }) => id === session)', 'const isOwn = true']],
    caughtBy: ['server/sessions/sessions.test.ts'],
  },
  {
    name: 'the widget signature is stored in plain text',
    file: 'src/server/identity-providers/telegram.ts',
    edits: [["hash('sha256', signature, 'buffer')", 'signature']],
    caughtBy: ['server/planted-secrets.test.ts'],
  },
  {
    name: 'the 2FA secret is stored in plain text',
    file: 'src/server/security/two-factor-setup.ts',
    edits: [["secret: encrypt(deriveKey('second factors'), secret, user)", 'secret: Buffer.from(secret)']],
    caughtBy: ['server/planted-secrets.test.ts'],
  },
  {
    name: 'PUBLIC_URL counts as another origin',
    file: 'src/server/runtime/cross-origin.ts',
    edits: [['whole !== new URL(publicUrl).origin', 'false']],
    caughtBy: ['server/runtime/client-ip.test.ts'],
  },
  {
    name: 'a young sign-in method can remove the original one',
    file: 'src/server/security/unlink-login-method.ts',
    edits: [['now - since >= UNDO_MILLIS', 'now >= since']],
    caughtBy: ['server/security/stolen-token.test.ts'],
  },
  {
    name: 'a recent login by a young method authorizes changes',
    file: 'src/server/security/reauthenticate.ts',
    edits: [
      ['isSettled(methodSince(user, session.login_method), now) ? undefined', 'session.login_method ? undefined'],
    ],
    caughtBy: ['server/security/stolen-token.test.ts'],
  },
  {
    name: 'an undo link works twice',
    file: 'src/server/security/undo-change.ts',
    edits: [
      [' and used_at is null', ''],
      ['used.has(undo.id) || (await', '(await'],
      ["if (undo.used_at !== null || used.has(undo.id)) return refuse('UNDO_USED')", ''],
    ],
    caughtBy: ['server/security/stolen-token.test.ts'],
  },
  {
    name: 'an undo link never expires',
    file: 'src/server/security/undo-change.ts',
    edits: [['clock.now() >= undo.expires_at', 'undo.expires_at === 0']],
    caughtBy: ['server/security/stolen-token.test.ts'],
  },
  {
    name: 'a credential change deletes a queued security notification',
    file: 'src/server/security/change-credential.ts',
    edits: [[' and subject_id is null', '']],
    caughtBy: ['server/security/stolen-token.test.ts'],
  },
  {
    name: 'a revoked device token is accepted',
    file: 'src/server/sessions/known-devices.ts',
    edits: [['known?.version === credentials_version ? known.device : undefined', 'known?.device']],
    caughtBy: ['server/auth/known-devices.test.ts'],
  },
  {
    name: 'a login makes a device known under a new id',
    file: 'src/server/sessions/known-devices.ts',
    edits: [['own?.device ?? session', 'crypto.randomUUID()']],
    caughtBy: ['server/auth/known-devices.test.ts'],
  },
  {
    name: 'wrong codes of a known device lock unknown devices',
    file: 'src/server/security/verify-code.ts',
    edits: [['attempt.device === undefined ? row :', 'attempt.device === null ? row :']],
    caughtBy: ['server/auth/known-devices.test.ts'],
  },
  {
    name: 'init data is valid on every device',
    file: 'src/server/identity-providers/telegram.ts',
    edits: [[' and device_hash = $2', ' and $2::bytea is not null']],
    caughtBy: ['server/auth/init-data-device.test.ts'],
  },
  {
    name: 'the farthest proxy hop counts',
    file: 'src/server/runtime/client-ip.ts',
    edits: [['hops.pop()', 'hops.shift()']],
    caughtBy: ['server/runtime/client-ip.test.ts'],
  },
]
