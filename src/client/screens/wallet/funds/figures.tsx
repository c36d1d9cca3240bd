import type { ReactNode } from 'react'
import style from './figures.module.css'

type Props = {
  children: ReactNode
  /** The figures are being updated. */
  isDim?: boolean
}

/** Amounts with their names. Its children are rows. */
export const Figures = ({ children, isDim = false }: Props) => (
  <dl className={style.figures} data-dim={isDim || undefined}>
    {children}
  </dl>
)

export const FigureRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
