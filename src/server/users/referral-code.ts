import { randomInt } from 'node:crypto'

const FIRST = 100_000_000
const AFTER_LAST = 1_000_000_000

/** Another account can have it. */
export const randomReferralCode = (): number => randomInt(FIRST, AFTER_LAST)
