/** Bugs in the security of an account. */

import type { Mutant } from './mutants.ts'

export const securityMutants: readonly Mutant[] = [
  {
    name: 'a code can be used repeatedly',
    file: 'src/server/security/verify-code.ts',
    edits: [[' and last_step < $2', '']],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'wrong 2FA codes do not lock the account',
    file: 'src/server/security/verify-code.ts',
    edits: [['if (locked_until > now) return locked(locked_until - now)', '']],
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
    name: 'any 2FA secret is confirmed',
    file: 'src/server/security/two-factor-setup.ts',
    edits: [["secret === undefined || !isEqual(sent, setupOf(secret, appName, '').secret)", 'secret === undefined']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'another session can confirm a 2FA secret',
    file: 'src/server/security/two-factor-setup.ts',
    edits: [['pending.set(session, secret)', 'pending.set(user, secret)']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'a challenge token starts several sessions',
    file: 'src/server/auth/complete-sign-in.ts',
    edits: [['if (challenges.take(challengeToken) === undefined) return EXPIRED', 'challenges.take(challengeToken)']],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'a running login survives a credential change',
    file: 'src/server/sessions/refresh-tokens.ts',
    edits: [[' and credentials_version = $6 for share', ' and $6::int is not null']],
    caughtBy: ['server/security/two-factor.test.ts'],
  },
  {
    name: 'a reauthentication survives a credential change',
    file: 'src/server/security/change-credential.ts',
    edits: [['version === undefined || row?.credentials_version === version', 'row !== undefined']],
    caughtBy: ['server/auth/single-use-races.test.ts'],
  },
  {
    name: 'a credential change leaves the sockets of revoked sessions open',
    file: 'src/server/security/change-credential.ts',
    edits: [['for (const { session_id } of revoked) revokedSessions.add(session_id)', '']],
    caughtBy: ['server/security/set-password.test.ts'],
  },
  {
    name: 'a password change needs no 2FA code',
    file: 'src/server/security/set-password.ts',
    edits: [
      [
        'if (isOn) return reauthentication.byCode(user, code)',
        'if (isOn && code) return reauthentication.byCode(user, code)',
      ],
    ],
    caughtBy: ['server/security/set-password.test.ts'],
  },
  {
    name: 'the last login method can be unlinked',
    file: 'src/server/security/unlink-login-method.ts',
    edits: [["if (loginMethodsOf(row).length === 1) return refuse('LAST_WAY_IN')", '']],
    caughtBy: ['server/auth/login-methods.test.ts'],
  },
  {
    name: 'a user can revoke a session of another user',
    file: 'src/server/sessions/sessions.ts',
    edits: [['if (!isOwn) return false', '']],
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
    edits: [
      ["const encrypted = encrypt(deriveKey('second factors'), secret, user)", 'const encrypted = Buffer.from(secret)'],
    ],
    caughtBy: ['server/planted-secrets.test.ts'],
  },
  {
    name: 'a missing SECRET_KEY is accepted',
    file: 'src/server/secrets/key-derivation.ts',
    edits: [["if (known !== undefined) throw new SecretKeyMismatch('is missing')", '']],
    caughtBy: ['server/secrets/secret-key.test.ts'],
  },
  {
    name: 'PUBLIC_URL counts as another origin',
    file: 'src/server/runtime/cross-origin.ts',
    edits: [['whole !== new URL(publicUrl).origin', 'false']],
    caughtBy: ['server/runtime/client-ip.test.ts'],
  },
  {
    name: 'the farthest proxy hop counts',
    file: 'src/server/runtime/client-ip.ts',
    edits: [['hops.pop()', 'hops.shift()']],
    caughtBy: ['server/runtime/client-ip.test.ts'],
  },
]
