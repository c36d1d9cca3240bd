import { useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'

const STORAGE_KEY = 'scrollPositions'
const MAX_ENTRIES = 50
/** A page that is still loading may become high enough within this time. */
const RESTORE_MILLIS = 4_000

/** A new page opens at its top, or at the part that a link names; Back, Forward and a reload restore the position. */
export function ScrollPosition() {
  const location = useLocation()
  const type = useNavigationType()
  const former = useRef<Location>(undefined)
  const positions = useRef<Map<string, number>>(undefined)
  positions.current ??= readPositions()

  useLayoutEffect(() => {
    const all = positions.current as Map<string, number>
    const before = former.current
    former.current = location
    if (type !== 'POP' && before !== undefined && opensPage(before, location, type)) window.scrollTo(0, 0)
    const stopScrolling = scrollToPlace(location.hash, type === 'POP', all.get(location.key) ?? 0)
    const record = () => all.set(location.key, window.scrollY)
    const write = () => writePositions(all)
    window.addEventListener('scroll', record, { passive: true })
    window.addEventListener('pagehide', write)
    return () => {
      stopScrolling?.()
      window.removeEventListener('scroll', record)
      window.removeEventListener('pagehide', write)
    }
  }, [location, type])
  return null
}

/** A sheet with its own history entry keeps the page behind it where it is; it sets `keepsScroll`. */
function opensPage(before: Location, { pathname, search, state }: Location, type: 'PUSH' | 'REPLACE'): boolean {
  if (pathname !== before.pathname) return true
  return type === 'PUSH' && search !== before.search && state?.keepsScroll !== true
}

/** To the part of the page with the id of the hash, in the middle of the screen, as bars cover its edges; or back to `top`. */
function scrollToPlace(hash: string, isReturn: boolean, top: number): (() => void) | undefined {
  if (isReturn !== (hash === '')) return undefined
  return keepScrolling(() => {
    if (isReturn) window.scrollTo(0, top)
    else document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return isReturn && Math.abs(window.scrollY - top) < 1
  })
}

/** Scrolls again when the page grows, until it has arrived or the user scrolls. Returns a function that stops. */
function keepScrolling(scroll: () => boolean): () => void {
  scroll()
  const observer = new ResizeObserver(() => {
    if (scroll()) stop()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of USER_SCROLLS) window.removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, RESTORE_MILLIS)
  for (const event of USER_SCROLLS) window.addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

const USER_SCROLLS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** The browser's own restoration runs before the page has its content. */
function readPositions(): Map<string, number> {
  window.history.scrollRestoration = 'manual'
  try {
    return new Map(JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '[]'))
  } catch {
    return new Map()
  }
}

function writePositions(all: ReadonlyMap<string, number>): void {
  if (all.size === 0) return
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...all].slice(-MAX_ENTRIES)))
  } catch {
    // Storage is blocked: a reload opens the page at its top.
  }
}
