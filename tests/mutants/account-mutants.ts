import type { Mutant } from './mutants.ts'

export const accountMutants: readonly Mutant[] = [
  {
    name: 'an email of an accepted row stays confirmed whatever was recorded',
    file: 'src/server/users/accepted-account.ts',
    edits: [['email_confirmed: false', 'email_confirmed: user.email_confirmed']],
    caughtBy: ['server/operator/unopened-users.test.ts'],
  },
  {
    name: 'a session without a row of the list gets new tokens',
    file: 'src/server/sessions/refresh-tokens.ts',
    edits: [['listed === undefined || !isAuthenticSession(key, listed, signedIn)', 'listed?.id === signedIn.user']],
    caughtBy: ['server/sessions/changed-session.test.ts'],
  },
  {
    name: 'the id of a saved address is no part of the digest',
    file: 'src/server/users/account-record.ts',
    edits: [['textOf([id, network_id,', 'textOf([id > 0, network_id,']],
    caughtBy: ['server/users/exchanged-ids.test.ts'],
  },
  {
    name: 'rows that changed after an operator saw them are removed',
    file: 'src/server/users/unopened-users.ts',
    edits: [['mark === expected ? stored', "mark !== '' ? stored"]],
    caughtBy: ['server/operator/unopened-users.test.ts'],
  },
  {
    name: 'an account that an operator accepts keeps secrets that were not recorded',
    file: 'src/server/users/accepted-account.ts',
    edits: [['if (hasSecrets) return', 'if (hasSecrets || user !== null) return']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'an account whose row is hidden is not known',
    file: 'src/server/users/account-records.ts',
    edits: [
      ['return newest === undefined || newest.version === 0', 'return newest === undefined || newest.version >= 0'],
    ],
    caughtBy: ['server/users/hidden-accounts.test.ts'],
  },
  {
    name: 'the address book is not part of the record of an account',
    file: 'src/server/users/account-record.ts',
    edits: [['book.sort()])', '[]])']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'a row of users that nobody registered stays',
    file: 'src/server/users/account-check.ts',
    edits: [['if (!opened.has(user)) await checkStrange(user, await strangeRow(deps, user))', '']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'a row of a user whose account the journal has lost is removed',
    file: 'src/server/users/account-check.ts',
    edits: [['stored.user.record_version > 1', 'stored.user.record_version < 0']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'a newer stored account is believed without a proof',
    file: 'src/server/users/record-problem.ts',
    edits: [['isSameHash(user.record_proof, proofOf(key, recorded, stored))', 'key !== undefined']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'a change of an account that a restore has undone is believed',
    file: 'src/server/users/account-record.ts',
    edits: [['[previous.digest, previous.epoch, digest]', '[previous.digest, digest]']],
    caughtBy: ['server/users/edited-accounts.test.ts'],
  },
  {
    name: 'a refresh token is not bound to its user',
    file: 'src/server/sessions/refresh-tokens.ts',
    edits: [['row.expires_at <= now || !isAuthentic(key, row, hash)', 'row.expires_at <= now']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
  {
    name: 'a session whose row was deleted survives the end of all sessions',
    file: 'src/server/sessions/revoked-sessions.ts',
    edits: [['(before !== undefined && beganBefore(signedIn, before))', 'false']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
  {
    name: 'a session that ended opens again when its rows are deleted',
    file: 'src/server/auth/refresh-session.ts',
    edits: [['user === undefined || hasEnded(user, next.signedIn)', 'user === undefined']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
  {
    name: 'wrong codes are counted in the table only',
    file: 'src/server/security/verify-code.ts',
    edits: [['Math.max(failures, known?.failures ?? 0)', 'failures']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
  {
    name: 'a forged result of an identity check raises the level',
    file: 'src/server/verification/apply-levels.ts',
    edits: [['if (!verification.isAuthentic) {', 'if (!verification.isAuthentic && verifications === undefined) {']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
  {
    name: 'an old decision about a level counts again',
    file: 'src/engine/verification/set-level.ts',
    edits: [['command.decidedAt <= newest.decidedAt', 'command.decidedAt < 0']],
    caughtBy: ['engine/verification/levels.test.ts'],
  },
  {
    name: 'a token of before the start is not compared with the account',
    file: 'src/server/sessions/access-tokens.ts',
    edits: [['if (await hasEnded(signedIn)) return true\n', '']],
    caughtBy: ['server/auth/auth.test.ts'],
  },
  {
    name: 'a queued email of a thief is sent',
    file: 'src/server/security/email-tokens.ts',
    edits: [['isSameHash(sent, proofAt(at, user, email))', 'proof !== undefined || at < 0']],
    caughtBy: ['server/users/forged-rows.test.ts'],
  },
]
