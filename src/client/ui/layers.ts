/** What lies over the page, the uppermost last: back, of Telegram or the browser, closes that before leaving the page. */

import { useEffect, useRef } from 'react'

type Layer = {
  readonly close: () => void
  /** It stands in the address, so a step back closes it anyway. */
  readonly isPage: boolean
}
const layers: Layer[] = []
const watchers = new Set<() => void>()

export const hasLayer = (): boolean => layers.length > 0

export function watchLayers(heard: () => void): () => void {
  watchers.add(heard)
  return () => void watchers.delete(heard)
}

/** False when there was none. */
export function closeLayer(): boolean {
  layers.at(-1)?.close()
  return hasLayer()
}

/** Which entry of this app's own history the page stands at; undefined where none of it is. */
const placeInHistory = (): number | undefined => window.history.state?.idx

/** A step through the history while a layer is open closes it; the step is undone before the router hears of it. */
export function heedHistory(): void {
  let place = placeInHistory()
  let isUndoing = false
  watchLayers(() => {
    place = placeInHistory()
  })
  const heard = (event: PopStateEvent) => {
    const now = placeInHistory()
    if (isUndoing) {
      isUndoing = false
      closeLayer()
    } else {
      const isOver = layers.at(-1)?.isPage ?? true
      if (isOver || place === undefined || now === undefined || place === now) return
      isUndoing = true
      window.history.go(place - now)
    }
    event.stopImmediatePropagation()
  }
  window.addEventListener('popstate', heard, { capture: true })
}

/** Is there as long as the component is. */
export function useLayer(close: () => void, isPage = false): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const layer = { close: () => latest.current(), isPage }
    layers.push(layer)
    for (const heard of watchers) heard()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      for (const heard of watchers) heard()
    }
  }, [isPage])
}
