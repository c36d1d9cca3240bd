import { atom } from 'jotai'

type Direction = 'up' | 'down' | 'none'
type LastPrice = { readonly text: string; readonly direction: Direction }

const source = atom<LastPrice | undefined>(undefined)

/** The last price of the selected pair, and the direction of its last change. */
export const lastPriceAtom = atom((get) => get(source))

export const applyPriceAtom = atom(null, (_get, set, text: string) =>
  set(source, (last) => (last?.text === text ? last : { text, direction: directionOf(last, text) })),
)

export const clearPriceAtom = atom(null, (_get, set) => set(source, undefined))

function directionOf(last: LastPrice | undefined, text: string): Direction {
  if (!last) return 'none'
  return isAbove(text, last.text) ? 'up' : 'down'
}

/** Compares two plain decimals of any length. */
function isAbove(one: string, other: string): boolean {
  const [[a = '', x = ''], [b = '', y = '']] = [one.split('.'), other.split('.')]
  if (a.length !== b.length) return a.length > b.length
  const width = Math.max(x.length, y.length)
  return a + x.padEnd(width, '0') > b + y.padEnd(width, '0')
}
