import { useEffect } from 'react'

/** Tells of a value when it is first there and whenever it has changed. */
export function useTold<Value>(value: Value, tell: (value: Value) => void): void {
  useEffect(() => tell(value), [value, tell])
}
