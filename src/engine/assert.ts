/** A claim about our own code. When it is broken the process must not go on with doubtful money. */
export function assert(claim: boolean, says: string): asserts claim {
  if (!claim) throw new Error(`broken claim: ${says}`)
}

/** Closes a switch over a union: a new member that is not handled is a type error. */
export function never(value: never): never {
  throw new Error(`broken claim: unexpected ${JSON.stringify(value)}`)
}

/** What must be there. */
export function known<T>(value: T | undefined, says: string): T {
  assert(value !== undefined, says)
  return value
}
