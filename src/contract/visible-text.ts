/** White space, marks without a letter, and control and format characters only: nothing that can be seen. */
export const isBlank = (text: string): boolean => /^[\s\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800]*$/u.test(text)

/** Half of a character that is sent as two, without the other half: UTF-8 cannot represent it. */
export const isBroken = (text: string): boolean => /\p{Cs}/u.test(text)
