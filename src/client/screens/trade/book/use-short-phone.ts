import { useSyncExternalStore } from 'react'

/** As in the style sheets. */
const SHORT_PHONE = '(max-width: 599px) and (max-height: 719px)'

function subscribe(onChange: () => void) {
  const query = window.matchMedia(SHORT_PHONE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True on a phone that is less than 720 px high. */
export const useShortPhone = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(SHORT_PHONE).matches)
