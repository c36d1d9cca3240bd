/** Digits and codes as people type, paste and carry them from other apps. */

/** Digits of every script as 0 to 9. */
export const withAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit)

/** The digits of each script are ten neighbours, zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** A code without spaces, dashes and invisible marks; digits of every script and wide letters are those of ASCII. */
export const bareCode = (code: string): string =>
  withAsciiDigits(code.normalize('NFKC')).replace(/[\s\p{Pd}\p{Cf}]/gu, '')
