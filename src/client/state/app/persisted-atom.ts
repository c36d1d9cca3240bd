/** A value that outlives the page: read from where the host keeps things, written back when it changes. */

import { atom, type WritableAtom } from 'jotai'
import { hostAtom } from './host.ts'

type Kept<Value> = WritableAtom<Value, [Value], void>

export function keptAtom<Value>(
  key: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string | null,
): Kept<Value> {
  const changed = atom<{ value: Value } | undefined>(undefined)
  return atom(
    (get) => {
      const change = get(changed)
      return change ? change.value : read(get(hostAtom).platform.keep.get(key))
    },
    (get, set, value: Value) => {
      const { keep } = get(hostAtom).platform
      const text = write(value)
      if (text === null) keep.remove(key)
      else keep.set(key, text)
      set(changed, { value })
    },
  )
}

export const keptFlag = (key: string, otherwise = false): Kept<boolean> =>
  keptAtom(
    key,
    (text) => (text === null ? otherwise : text === 'yes'),
    (value) => (value ? 'yes' : 'no'),
  )
