import type { ReactNode } from 'react'
import style from './step-part.module.css'

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** What a step has above its buttons. It takes the focus when the step begins. */
export const StepPart = ({ isFocused = true, children }: { isFocused?: boolean; children: ReactNode }) => (
  <div className={style.part} tabIndex={-1} ref={isFocused ? focus : undefined}>
    {children}
  </div>
)
