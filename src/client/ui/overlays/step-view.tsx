import type { ReactNode } from 'react'
import { useOverlay } from './overlays.ts'
import style from './step-view.module.css'

type Props = { label: string; className?: string | undefined; onBack: () => void; children: ReactNode }

/** A step of a sheet, which takes the focus. Back, of the browser or Telegram, and Escape go back to the step before. */
export function StepView({ label, className = '', onBack, children }: Props) {
  useOverlay(onBack)
  return (
    <section
      className={`${style.step} ${className}`}
      aria-label={label}
      tabIndex={-1}
      ref={focus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onBack()
      }}
    >
      {children}
    </section>
  )
}

/** The first or last step of a sheet: Back and Escape close the sheet. */
export const FirstStep = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={style.step} aria-label={label} tabIndex={-1} ref={focus}>
    {children}
  </section>
)

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
