import type { Mutant } from './mutants.ts'

const GOOGLE = 'src/server/auth/google-sign-in.ts'
const OIDC = 'src/server/identity-providers/google-oidc.ts'
const EMAIL = 'src/server/security/email-verification.ts'
const RESET = 'src/server/security/password-reset.ts'

/** Bugs that let another person into an account. */
export const loginMethodMutants: readonly Mutant[] = [
  {
    name: 'a Google email address signs in to the account with that address',
    file: GOOGLE,
    edits: [["return refuse('GOOGLE_EMAIL_TAKEN')", 'return holder']],
    caughtBy: ['server/auth/google-sign-in.test.ts'],
  },
  {
    name: 'an unverified Google email address is accepted',
    file: OIDC,
    edits: [["email_verified === true && typeof email === 'string'", "typeof email === 'string'"]],
    caughtBy: ['server/auth/google-sign-in.test.ts'],
  },
  {
    name: 'one issuer is accepted as another',
    file: OIDC,
    edits: [['issuer} $', "'any'} $"]],
    caughtBy: ['server/auth/google-sign-in.test.ts'],
  },
  {
    name: 'the nonce of a Google sign-in is not compared',
    file: OIDC,
    edits: [['...(nonce !== undefined && { expectedNonce: nonce }),', 'expectedNonce: undefined as never,']],
    caughtBy: ['server/auth/google-sign-in.test.ts'],
  },
  {
    name: 'any redirect URI is accepted',
    file: OIDC,
    edits: [["if (redirect !== origin + RETURN_PATH) return refuse('REDIRECT_NOT_OURS')", '']],
    caughtBy: ['server/auth/google-sign-in.test.ts'],
  },
  {
    name: 'an older email link stays valid',
    file: 'src/server/security/email-tokens.ts',
    edits: [['set hash = excluded.hash, email', 'set email']],
    caughtBy: ['server/security/email-verification.test.ts'],
  },
  {
    name: 'an email link works twice',
    file: 'src/server/security/email-tokens.ts',
    edits: [
      ["      await execute(client, 'delete from email_tokens where user_id = $1 and kind = $2', [id, kind])\n", ''],
    ],
    caughtBy: ['server/security/email-verification.test.ts'],
  },
  {
    name: 'an email link never expires',
    file: 'src/server/security/email-tokens.ts',
    edits: [
      ["and kind = $2 and expires_at > $3'", "and kind = $2 and $3::bigint > 0'"],
      ['await deleteOld(pool, clock, DELETE_EXPIRED, 0)', ''],
    ],
    caughtBy: ['server/security/email-verification.test.ts'],
  },
  {
    name: 'an email address is linked before it is confirmed',
    file: EMAIL,
    edits: [
      [
        "      if (await users.isReserved(email, user.id)) return refuse('EMAIL_TAKEN')\n",
        '      await records.change(user.id, async () => ({ patch: { user: { email } }, result: OK }))\n',
      ],
    ],
    caughtBy: ['server/security/link-login-methods.test.ts'],
  },
  {
    name: 'a password reset keeps sign-in methods of an unconfirmed account',
    file: RESET,
    edits: [['    ...(!user.email_confirmed && WITHOUT_OTHER_METHODS),\n', '']],
    caughtBy: ['server/security/email-verification.test.ts'],
  },
  {
    name: 'a pending email survives a credential change',
    file: 'src/server/security/change-credential.ts',
    edits: [['      await client.query(DELETE_PENDING_EMAILS, [id])\n', '      void DELETE_PENDING_EMAILS\n']],
    caughtBy: ['server/security/link-login-methods.test.ts'],
  },
  {
    name: 'an old reauthentication links a sign-in method',
    file: 'src/server/users/login-methods.ts',
    edits: [['user.credentials_version !== proven.credentials_version', 'user === undefined']],
    caughtBy: ['server/security/link-login-methods.test.ts'],
  },
  {
    name: 'a password reset does not pause withdrawals',
    file: RESET,
    edits: [['holdMillis: HOLD_MILLIS', 'holdMillis: 0 * HOLD_MILLIS']],
    caughtBy: ['server/security/link-login-methods.test.ts'],
  },
  {
    name: 'email links ignore PUBLIC_URL',
    file: 'src/server/exchange.ts',
    edits: [['config.publicUrl ?? listener.loopbackAddress', 'listener.loopbackAddress']],
    caughtBy: ['server/security/email-verification.test.ts'],
  },
  {
    name: 'a failed email is not retried',
    file: 'src/server/email/outbox.ts',
    edits: [['    return isLast\n', '    return true\n']],
    caughtBy: ['server/email/outbox.test.ts'],
  },
  {
    name: 'a failed email is retried at once and without end',
    file: 'src/server/email/email-queue.ts',
    edits: [['due_at = $1 + least(', 'due_at = $1 + 0 * least(']],
    caughtBy: ['server/email/outbox.test.ts'],
  },
]
