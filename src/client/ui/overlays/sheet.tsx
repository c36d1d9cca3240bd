import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { useOverlay } from './overlays.ts'
import style from './sheet.module.css'

const OUT_MILLIS = 200
const DRAG_TO_CLOSE = 80

type Props = {
  title: ReactNode
  close: string
  onClose: () => void
  children: ReactNode
  /** Beside the key that closes it. */
  aside?: ReactNode
  isTall?: boolean
  /** The sheet has its own history entry. */
  isPage?: boolean
}

/**
 * A bottom sheet on a phone, a dialog on desktop. The page behind is inert; scrim, Escape and dragging down close it,
 * and the focus returns to where it was.
 */
export function Sheet({ title, close, onClose, children, aside, isTall, isPage }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [drag, setDrag] = useState(0)
  const dragStart = useRef<number>(undefined)

  const closeAnimated = () => {
    if (isLeaving) return
    setLeaving(true)
    setTimeout(onClose, document.documentElement.dataset.motion === 'less' ? 0 : OUT_MILLIS)
  }
  useInert(panel)
  useOverlay(closeAnimated, isPage)

  const startDrag = (event: PointerEvent) => {
    dragStart.current = event.clientY
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const moveDrag = (event: PointerEvent) => {
    if (dragStart.current !== undefined) setDrag(Math.max(0, event.clientY - dragStart.current))
  }
  const endDrag = () => {
    dragStart.current = undefined
    if (drag > DRAG_TO_CLOSE) closeAnimated()
    else setDrag(0)
  }
  return createPortal(
    <div className={style.layer} data-leaving={isLeaving || undefined}>
      <button type="button" className={style.scrim} tabIndex={-1} aria-hidden="true" onClick={closeAnimated} />
      <div
        className={style.sheet}
        data-tall={isTall || undefined}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        ref={panel}
        style={drag > 0 && !isLeaving ? { transform: `translateY(${drag}px)`, transition: 'none' } : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          closeAnimated()
        }}
      >
        <div className={style.grab} onPointerDown={startDrag} onPointerMove={moveDrag} onPointerUp={endDrag} />
        <div className={style.head}>
          <h2 id={id}>{title}</h2>
          {aside}
          <IconButton label={close} onClick={closeAnimated}>
            <Icon name="close" />
          </IconButton>
        </div>
        <div className={style.body}>{children}</div>
      </div>
    </div>,
    document.body,
  )
}

let openSheets = 0

/** Makes the page inert from the first frame of a sheet to the last one of all sheets, and restores the focus. */
function useInert(panel: React.RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const root = document.getElementById('root')
    const focused = document.activeElement
    openSheets += 1
    root?.setAttribute('inert', '')
    document.body.dataset.sheet = 'open'
    const focusPanel = () => panel.current?.focus({ preventScroll: true })
    focusPanel()
    // Never called in a browser that knows `inert`.
    root?.addEventListener('focusin', focusPanel)
    return () => {
      root?.removeEventListener('focusin', focusPanel)
      openSheets -= 1
      if (openSheets === 0) {
        root?.removeAttribute('inert')
        delete document.body.dataset.sheet
      }
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [panel])
}
