import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { useLayer } from './layers.ts'

const OUT_MILLIS = 200
const DRAG_TO_CLOSE = 80

type Props = {
  title: string
  close: string
  onClose: () => void
  children: ReactNode
  isTall?: boolean
  /** It stands in the address. */
  isPage?: boolean
}

/**
 * From below on a phone, a dialog on a desk. The page behind is inert while it is open; scrim, Escape and a drag
 * down close it, and the focus goes back to where it was.
 */
export function Sheet({ title, close, onClose, children, isTall, isPage }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [drag, setDrag] = useState(0)
  const from = useRef<number>(undefined)

  const leave = () => {
    if (isLeaving) return
    setLeaving(true)
    setTimeout(onClose, document.documentElement.dataset.motion === 'less' ? 0 : OUT_MILLIS)
  }
  useInert(panel)
  useLayer(leave, isPage)

  const startDrag = (event: PointerEvent) => {
    from.current = event.clientY
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const moveDrag = (event: PointerEvent) => {
    if (from.current !== undefined) setDrag(Math.max(0, event.clientY - from.current))
  }
  const endDrag = () => {
    from.current = undefined
    if (drag > DRAG_TO_CLOSE) leave()
    else setDrag(0)
  }
  return createPortal(
    <div className="sheet-layer" data-leaving={isLeaving || undefined}>
      <button type="button" className="scrim" tabIndex={-1} aria-hidden="true" onClick={leave} />
      <div
        className="sheet"
        data-tall={isTall || undefined}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        ref={panel}
        style={drag > 0 ? { transform: `translateY(${drag}px)`, transition: 'none' } : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          leave()
        }}
      >
        <div className="sheet-grab" onPointerDown={startDrag} onPointerMove={moveDrag} onPointerUp={endDrag} />
        <header className="sheet-head">
          <h2 id={id}>{title}</h2>
          <IconButton label={close} onClick={leave}>
            <Icon name="close" />
          </IconButton>
        </header>
        <div className="sheet-body">{children}</div>
      </div>
    </div>,
    document.body,
  )
}

/** Everything behind cannot be reached; what had the focus gets it back. */
function useInert(panel: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const root = document.getElementById('root')
    const before = document.activeElement
    root?.setAttribute('inert', '')
    document.body.dataset.sheet = 'open'
    panel.current?.focus({ preventScroll: true })
    return () => {
      root?.removeAttribute('inert')
      delete document.body.dataset.sheet
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [panel])
}
