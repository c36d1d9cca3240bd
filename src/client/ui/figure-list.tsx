import type { ReactNode } from 'react'
import style from './figure-list.module.css'

/** Rows of a name and a figure. `--figure-height` of `className` is the least height of a row. */
export const FigureList = ({ className = '', children }: { className?: string | undefined; children: ReactNode }) => (
  <dl className={`${style.list} ${className}`}>{children}</dl>
)
