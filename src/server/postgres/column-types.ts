import pg from 'pg'

const int8 = 20
const numeric = 1700

/**
 * Every int8 of ours is a place in the journal, a count or milliseconds: a safe integer, so a plain number. Every
 * numeric is money in whole units, ticks or lots: a bigint. What fits neither is a broken claim and throws.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 && format !== 'binary') return safeInteger
    if (oid === numeric && format !== 'binary') return BigInt
    return pg.types.getTypeParser(oid, format)
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is beyond the whole numbers that a number holds`)
  return value
}
