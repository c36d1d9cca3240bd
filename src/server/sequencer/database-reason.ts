/** Why the database does not take a commit, for operators and health replies: without names of tables or addresses. */

/** Error codes of PostgreSQL. */
const BY_CODE: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '3D000': 'the database does not exist',
  '3F000': 'a schema of the database is missing',
  '42501': 'the database refuses a right that this server needs',
  '42703': 'a column of the database is missing',
  '42P01': 'a table of the database is missing',
  '53100': 'the disk of the database is full',
  '53300': 'the database accepts no more connections',
  '57014': 'the database did not answer in time',
}

/** The first two characters of a code. 08 is a lost connection. */
const BY_CLASS: Readonly<Record<string, string>> = {
  '22': 'the database refuses a statement of this server',
  '23': 'the database refuses a statement of this server',
  '28': 'the database refuses the login of this server',
  '42': 'the database refuses a statement of this server',
  '53': 'the database has not enough memory or other resources',
  '57': 'the database is starting or stopping',
  '58': 'the database reports an error of its disk or system',
  XX: 'the database reports an internal error or damaged data',
}

const NO_ANSWER = 'the database did not answer in time'
const UNREACHABLE = 'the database cannot be reached'

/** Of an error of the driver, or of one that has it as its cause. */
export function databaseReason(error: unknown): string {
  if (!(error instanceof Error)) return UNREACHABLE
  const code = 'code' in error ? String(error.code) : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? UNREACHABLE
  if (error.cause !== undefined) return databaseReason(error.cause)
  return code === 'ETIMEDOUT' || /time(d )?out|in time$/i.test(error.message) ? NO_ANSWER : UNREACHABLE
}

/** Of an error of a recovery. What the driver and the system say can name tables, users and hosts. */
export const recoveryReason = (error: unknown): string =>
  error instanceof Error && !('code' in error) ? error.message : databaseReason(error)
