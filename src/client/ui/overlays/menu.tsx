import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = { label: string; button: ReactNode; children: (close: () => void) => ReactNode }

/** A button with a dropdown panel. */
export function Menu({ label, button, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from every control inside.
    <div className="menu" ref={box} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <button
        type="button"
        ref={trigger}
        className="menu-button"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && <div className="menu-panel">{children(close)}</div>}
    </div>
  )
}
