/** The stack of open overlays. Back, of Telegram or the browser, closes the top one before it leaves the page. */

import { useEffect, useRef } from 'react'

type Overlay = {
  readonly close: () => void
  /** The overlay has its own history entry: a step back closes it anyway. */
  readonly isPage: boolean
}
const overlays: Overlay[] = []
const listeners = new Set<() => void>()

export const hasOverlay = (): boolean => overlays.length > 0

export function watchOverlays(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** False when none was open. */
export function closeTopOverlay(): boolean {
  overlays.at(-1)?.close()
  return hasOverlay()
}

/** Index of the router's current history entry; undefined outside the app. */
const historyIndex = (): number | undefined => window.history.state?.idx

/** Navigating back with an open overlay closes it instead: the step is undone before the router handles it. */
export function closeOverlaysOnBack(): void {
  let index = historyIndex()
  let isUndoing = false
  watchOverlays(() => {
    index = historyIndex()
  })
  const listener = (event: PopStateEvent) => {
    const now = historyIndex()
    if (isUndoing) {
      isUndoing = false
      closeTopOverlay()
    } else {
      const isOver = overlays.at(-1)?.isPage ?? true
      if (isOver || index === undefined || now === undefined || index === now) return
      isUndoing = true
      window.history.go(index - now)
    }
    event.stopImmediatePropagation()
  }
  window.addEventListener('popstate', listener, { capture: true })
}

/** Registers an overlay while the component is mounted. */
export function useOverlay(close: () => void, isPage = false): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const overlay = { close: () => latest.current(), isPage }
    overlays.push(overlay)
    for (const listener of listeners) listener()
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      for (const listener of listeners) listener()
    }
  }, [isPage])
}
