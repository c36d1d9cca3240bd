/** Something about our own code is not as it must be. Nobody catches this and goes on. */
export class BrokenClaim extends Error {
  constructor(says: string) {
    super(`broken claim: ${says}`)
  }
}

/** A claim about our own code. When it is broken the process must not go on with doubtful money. */
export function assert(claim: boolean, says: string): asserts claim {
  if (!claim) throw new BrokenClaim(says)
}

/** Closes a switch over a union: a new member that is not handled is a type error. */
export function never(value: never): never {
  throw new BrokenClaim(`unexpected ${JSON.stringify(value)}`)
}

/** What must be there. */
export function known<T>(value: T | undefined, says: string): T {
  assert(value !== undefined, says)
  return value
}
