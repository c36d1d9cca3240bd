import { copy, paste } from './clipboard.ts'
import type { KeyValueStorage, Platform, ShareResult } from './platform.ts'

const lightScheme = () => window.matchMedia('(prefers-color-scheme: light)')

/** Where storage is forbidden (private windows, strict settings) values live in memory, for this page only. */
function storageIn(open: () => Storage): KeyValueStorage {
  const fallback = new Map<string, string>()
  const withStorage = <T>(work: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return work(open())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      withStorage(
        (storage) => storage.getItem(key),
        () => fallback.get(key) ?? null,
      ),
    set: (key, value) =>
      withStorage(
        (storage) => storage.setItem(key, value),
        () => void fallback.set(key, value),
      ),
    remove: (key) =>
      withStorage(
        (storage) => storage.removeItem(key),
        () => void fallback.delete(key),
      ),
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

export function browser(): Platform {
  return {
    storage: storageIn(() => window.localStorage),
    sessionStorage: storageIn(() => window.sessionStorage),
    withLock: (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
    onStorageChange: (listener) =>
      listen(window, 'storage', (event) => {
        if (event instanceof StorageEvent && event.key !== null) listener(event.key, event.newValue)
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
