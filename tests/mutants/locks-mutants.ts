/** Bugs in the locks of an account. */

import type { Mutant } from './mutants.ts'

export const locksMutants: readonly Mutant[] = [
  {
    name: 'a code is good as often as it is shown',
    file: 'src/server/identity/spend-code.ts',
    edits: [[' and last_step < $2', '']],
    caughtBy: ['server/races.test.ts'],
  },
  {
    name: 'wrong codes lock nothing',
    file: 'src/server/identity/spend-code.ts',
    edits: [['if (locked_until > now) return locked(locked_until - now)', '']],
    caughtBy: ['server/two-factor.test.ts'],
  },
  {
    name: 'codes are judged side by side',
    file: 'src/server/identity/spend-code.ts',
    edits: [[" where user_id = $1 for update'", " where user_id = $1'"]],
    caughtBy: ['server/races.test.ts'],
  },
  {
    name: 'a code of a minute ago is good',
    file: 'src/server/identity/one-time-codes.ts',
    edits: [['window: 1', 'window: 2']],
    caughtBy: ['server/two-factor.test.ts'],
  },
  {
    name: 'whatever secret is confirmed',
    file: 'src/server/identity/two-factor.ts',
    edits: [["secret === undefined || !isSame(said, setupOf(secret, appName, '').secret)", 'secret === undefined']],
    caughtBy: ['server/two-factor.test.ts'],
  },
  {
    name: "a secret is another sign-in's to confirm",
    file: 'src/server/identity/two-factor.ts',
    edits: [['pending.put(family, secret)', 'pending.put(user, secret)']],
    caughtBy: ['server/two-factor.test.ts'],
  },
  {
    name: 'a ticket lets in everybody with a code',
    file: 'src/server/identity/entrance.ts',
    edits: [['if (waiting.take(ticket) === undefined) return EXPIRED', 'waiting.take(ticket)']],
    caughtBy: ['server/races.test.ts'],
  },
  {
    name: 'a sign-in on its way outlives a change of a lock',
    file: 'src/server/identity/refresh-tokens.ts',
    edits: [[' and locks_version = $6 for share', ' and $6::int is not null']],
    caughtBy: ['server/two-factor.test.ts'],
  },
  {
    name: 'a proof outlives a change of a lock',
    file: 'src/server/identity/change-lock.ts',
    edits: [['version === undefined || rows[0]?.locks_version === version', 'rows !== undefined']],
    caughtBy: ['server/races.test.ts'],
  },
  {
    name: "a changed lock leaves the others' sockets open",
    file: 'src/server/identity/change-lock.ts',
    edits: [['for (const { family } of ended) families.forget(family)', '']],
    caughtBy: ['server/set-password.test.ts'],
  },
  {
    name: 'a password is changed without the code',
    file: 'src/server/identity/set-password.ts',
    edits: [['if (isOn) return proofs.byCode(user, code)', 'if (isOn && code) return proofs.byCode(user, code)']],
    caughtBy: ['server/set-password.test.ts'],
  },
  {
    name: 'the last way in is taken away',
    file: 'src/server/identity/ways.ts',
    edits: [["if (waysOf(row).length === 1) return refuse('LAST_WAY_IN')", '']],
    caughtBy: ['server/ways.test.ts'],
  },
  {
    name: "anybody's session is ended by its id",
    file: 'src/server/identity/sign-ins.ts',
    edits: [['if (!isTheirs) return false', '']],
    caughtBy: ['server/sign-ins.test.ts'],
  },
  {
    name: "the widget's seal is kept as it is",
    file: 'src/server/identity/telegram.ts',
    edits: [["hash('sha256', seal, 'buffer')", 'seal']],
    caughtBy: ['server/planted-secrets.test.ts'],
  },
  {
    name: "the authenticator's secret is kept as it is",
    file: 'src/server/identity/two-factor.ts',
    edits: [["const sealed = seal(keys('second factors'), secret, user)", 'const sealed = Buffer.from(secret)']],
    caughtBy: ['server/planted-secrets.test.ts'],
  },
  {
    name: 'a missing key is no matter',
    file: 'src/server/identity/secret.ts',
    edits: [["if ((await setting(database.kysely, PROOF)) !== undefined) throw new OtherSecretKey('is missing')", '']],
    caughtBy: ['server/secret-key.test.ts'],
  },
  {
    name: "the address we are known by is somebody else's",
    file: 'src/server/origin.ts',
    edits: [['whole !== new URL(publicUrl).origin', 'false']],
    caughtBy: ['server/client-address.test.ts'],
  },
  {
    name: 'the farthest hop is believed',
    file: 'src/server/client-address.ts',
    edits: [['hops.pop()', 'hops.shift()']],
    caughtBy: ['server/client-address.test.ts'],
  },
]
