import { atom } from 'jotai'
import { text } from '../text/en.ts'
import { notifyAtom } from './host.ts'
import { keptAtom } from './kept.ts'

/** Names of pairs, `BTC/USDT`. */
export const favoritesAtom = keptAtom<readonly string[]>('favorites', read, (names) => JSON.stringify(names))

export const toggleFavoriteAtom = atom(null, (get, set, name: string) => {
  const names = get(favoritesAtom)
  const had = names.includes(name)
  set(favoritesAtom, had ? names.filter((other) => other !== name) : [...names, name])
  set(notifyAtom, { kind: 'success', title: had ? text.pairs.removed : text.pairs.added, id: 'favorites' })
})

function read(kept: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  } catch {
    return []
  }
}
