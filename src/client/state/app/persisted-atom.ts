/** An atom whose value is read from the host's storage and written back on change. */

import { atom, type WritableAtom } from 'jotai'
import { hostAtom } from './host.ts'

type PersistedAtom<Value> = WritableAtom<Value, [Value], void>

export function persistedAtom<Value>(
  key: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string | null,
): PersistedAtom<Value> {
  const changed = atom<{ value: Value } | undefined>(undefined)
  return atom(
    (get) => {
      const written = get(changed)
      return written ? written.value : read(get(hostAtom).platform.storage.get(key))
    },
    (get, set, value: Value) => {
      const { storage } = get(hostAtom).platform
      const text = write(value)
      if (text === null) storage.remove(key)
      else storage.set(key, text)
      set(changed, { value })
    },
  )
}

export const persistedFlag = (key: string, otherwise = false): PersistedAtom<boolean> =>
  persistedAtom(
    key,
    (text) => (text === null ? otherwise : text === 'yes'),
    (value) => (value ? 'yes' : 'no'),
  )
