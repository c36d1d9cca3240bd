import type { Mutant } from './mutants.ts'

const GOOGLE = 'src/server/identity/google.ts'
const CODE = 'src/server/identity/google-code.ts'
const EMAIL = 'src/server/identity/email.ts'
const OUTBOX = 'src/server/mail/outbox.ts'

/** Ways into an account that are not its owner's. */
export const waysMutants: readonly Mutant[] = [
  {
    name: 'an e-mail of Google leads into its account',
    file: GOOGLE,
    edits: [["return refuse('GOOGLE_EMAIL_TAKEN')", 'return holder']],
    caughtBy: ['server/google.test.ts'],
  },
  {
    name: 'an e-mail that Google has not verified is believed',
    file: CODE,
    edits: [["email_verified === true && typeof email === 'string'", "typeof email === 'string'"]],
    caughtBy: ['server/google.test.ts'],
  },
  {
    name: 'one issuer passes for another',
    file: CODE,
    edits: [['issuer} $', "'any'} $"]],
    caughtBy: ['server/google.test.ts'],
  },
  {
    name: 'the nonce of a sign-in by Google is not looked at',
    file: CODE,
    edits: [['...(nonce !== undefined && { expectedNonce: nonce }),', 'expectedNonce: undefined as never,']],
    caughtBy: ['server/google.test.ts'],
  },
  {
    name: 'Google may answer anywhere',
    file: CODE,
    edits: [["if (redirect !== here + RETURN_PATH) return refuse('REDIRECT_NOT_OURS')", '']],
    caughtBy: ['server/google.test.ts'],
  },
  {
    name: 'an older link of a letter stays good',
    file: 'src/server/identity/email-links.ts',
    edits: [['set hash = excluded.hash, email', 'set email']],
    caughtBy: ['server/email.test.ts'],
  },
  {
    name: 'a link of a letter is good twice',
    file: 'src/server/identity/email-links.ts',
    edits: [
      ['`delete $', '`select * $'],
      [' returning *`', '`'],
    ],
    caughtBy: ['server/email.test.ts'],
  },
  {
    name: 'a link of a letter never ages',
    file: 'src/server/identity/email-links.ts',
    edits: [
      [
        "'from email_links where hash = $1 and kind = $2 and expires_at > $3'",
        "'from email_links where hash = $1 and kind = $2 and $3::bigint > 0'",
      ],
      ["await kysely.deleteFrom('email_links').where('expires_at', '<=', now).execute()", ''],
    ],
    caughtBy: ['server/email.test.ts'],
  },
  {
    name: 'an address is the account’s before it is confirmed',
    file: EMAIL,
    edits: [
      [
        "      await outbox.put({ kind: 'confirm', email, user: user.id, origin })",
        "      await database.pool.query('update users set email = $2 where id = $1', [user.id, email])\n      await outbox.put({ kind: 'confirm', email, user: user.id, origin })",
      ],
    ],
    caughtBy: ['server/link-ways.test.ts'],
  },
  {
    name: 'a stranger’s way in outlives the owner’s new password',
    file: EMAIL,
    edits: [['google_sub = case when email_confirmed then google_sub end', 'google_sub = google_sub']],
    caughtBy: ['server/email.test.ts'],
  },
  {
    name: 'a letter outlives the change of a lock',
    file: 'src/server/identity/change-lock.ts',
    edits: [['      await client.query(END_LETTERS, [user])\n', '      void END_LETTERS\n']],
    caughtBy: ['server/link-ways.test.ts'],
  },
  {
    name: 'an old proof links a new way in',
    file: 'src/server/identity/ways.ts',
    edits: [["      .where('locks_version', '=', owner.locks_version)\n", '']],
    caughtBy: ['server/link-ways.test.ts'],
  },
  {
    name: 'a new password holds nothing up',
    file: EMAIL,
    edits: [['holdMillis: HOLD_MILLIS', 'holdMillis: 0 * HOLD_MILLIS']],
    caughtBy: ['server/link-ways.test.ts'],
  },
  {
    name: 'the links of letters lead where a request says',
    file: 'src/server/http/serve.ts',
    edits: [
      [
        '    const here = publicUrl ?? originOf(request)\n    return send(reply, name, await handle({',
        '    const here = originOf(request)\n    return send(reply, name, await handle({',
      ],
    ],
    caughtBy: ['server/email.test.ts'],
  },
  {
    name: 'a letter that failed is gone',
    file: OUTBOX,
    edits: [['      if (!isLast) return\n', '']],
    caughtBy: ['server/outbox.test.ts'],
  },
  {
    name: 'a letter that failed is tried at once, for ever',
    file: OUTBOX,
    edits: [['due_at = $1 + least(', 'due_at = $1 + 0 * least(']],
    caughtBy: ['server/outbox.test.ts'],
  },
]
