import type { ReactNode } from 'react'
import style from './desk-page.module.css'

type PageProps = { children: ReactNode; className?: string | undefined }

/** A page that is wider than others on a desk. What it contains ends at its edges: the gutter is outside. */
export const DeskPage = ({ children, className = '' }: PageProps) => (
  <div className={`page ${style.page} ${className}`}>{children}</div>
)

type ColumnsProps = {
  /** On the left, before `side`. */
  top?: ReactNode
  side: ReactNode
  /** On the left, after `side`: below it on a narrower screen. */
  main?: ReactNode
}

/**
 * On a desk `side` is beside `top` and `main`. On a narrower screen the three follow each other, as if nothing was around
 * them: a list around them also spaces what they contain.
 */
export const DeskColumns = ({ top, side, main }: ColumnsProps) => (
  <div className={style.columns}>
    {top !== undefined && <div data-column="left">{top}</div>}
    <div data-column="right">{side}</div>
    {main !== undefined && <div data-column="left">{main}</div>}
  </div>
)
