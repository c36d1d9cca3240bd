import { useSyncExternalStore } from 'react'

const DESK = '(min-width: 1024px)'

function subscribe(changed: () => void) {
  const query = window.matchMedia(DESK)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const isWide = (): boolean => window.matchMedia(DESK).matches

/** True on a desk: more rows, tables instead of cards. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide)
