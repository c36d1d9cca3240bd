import type { ReactNode } from 'react'
import style from './hint.module.css'

type Props = {
  children: ReactNode
  id?: string
  /** `status`: it appears while the form is open. */
  role?: 'status'
  /** Its place. */
  className?: string | undefined
}

/** A line that explains a form or a step. */
export const Hint = ({ children, className = '', ...rest }: Props) => (
  <p {...rest} className={`${style.hint} ${className}`}>
    {children}
  </p>
)
