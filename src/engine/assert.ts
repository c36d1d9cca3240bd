/** An invariant of our own code does not hold. Nothing catches this and continues. */
export class InvariantViolation extends Error {
  constructor(invariant: string) {
    super(`invariant violated: ${invariant}`)
  }
}

/** `invariant` states what must hold. If it does not, the process must not continue with balances it cannot trust. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new InvariantViolation(invariant)
}

export function expectDefined<T>(value: T | undefined, invariant: string): T {
  assert(value !== undefined, invariant)
  return value
}
