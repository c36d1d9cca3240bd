import type { ReactNode } from 'react'
import style from './notes.module.css'

type Props = {
  children: ReactNode
  /** Its place. */
  className?: string | undefined
}

/** What to know before the next step. Its children are notes. */
export const Notes = ({ children, className = '' }: Props) => (
  <ul className={`${style.notes} ${className}`}>{children}</ul>
)

export const Note = ({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) => (
  <li data-level={isWarning ? 'amber' : undefined}>{children}</li>
)
