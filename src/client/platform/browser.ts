import { attempt } from './attempt.ts'
import { copy, paste } from './clipboard.ts'
import type { KeyValueStorage, Platform, ShareResult } from './platform.ts'

const lightScheme = () => window.matchMedia('(prefers-color-scheme: light)')

/**
 * Where storage is forbidden, full, or does not keep what is written (private windows, strict settings), values live in memory,
 * for this page only.
 */
export function storageIn(open: () => Storage): KeyValueStorage {
  /** What the storage should have and does not; null: removed. */
  const own = new Map<string, string | null>()
  const stored = (key: string): string | null => attempt(() => open().getItem(key)) ?? null
  function write(key: string, value: string | null): void {
    attempt(() => (value === null ? open().removeItem(key) : open().setItem(key, value)))
    if (stored(key) === value) own.delete(key)
    else own.set(key, value)
  }
  return {
    get: (key) => own.get(key) ?? (own.has(key) ? null : stored(key)),
    set: write,
    remove: (key) => write(key, null),
  }
}

function listen(target: EventTarget, event: string, listener: (event: Event) => void) {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}

/** Opens the share sheet of the device, where it has one. */
async function share(data: ShareData): Promise<ShareResult> {
  if (typeof navigator.share !== 'function') return 'unknown'
  try {
    await navigator.share(data)
    return 'sent'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'declined' : 'unknown'
  }
}

/** A page in the back/forward cache hears nothing: another user may have signed in since, or this one may have logged out. */
function reloadAfterSignIn(storage: KeyValueStorage): void {
  let before: string | null
  listen(window, 'pagehide', () => {
    before = storage.get('refreshToken')
  })
  listen(window, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted && storage.get('refreshToken') !== before) location.reload()
  })
}

export function browser(): Platform {
  const storage = storageIn(() => window.localStorage)
  reloadAfterSignIn(storage)
  return {
    storage,
    sessionStorage: storageIn(() => window.sessionStorage),
    withLock: (name, work) => (navigator.locks ? navigator.locks.request(name, work).catch(work) : work()),
    onStorageChange: (listener) =>
      listen(window, 'storage', (event) => {
        if (event instanceof StorageEvent) listener(event.key, event.newValue)
      }),
    onWake: (listener) => {
      const unsubscribes = [
        listen(window, 'online', listener),
        listen(window, 'pageshow', listener),
        listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()),
      ]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    isVisible: () => document.visibilityState === 'visible',
    hostTheme: () => (lightScheme().matches ? 'light' : 'dark'),
    onHostTheme: (listener) =>
      listen(lightScheme(), 'change', () => listener(lightScheme().matches ? 'light' : 'dark')),
    haptic: () => undefined,
    openLink: (link) => void window.open(link, '_blank', 'noopener'),
    copy,
    paste,
    share: ({ link, text }) => share({ text, url: link }),
    shareText: (text) => share({ text }),
    savesFiles: true,
  }
}
