import { copy } from './copy.ts'
import type { Invitation, Keep, Platform, Shared } from './platform.ts'

const light = () => window.matchMedia('(prefers-color-scheme: light)')

/** Storage may be forbidden (private windows, strict settings): then everything is kept for this page only. */
function keepIn(storage: () => Storage): Keep {
  const fallback = new Map<string, string>()
  const kept = <T>(work: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      kept(
        (storage) => storage.getItem(key),
        () => fallback.get(key) ?? null,
      ),
    set: (key, value) =>
      kept(
        (storage) => storage.setItem(key, value),
        () => void fallback.set(key, value),
      ),
    remove: (key) =>
      kept(
        (storage) => storage.removeItem(key),
        () => void fallback.delete(key),
      ),
  }
}

function listen(target: EventTarget, event: string, heard: (event: Event) => void) {
  target.addEventListener(event, heard)
  return () => target.removeEventListener(event, heard)
}

/** The device's own sheet, where it has one. */
async function share({ link, words }: Invitation): Promise<Shared> {
  if (typeof navigator.share !== 'function') return 'unknown'
  try {
    await navigator.share({ text: words, url: link })
    return 'sent'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'declined' : 'unknown'
  }
}

export function browser(): Platform {
  return {
    keep: keepIn(() => window.localStorage),
    tabKeep: keepIn(() => window.sessionStorage),
    alone: (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
    onKept: (heard) =>
      listen(window, 'storage', (event) => {
        if (event instanceof StorageEvent && event.key !== null) heard(event.key, event.newValue)
      }),
    onWake: (heard) => {
      const stops = [
        listen(window, 'online', heard),
        listen(window, 'pageshow', heard),
        listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && heard()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    isVisible: () => document.visibilityState === 'visible',
    hostTheme: () => (light().matches ? 'light' : 'dark'),
    onHostTheme: (heard) => listen(light(), 'change', () => heard(light().matches ? 'light' : 'dark')),
    feel: () => undefined,
    open: (link) => void window.open(link, '_blank', 'noopener'),
    copy,
    share,
  }
}
