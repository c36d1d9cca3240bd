import { type ReactNode, useEffect, useRef, useState } from 'react'
import style from './menu.module.css'

type Props = {
  label: string
  button: ReactNode
  children: (close: () => void) => ReactNode
  /** Its place. */
  className?: string | undefined
  panelClassName?: string | undefined
}

/** A button with a dropdown panel. */
export function Menu({ label, button, children, className = '', panelClassName = '' }: Props) {
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
    <div className={`${style.menu} ${className}`} ref={box} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <button
        type="button"
        ref={trigger}
        className={style.button}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{label}</span>
        <span aria-hidden="true">{button}</span>
      </button>
      {isOpen && <div className={`${style.panel} ${panelClassName}`}>{children(close)}</div>}
    </div>
  )
}

/** A text above the entries of a menu, or instead of them. */
export const MenuHead = ({ children }: { children: ReactNode }) => <p className={style.head}>{children}</p>
