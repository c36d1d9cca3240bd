/** Recognises transient database and network errors; callers answer 503. */

// Socket errors, and all PostgreSQL errors but those of the statement itself: classes 22, 23 and 42.
const CODE = /^(E[A-Z]+|(?!22|23|42)[0-9A-Z]{5})$/
const MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has|Cannot use a pool after)/i

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Any refusal of PostgreSQL, and what is transient: work in the background is tried again, and one row ends no process. */
export const isDatabaseError = (error: unknown): error is Error =>
  error instanceof Error && (isTransient(error) || SQLSTATE.test((error as { readonly code?: string }).code ?? ''))

export const isTransient = ({ code = '', message }: { readonly code?: string; readonly message: string }): boolean =>
  CODE.test(code) || MESSAGE.test(message)
