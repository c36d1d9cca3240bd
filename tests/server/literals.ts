/** What nobody in their right mind puts into a field, as JSON text: some of it no JavaScript value would be written as. */

const text = (value: string): string => JSON.stringify(value)

const OTHER_KINDS = [
  ...['null', 'true', 'false', '[]', '{}', '[[]]', '["1"]', '[1]', '{"0":"1"}', '{"length":1}', '{"toString":1}'],
  ...['{"valueOf":null}', '{"$gt":0}', '{"a":1,"a":2}', '{"__proto__":{"admin":true}}'],
]

const NUMBERS = [
  ...['0', '-0', '-1', '1.5', '-0.00000001', '1e2', '1E-9', '1e400', '-1e400', '1e-400', '1e21'],
  ...['9007199254740993', '9223372036854775808', '18446744073709551616', `${2n ** 128n}`, `${2n ** 256n}`],
]

const NUMERALS = [
  ...['', ' ', '  1', '1 ', '\t1', '1\n', '.', '.5', '5.', '01', '00.1', '+1', '-1', '-0', '-0.00000001', '0', '0.0'],
  ...['0.000000001', '1,5', '1_000', '1 000', '1e2', '1e5', '1E-9', '1E5', '1e400', '-1e400', '1e-400', '1.2.3'],
  ...['NaN', 'Infinity', '-Infinity', '0x10', '0b1', '0o7', '1n', 'null', 'undefined', 'true'],
  ...['9007199254740993', `${2n ** 63n}`, `${2n ** 64n}`, `${2n ** 128n}`, `${2n ** 256n}`],
  ...['9'.repeat(21), '9'.repeat(64), '9'.repeat(78), '9'.repeat(400), '9'.repeat(10_000), `0.${'0'.repeat(60)}1`],
  ...['0.000000000000000001', '1.0000000000000000001', '１２３', '١٢٣', '1\u200b', '\ufeff1', '\u202e1', '−1', '½'],
]

const WORDS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '$where', '%00', '../', '%2e%2e'],
  ...['../../etc/passwd', "' or '1'='1", "' OR 1=1", '1; DROP', '"; drop table users; --', '#{7*7}', `${'$'}{7*7}`],
  ...['{{7*7}}', '<script>alert(1)</script>', '\\', '/', '%', '💩', 'ß', 'İ', '\u0000', '1\u0000', '\r\n', '\ufeff'],
  ...['\u200f', '\u200b', 'а', '0x0000000000000000000000000000000000000000', 'ZZZ', '1970-01-01', '9999-12-31'],
  ...['00000000-0001-8000-8000-000000000000', 'a'.repeat(10_000)],
]

export const NASTY: readonly string[] = [
  ...OTHER_KINDS,
  ...NUMBERS,
  ...[...NUMERALS, ...WORDS].map(text),
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u0000"',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
]

/** As it stands in an address or after a command: the text itself, where there is one. */
export function plain(literal: string): string {
  const value: unknown = JSON.parse(literal)
  // A lone surrogate has no place on a wire.
  return (typeof value === 'string' ? value : literal).toWellFormed()
}
