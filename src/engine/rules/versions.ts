/**
 * The versions of the engine's rules. A journal is executed by the rules it was written with, so that it always leads to
 * the same state.
 *
 * 1: the first response to a client id is kept for a day, at most 1,000 per user and 1,000,000 in total.
 * 2: it is kept while its order is open, and for two minutes after the request expired, regardless of count. Orders expire.
 * 3: trades count into the activity of accounts, a referrer must have an account, and rewards can be used.
 */

/** The newest version that this engine executes. */
export const RULES = 3

/** Since this version trades are counted per account. */
export const ACTIVITY_RULES = 3

/** The version of a new journal. */
export const FIRST_RULES = 1
