/** Which errors are the database's or the network's, and so nobody's fault who asked. */

// Sockets that fail, and whatever PostgreSQL says but that the question was wrong: data, constraints and syntax are ours.
const CODE = /^(E[A-Z]+|(?!22|23|42)[0-9A-Z]{5})$/
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has|Cannot use a pool after)/i

export const isWeather = ({ code = '', message }: { readonly code?: string; readonly message: string }): boolean =>
  CODE.test(code) || WORDS.test(message)
