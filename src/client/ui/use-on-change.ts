import { useEffect } from 'react'

/** Calls `listener` with the value on mount and after every change. */
export function useOnChange<Value>(value: Value, listener: (value: Value) => void): void {
  useEffect(() => listener(value), [value, listener])
}
