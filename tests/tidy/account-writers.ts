// A statement that changes an account and does not go through its record would make the account differ, or be unseen.
import type { Finding, Source } from './source.ts'

const DOOR = 'src/server/users/account-record.ts'
const TABLES = 'users|two_factors|two_factor_devices|recovery_codes|address_book'
const WRITES = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(?:${TABLES})\\b[^\`'"]*`, 'gi')

/** What decides nothing: by file, how its statements begin. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/server/earn/leaderboard.ts': ['update users set leaderboard_hidden = $2 where id = $1'],
  // The name, language and platform of a client, and a row that the same transaction has inserted.
  'src/server/users/users.ts': [
    `update users set \${assignments(columns, 2)} where id = $1`,
    'delete from users where id',
  ],
  // Rows that no account belongs to.
  'src/server/users/remove-user.ts': ['delete from users where id'],
  // A row that is not as recorded, in a database that no server has used yet.
  'src/server/backup/followed-accounts.ts': ['update users as other set'],
  // Counters of wrong codes, and the last accepted step, which are in memory too.
  'src/server/security/verify-code.ts': [
    'insert into two_factors (user_id) values ($1)',
    'update two_factors set failures = $2, locked_until = $3 where',
    'update two_factors set last_step = $2 where',
    'insert into two_factor_devices',
  ],
  'src/server/secrets/record-key.ts': ['update two_factors set secret = $2 where'],
}

export function checkAccountWriters(sources: readonly Source[]): readonly Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && path !== DOOR)
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(WRITES), ({ 0: statement, index }) => ({ statement, index }))
        .filter(({ statement }) => !(ALLOWED[path] ?? []).some((start) => statement.startsWith(start)))
        .map(({ index }) => ({
          path,
          line: text.slice(0, index).split('\n').length,
          what: `writes a table of accounts: return a patch to \`change\` of account-records.ts`,
        })),
    )
}
