import pg from 'pg'

const int8 = 20
const numeric = 1700
const json = 114

/** Far above every number of ours. Two months later is still a date, which ends at 8.64e15 ms. */
const MAX_INT8 = 8e15

/**
 * int8 columns are sequence numbers, counts or milliseconds: read as numbers. numeric columns are whole units, ticks or lots:
 * read as bigints. In json, all numbers are numbers. The owner of the database can write values that are neither: they are
 * read as the highest or lowest number, and as 0. Those numbers can be written as well, so such a row is as any other forged
 * one, and ends no query.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 && format !== 'binary') return boundedNumber
    if (oid === numeric && format !== 'binary') return wholeNumber
    if (oid === json && format !== 'binary') return boundedJson
    return pg.types.getTypeParser(oid, format)
  },
}

const bounded = (number: number): number => Math.max(-MAX_INT8, Math.min(number, MAX_INT8))
const boundedNumber = (text: string): number => bounded(Number(text))
const boundedJson = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => (typeof value === 'number' ? bounded(value) : value))

/** A fraction throws: no column has one. */
const wholeNumber = (text: string): bigint => (/^(NaN|-?Infinity)$/.test(text) ? 0n : BigInt(text))
