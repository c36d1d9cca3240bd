import pg from 'pg'

const int8 = 20
const numeric = 1700

/**
 * int8 columns are sequence numbers, counts or milliseconds: safe integers, read as numbers. numeric columns are whole
 * units, ticks or lots: read as bigints. Any other value throws.
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
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is not a safe integer`)
  return value
}
