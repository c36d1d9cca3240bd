import { useState } from 'react'
import { parseTyped } from '../format/typed-number.ts'

/**
 * The text of a number field as it was typed, so that it is never rewritten while the user types. `text` is undefined
 * when the value did not come from the field. An invalid edit is ignored.
 */
export function useTypedNumber(value: string, decimals: number, onType: (value: string) => void) {
  const [typed, setTyped] = useState<string>()
  return {
    text: typed !== undefined && parseTyped(typed, decimals) === value ? typed : undefined,
    forget: () => setTyped(undefined),
    read(text: string) {
      const read = parseTyped(text, decimals)
      if (read === undefined) return
      setTyped(text)
      onType(read)
    },
  }
}
