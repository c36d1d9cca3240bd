/** White space, control and format characters only: nothing that can be seen. */
export const isBlank = (password: string): boolean => /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u.test(password)
