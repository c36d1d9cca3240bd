import { useSyncExternalStore } from 'react'

const DESKTOP = '(min-width: 1024px)'

function subscribe(onChange: () => void) {
  const query = window.matchMedia(DESKTOP)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export const isWideScreen = (): boolean => window.matchMedia(DESKTOP).matches

/** True on desktop: more rows, tables instead of cards. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, isWideScreen)
