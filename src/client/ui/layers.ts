/** What lies over the page, the uppermost last: Telegram's back key closes that before it leaves the page. */

import { useEffect, useRef } from 'react'

const layers: (() => void)[] = []
const watchers = new Set<() => void>()

export const hasLayer = (): boolean => layers.length > 0

export function watchLayers(heard: () => void): () => void {
  watchers.add(heard)
  return () => void watchers.delete(heard)
}

/** False when there was none. */
export function closeLayer(): boolean {
  layers.at(-1)?.()
  return hasLayer()
}

/** Is there as long as the component is. */
export function useLayer(close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const layer = () => latest.current()
    layers.push(layer)
    for (const heard of watchers) heard()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      for (const heard of watchers) heard()
    }
  }, [])
}
