/** Ids that another program cannot take before: those of a sequence are known, and a row with the next one ends an insert. */

import { randomInt } from 'node:crypto'

const END = 2 ** 48 - 1

/** From 1, at most 15 digits. For `overriding system value`; rows with it are ordered by their times. */
export const randomId = (): number => randomInt(1, END)
