/** White space, marks without a letter, and control and format characters only: nothing that can be seen. */
export const isBlank = (text: string): boolean => /^[\s\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800]*$/u.test(text)

/** Half of a character that is sent as two, without the other half: UTF-8 cannot represent it. */
export const isBroken = (text: string): boolean => /\p{Cs}/u.test(text)

/** Controls, line breaks, halves of characters, and characters that change the direction of the text around them. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Whether a text can be stored, and shown inside other text without changing that. Empty is plain. */
export const isPlain = (text: string): boolean => !NOT_PLAIN.test(text)

/** What is left of a text that another service wrote: plain, trimmed, at most `max` UTF-16 units; null without anything to see. */
export function cleanText(text: string, max: number): string | null {
  const plain = text.replaceAll(new RegExp(NOT_PLAIN, 'gu'), ' ').normalize('NFC').trim().slice(0, max)
  return isBlank(plain) ? null : plain.replace(/\p{Cs}$/u, '')
}
