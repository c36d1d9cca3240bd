/** At the end of a switch: it does not compile while a case of the union is missing. */
export function assertNever(value: never): never {
  throw new Error(`a value of no known kind: ${JSON.stringify(value)}`)
}
